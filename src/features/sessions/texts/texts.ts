import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about tasks as a list and one by one. A text that is missing in one language is a type error. */
export type SessionTexts = typeof english;

export const sessionTexts = inLanguage<SessionTexts>({ en: () => english, es: () => spanish });
