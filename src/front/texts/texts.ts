import { inLanguage } from '../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** The texts that a front sends by itself. A text that is missing in one language is a type error. */
export type FrontTexts = typeof english;

export const frontTexts = inLanguage<FrontTexts>({ en: () => english, es: () => spanish });
