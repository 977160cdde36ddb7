import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/cost` says. A text that is missing in one language is a type error. */
export type CostTexts = typeof english;

export const costTexts = inLanguage<CostTexts>({ en: () => english, es: () => spanish });
