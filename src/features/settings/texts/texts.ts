import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What the page of settings says. A text that is missing in one language is a type error. */
export type SettingsTexts = typeof english;

export const settingsTexts = inLanguage<SettingsTexts>({ en: () => english, es: () => spanish });
