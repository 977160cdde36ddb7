import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/help` says besides what commands say of themselves. A missing text is a type error. */
export type HelpTexts = typeof english;

/** In the language of these texts. */
export function helpTexts(texts: Texts): HelpTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
