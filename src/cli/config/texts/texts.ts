import type { Locale } from '../../../core/texts/texts.ts';
import { configTexts } from './en.ts';
import { configTexts as spanish } from './es.ts';

/** What `wasap config` says. A text that is missing in one language is a type error. */
export function configWords(locale: Locale): { readonly config: typeof configTexts } {
  return { config: locale === 'es' ? spanish : configTexts };
}
