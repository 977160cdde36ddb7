import type { Locale } from '../core/texts/texts.ts';
import { type SettingsRequest, variableSources } from './settings.ts';

/**
 * LOCALE, and nothing else of the settings: for what is printed before they are read, and where they are wrong.
 * English where none is set, as everywhere in the terminal.
 */
export function localeAtStart(request: SettingsRequest): Locale {
  const { sources } = variableSources(request, []);
  const text = sources.map(({ texts }) => texts.LOCALE).find((named) => named !== undefined);
  return text?.trim() === 'es' ? 'es' : 'en';
}
