import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that the program says by itself once something has happened. */
export type FollowUpTexts = typeof english;

/** In the language of these texts. */
export function followUpTexts(texts: Texts): FollowUpTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
