import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What the page about the rules says. A text that is missing in one language is a type error. */
export type PolicyPageTexts = typeof english;

/** In the language of these texts. */
export function policyPageTexts(texts: Texts): PolicyPageTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
