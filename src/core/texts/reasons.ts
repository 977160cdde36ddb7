import { spanishReasons } from './es/reasons.ts';
import { entryOf, type Locale } from './texts.ts';

/** Why something is asked or denied, in this language; undefined where the rule's own sentence has to do. */
export function reasonIn(locale: Locale, rule: string): string | undefined {
  return locale === 'es' ? entryOf(spanishReasons, rule) : undefined;
}
