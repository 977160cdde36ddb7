import { inLanguage } from '../../../../core/texts/texts.ts';
import { peopleCommandTexts } from './en.ts';
import { peopleCommandTexts as spanish } from './es.ts';

export type PeopleCommandTexts = typeof peopleCommandTexts;

/** What `wasap people` says. A text that is missing in one language is a type error. */
export const peopleCommandWords = inLanguage({
  en: () => ({ peopleCommand: peopleCommandTexts }),
  es: () => ({ peopleCommand: spanish }),
});
