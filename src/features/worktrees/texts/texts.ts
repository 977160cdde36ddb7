import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about tasks in worktrees. A text that is missing in one language is a type error. */
export type WorktreeTexts = typeof english;

export const worktreeTexts = inLanguage<WorktreeTexts>({ en: () => english, es: () => spanish });
