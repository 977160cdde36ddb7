import { inLanguage } from '../../../core/texts/texts.ts';
import { demoTexts } from './en.ts';
import { demoTexts as spanish } from './es.ts';

export type DemoTexts = typeof demoTexts;

/** What `wasap demo` says around its chat. A text that is missing in one language is a type error. */
export const demoWords = inLanguage({ en: () => ({ demo: demoTexts }), es: () => ({ demo: spanish }) });
