import { inLanguage } from '../../../core/texts/texts.ts';
import { configTexts } from './en.ts';
import { configTexts as spanish } from './es.ts';

/** What `wasap config` says. A text that is missing in one language is a type error. */
export const configWords = inLanguage({
  en: () => ({ config: configTexts }),
  es: () => ({ config: spanish }),
});
