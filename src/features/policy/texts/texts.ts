import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What is said about the rules. A text that is missing in one language is a type error. */
export type PolicyTexts = typeof english;

/** In the language of these texts. */
export function policyTexts(texts: Texts): PolicyTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
