import type { Locale } from '../core/texts/texts.ts';
import { type SettingsRequest, variableSources } from './settings.ts';
import { terminalLocale } from './terminal-locale.ts';

/** The language of the terminal, for what is printed before the settings are read, and where they are wrong. */
export function localeAtStart(request: SettingsRequest): Locale {
  const { sources, env } = variableSources(request, []);
  const configured = sources.map(({ texts }) => texts.LOCALE).find((named) => named !== undefined);
  return terminalLocale(configured?.trim(), env);
}
