import type { Locale } from '../../../core/texts/texts.ts';
import { cellTexts as english } from './cell-en.ts';
import { cellTexts as spanish } from './cell-es.ts';

/** A text that is missing in one language is a type error. */
export type CellTexts = typeof english;

export function cellTexts(locale: Locale): CellTexts {
  return locale === 'es' ? spanish : english;
}
