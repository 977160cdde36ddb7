import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** A text that is missing in one language is a type error. */
export type AnswerTexts = typeof english;

export const answerTexts = inLanguage<AnswerTexts>({ en: () => english, es: () => spanish });
