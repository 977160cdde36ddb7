import { faultsOf } from '../../../core/texts/faults.ts';
import { inLanguage } from '../../../core/texts/texts.ts';
import { english, faults as englishFaults } from './en.ts';
import { spanish, faults as spanishFaults } from './es.ts';

/** Everything that is said about jobs. A text that is missing in one language is a type error. */
export type JobTexts = typeof english;

export const jobTexts = inLanguage<JobTexts>({ en: () => english, es: () => spanish });

/** What goes wrong with the file or the plan of a job. */
export const jobFault = faultsOf({ en: () => englishFaults, es: () => spanishFaults });
