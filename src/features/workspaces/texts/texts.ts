import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about projects and new ones. A text that is missing in one language is a type error. */
export type WorkspaceTexts = typeof english;

export const workspaceTexts = inLanguage<WorkspaceTexts>({ en: () => english, es: () => spanish });
