import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** A text that is missing in one language is a type error. */
export type AnswerTexts = typeof english;

/** In the language of these texts. */
export function answerTexts(texts: Texts): AnswerTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
