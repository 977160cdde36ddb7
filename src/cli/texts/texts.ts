import { inLanguage } from '../../core/texts/texts.ts';
import { checkTexts } from './en.ts';
import { checkTexts as spanish } from './es.ts';

/** What `wasap check` says. A text that is missing in one language is a type error. */
export const checkWords = inLanguage({ en: () => ({ check: checkTexts }), es: () => ({ check: spanish }) });
