import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What the page of a task's timing says. A text that is missing in one language is a type error. */
export type TraceTexts = typeof english;

export const traceTexts = inLanguage<TraceTexts>({ en: () => english, es: () => spanish });
