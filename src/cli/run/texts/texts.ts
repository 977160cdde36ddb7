import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What `wasap run` says about itself; the task speaks as in any chat. A text that is missing in one language is a type error. */
export type RunTexts = typeof english;

export const runTexts = inLanguage<RunTexts>({ en: () => english, es: () => spanish });
