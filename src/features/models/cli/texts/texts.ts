import { inLanguage } from '../../../../core/texts/texts.ts';
import { modelsTexts } from './en.ts';
import { modelsTexts as spanish } from './es.ts';

export type ModelsTexts = typeof modelsTexts;

/** What `wasap models` says. A text that is missing in one language is a type error. */
export const modelsWords = inLanguage({
  en: () => ({ modelsCommand: modelsTexts }),
  es: () => ({ modelsCommand: spanish }),
});
