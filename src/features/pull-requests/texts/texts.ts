import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about pull requests. A text that is missing in one language is a type error. */
export type PullTexts = typeof english;

export const pullTexts = inLanguage<PullTexts>({ en: () => english, es: () => spanish });
