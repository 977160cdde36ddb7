import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about the lock. A text that is missing in one language is a type error. */
export type LockTexts = typeof english;

export const lockTexts = inLanguage<LockTexts>({ en: () => english, es: () => spanish });
