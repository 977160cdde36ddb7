import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about lines that an owner keeps. A text that is missing in one language is a type error. */
export type NoteTexts = typeof english;

export const noteTexts = inLanguage<NoteTexts>({ en: () => english, es: () => spanish });
