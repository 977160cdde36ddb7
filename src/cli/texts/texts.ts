import type { Locale } from '../../core/texts/texts.ts';
import { checkTexts } from './en.ts';
import { checkTexts as spanish } from './es.ts';

/** What `wasap check` says. A text that is missing in one language is a type error. */
export function checkWords(locale: Locale): { readonly check: typeof checkTexts } {
  return { check: locale === 'es' ? spanish : checkTexts };
}
