import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What is said about the rules. A text that is missing in one language is a type error. */
export type PolicyTexts = typeof english;

export const policyTexts = inLanguage<PolicyTexts>({ en: () => english, es: () => spanish });
