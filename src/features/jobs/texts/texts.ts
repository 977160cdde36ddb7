import { faultsOf } from '../../../core/texts/faults.ts';
import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english, faults as englishFaults } from './en.ts';
import { spanish, faults as spanishFaults } from './es.ts';

/** Everything that is said about jobs. A text that is missing in one language is a type error. */
export type JobTexts = typeof english;

/** In the language of these texts. */
export function jobTexts(texts: Texts): JobTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}

/** What goes wrong with the file or the plan of a job. */
export const jobFault = faultsOf((locale) => (locale === 'es' ? spanishFaults : englishFaults));
