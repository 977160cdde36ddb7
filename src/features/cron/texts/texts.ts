import { faultsOf } from '../../../core/texts/faults.ts';
import { inLanguage } from '../../../core/texts/texts.ts';
import { english, faults as englishFaults } from './en.ts';
import { spanish, faults as spanishFaults } from './es.ts';

/** Everything that is said about crons. A text that is missing in one language is a type error. */
export type CronTexts = typeof english;

export const cronTexts = inLanguage<CronTexts>({ en: () => english, es: () => spanish });

/** What is wrong with a schedule, or with what should happen then. */
export const cronFault = faultsOf({ en: () => englishFaults, es: () => spanishFaults });
