import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about lines that an owner keeps. A text that is missing in one language is a type error. */
export type NoteTexts = typeof english;

/** In the language of these texts. */
export function noteTexts(texts: Texts): NoteTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
