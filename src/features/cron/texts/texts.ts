import { faultsOf } from '../../../core/texts/faults.ts';
import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english, faults as englishFaults } from './en.ts';
import { spanish, faults as spanishFaults } from './es.ts';

/** Everything that is said about crons. A text that is missing in one language is a type error. */
export type CronTexts = typeof english;

/** In the language of these texts. */
export function cronTexts(texts: Texts): CronTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}

/** What is wrong with a schedule, or with what should happen then. */
export const cronFault = faultsOf((locale) => (locale === 'es' ? spanishFaults : englishFaults));
