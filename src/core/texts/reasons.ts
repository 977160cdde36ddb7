import { englishReasons } from './en/reasons.ts';
import { spanishReasons } from './es/reasons.ts';
import { entryOf, type Locale } from './texts.ts';

/**
 * Why something is asked or denied, in this language; undefined where only the rule's own sentence exists.
 * @param rule its name, or several joined by `+`
 */
export function reasonIn(locale: Locale, rule: string): string | undefined {
  const table = locale === 'es' ? spanishReasons : englishReasons;
  const reasons = rule.split('+').map((one) => entryOf(table, one));
  return reasons.includes(undefined) ? undefined : reasons.join(' ');
}
