import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that an export says. A text that is missing in one language is a type error. */
export type ExportTexts = typeof english;

export const exportTexts = inLanguage<ExportTexts>({ en: () => english, es: () => spanish });
