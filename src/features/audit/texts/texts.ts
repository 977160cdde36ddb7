import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about the record of commands. A text that is missing in one language is a type error. */
export type AuditTexts = typeof english;

export const auditTexts = inLanguage<AuditTexts>({ en: () => english, es: () => spanish });
