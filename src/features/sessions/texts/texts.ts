import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What the pages of tasks say. A text that is missing in one language is a type error. */
export type TaskPageTexts = typeof english;

/** In the language of these texts. */
export function taskPageTexts(texts: Texts): TaskPageTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
