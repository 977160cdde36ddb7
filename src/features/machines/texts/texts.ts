import { inLanguage } from '../../../core/texts/texts.ts';
import { machinesTexts as english } from './en.ts';
import { machinesTexts as spanish } from './es.ts';

/** Everything that is said about machines. A text that is missing in one language is a type error. */
export type MachinesTexts = typeof english;

export const machinesTexts = inLanguage<MachinesTexts>({ en: () => english, es: () => spanish });
