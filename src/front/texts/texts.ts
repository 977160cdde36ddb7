import type { Locale } from '../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What a front says by itself. A text that is missing in one language is a type error. */
export type FrontTexts = typeof english;

export function frontTexts(locale: Locale): FrontTexts {
  return locale === 'es' ? spanish : english;
}
