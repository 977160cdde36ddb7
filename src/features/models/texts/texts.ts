import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/model` says. A text that is missing in one language is a type error. */
export type ModelTexts = typeof english;

/** In the language of these texts. */
export function modelTexts(texts: Texts): ModelTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
