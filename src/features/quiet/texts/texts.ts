import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about quiet hours. A text that is missing in one language is a type error. */
export type QuietTexts = typeof english;

export const quietTexts = inLanguage<QuietTexts>({ en: () => english, es: () => spanish });
