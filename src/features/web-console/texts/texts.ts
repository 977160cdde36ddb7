import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about the console in the browser. A text that is missing in one language is a type error. */
export type WebConsoleTexts = typeof english;

export const webConsoleTexts = inLanguage<WebConsoleTexts>({ en: () => english, es: () => spanish });
