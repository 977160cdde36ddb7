import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about taking a task back to a round, and about trying another way from there. */
export type RewindTexts = typeof english;

export const rewindTexts = inLanguage<RewindTexts>({ en: () => english, es: () => spanish });
