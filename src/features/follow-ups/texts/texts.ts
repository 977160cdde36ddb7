import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that the program says by itself once something has happened. */
export type FollowUpTexts = typeof english;

export const followUpTexts = inLanguage<FollowUpTexts>({ en: () => english, es: () => spanish });
