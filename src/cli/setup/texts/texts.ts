import { inLanguage, type Locale, type Texts, texts } from '../../../core/texts/texts.ts';
import { setupTexts } from './en.ts';
import { setupTexts as spanish } from './es.ts';

/** What the set-up says. A text that is missing in one language is a type error. */
export interface SetupWords extends Pick<Texts, 'sandbox'> {
  readonly setup: typeof setupTexts;
}

export function setupWords(locale: Locale): SetupWords {
  return { sandbox: texts(locale).sandbox, setup: ownTexts(locale) };
}

const ownTexts = inLanguage({ en: () => setupTexts, es: () => spanish });
