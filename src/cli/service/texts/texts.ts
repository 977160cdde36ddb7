import { inLanguage } from '../../../core/texts/texts.ts';
import { serviceTexts } from './en.ts';
import { serviceTexts as spanish } from './es.ts';

/** What `wasap service` says. A text that is missing in one language is a type error. */
export const serviceWords = inLanguage({
  en: () => ({ service: serviceTexts }),
  es: () => ({ service: spanish }),
});
