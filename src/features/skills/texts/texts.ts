import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about skills. A text that is missing in one language is a type error. */
export type SkillTexts = typeof english;

export const skillTexts = inLanguage<SkillTexts>({ en: () => english, es: () => spanish });
