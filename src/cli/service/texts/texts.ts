import type { Locale } from '../../../core/texts/texts.ts';
import { serviceTexts } from './en.ts';
import { serviceTexts as spanish } from './es.ts';

/** What `wasap service` says. A text that is missing in one language is a type error. */
export function serviceWords(locale: Locale): { readonly service: typeof serviceTexts } {
  return { service: locale === 'es' ? spanish : serviceTexts };
}
