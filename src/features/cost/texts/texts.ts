import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/cost` says. A text that is missing in one language is a type error. */
export type CostTexts = typeof english;

/** In the language of these texts. */
export function costTexts(texts: Texts): CostTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
