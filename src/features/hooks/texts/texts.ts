import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about hooks. A text that is missing in one language is a type error. */
export type HookTexts = typeof english;

export const hookTexts = inLanguage<HookTexts>({ en: () => english, es: () => spanish });
