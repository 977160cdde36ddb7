import type { Locale } from '../../../../core/texts/texts.ts';
import { peopleCommandTexts } from './en.ts';
import { peopleCommandTexts as spanish } from './es.ts';

export type PeopleCommandTexts = typeof peopleCommandTexts;

/** What `wasap people` says. A text that is missing in one language is a type error. */
export function peopleCommandWords(locale: Locale): { readonly peopleCommand: PeopleCommandTexts } {
  return { peopleCommand: locale === 'es' ? spanish : peopleCommandTexts };
}
