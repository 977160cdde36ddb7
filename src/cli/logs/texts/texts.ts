import type { Locale } from '../../../core/texts/texts.ts';
import { logsTexts } from './en.ts';
import { logsTexts as spanish } from './es.ts';

/** What `wasap logs` says. A text that is missing in one language is a type error. */
export function logsWords(locale: Locale): { readonly logs: typeof logsTexts } {
  return { logs: locale === 'es' ? spanish : logsTexts };
}
