import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about backups. A text that is missing in one language is a type error. */
export type BackupTexts = typeof english;

export const backupTexts = inLanguage<BackupTexts>({ en: () => english, es: () => spanish });
