import { englishReasons } from './en/permissions.ts';
import { english } from './en.ts';
import { spanishReasons } from './es/permissions.ts';
import { spanish } from './es.ts';

export const LOCALES = ['en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];

/** Everything the program says to people, by section. A text that is missing in one language is a type error. */
export type Texts = typeof english;

/**
 * The same texts in each language; one that is missing is a type error. They are functions because the shipped program
 * reads Spanish from a file of its own, at its first use (see `config/build/parts.mjs`).
 */
export type Languages<T> = Readonly<Record<Locale, () => T>>;

/** Selects by a language, or by that of the texts which a caller has. */
export function inLanguage<T>(languages: Languages<T>): (language: Locale | Texts) => T {
  return (language) => languages[typeof language === 'string' ? language : localeOf(language)]();
}

export const texts = inLanguage<Texts>({ en: () => english, es: () => spanish });

/** Which language these texts are in. */
export function localeOf(some: Texts): Locale {
  return LOCALES.find((locale) => texts(locale) === some) ?? 'en';
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
  const table = reasonTable(locale);
  const reasons = rule.split('+').map((one) => entryOf(table, one));
  return reasons.includes(undefined) ? undefined : reasons.join(' ');
}

const reasonTable = inLanguage<Readonly<Record<string, string>>>({
  en: () => englishReasons,
  es: () => spanishReasons,
});

/** How a person types this command: the first word of its usage, `/agent-resume` or `/continuar`. */
export function commandName({ usage }: { readonly usage: string }): string {
  const [name = usage] = usage.split(' ', 1);
  return name;
}
