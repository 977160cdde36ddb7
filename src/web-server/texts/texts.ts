import { inLanguage } from '../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said around the pages. A text that is missing in one language is a type error. */
export type ShellTexts = typeof english;

export const shellTexts = inLanguage<ShellTexts>({ en: () => english, es: () => spanish });
