import type { Locale } from '../core/texts/texts.ts';

/**
 * The language of a terminal, where nobody has written anything yet: LOCALE, else the system's (POSIX: LC_ALL wins over
 * LC_MESSAGES, which wins over LANG), else English.
 */
export function terminalLocale(
  configured: string | undefined,
  { LC_ALL, LC_MESSAGES, LANG }: Readonly<Record<string, string | undefined>>,
): Locale {
  return /^es(?![a-z])/i.test(configured || LC_ALL || LC_MESSAGES || LANG || '') ? 'es' : 'en';
}
