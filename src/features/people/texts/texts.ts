import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** What the page about people says. A text that is missing in one language is a type error. */
export type PeopleTexts = typeof english;

export const peopleTexts = inLanguage<PeopleTexts>({ en: () => english, es: () => spanish });
