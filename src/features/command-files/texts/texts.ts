import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about command files. A text that is missing in one language is a type error. */
export type CommandFileTexts = typeof english;

export const commandFileTexts = inLanguage<CommandFileTexts>({ en: () => english, es: () => spanish });
