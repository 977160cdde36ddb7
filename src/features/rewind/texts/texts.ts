import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about taking a task back to a round, and about trying another way from there. */
export type RewindTexts = typeof english;

/** In the language of these texts. */
export function rewindTexts(texts: Texts): RewindTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
