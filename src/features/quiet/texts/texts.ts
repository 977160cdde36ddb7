import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about quiet hours. A text that is missing in one language is a type error. */
export type QuietTexts = typeof english;

/** In the language of these texts. */
export function quietTexts(texts: Texts): QuietTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
