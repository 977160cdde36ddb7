import { inLanguage } from '../../../core/texts/texts.ts';
import { logsTexts } from './en.ts';
import { logsTexts as spanish } from './es.ts';

/** What `wasap logs` says. A text that is missing in one language is a type error. */
export const logsWords = inLanguage({ en: () => ({ logs: logsTexts }), es: () => ({ logs: spanish }) });
