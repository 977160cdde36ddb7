import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/model` says. A text that is missing in one language is a type error. */
export type ModelTexts = typeof english;

export const modelTexts = inLanguage<ModelTexts>({ en: () => english, es: () => spanish });
