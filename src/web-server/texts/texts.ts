import { localeOf, type Texts } from '../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said around the pages. A text that is missing in one language is a type error. */
export type ShellTexts = typeof english;

/** In the language of these texts. */
export function shellTexts(texts: Texts): ShellTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
