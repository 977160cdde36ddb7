import { englishReasons } from './en/permissions.ts';
import { english } from './en.ts';
import { spanishReasons } from './es/permissions.ts';
import { spanish } from './es.ts';

export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

/** Everything the program says to people, by section. A text that is missing in one language is a type error. */
export type Texts = typeof english;

/**
 * The shipped program reads the Spanish ones from a file of their own, at their first use (see `config/build/parts.mjs`):
 * code that names them does so in a function.
 */
export function texts(locale: Locale): Texts {
  return locale === 'es' ? spanish : english;
}

/** Which language these texts are in. */
export function localeOf(some: Texts): Locale {
  return some === english ? 'en' : 'es';
}

/** The entry of a table of texts under a name that is only known at run time. */
export function entryOf(table: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

/**
 * Why something is asked or denied, in this language; undefined where only the rule's own sentence exists.
 * @param rule its name, or several joined by `+`
 */
export function reasonIn(locale: Locale, rule: string): string | undefined {
  const table = locale === 'es' ? spanishReasons : englishReasons;
  const reasons = rule.split('+').map((one) => entryOf(table, one));
  return reasons.includes(undefined) ? undefined : reasons.join(' ');
}

/** How a person types this command: the first word of its usage, `/agent-resume` or `/continuar`. */
export function commandName({ usage }: { readonly usage: string }): string {
  const [name = usage] = usage.split(' ', 1);
  return name;
}
