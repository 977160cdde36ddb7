import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What the page of settings says. A text that is missing in one language is a type error. */
export type SettingsTexts = typeof english;

/** In the language of these texts. */
export function settingsTexts(texts: Texts): SettingsTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
