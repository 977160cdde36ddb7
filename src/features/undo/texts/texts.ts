import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/**
 * Everything that is said about taking back what a task did. A text that is missing in one language is a type error.
 */
export type UndoTexts = typeof english;

export const undoTexts = inLanguage<UndoTexts>({ en: () => english, es: () => spanish });
