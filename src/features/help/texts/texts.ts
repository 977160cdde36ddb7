import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/help` says besides what commands say of themselves. A missing text is a type error. */
export type HelpTexts = typeof english;

export const helpTexts = inLanguage<HelpTexts>({ en: () => english, es: () => spanish });
