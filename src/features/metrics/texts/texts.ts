import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that is said about figures. A text that is missing in one language is a type error. */
export type MetricsTexts = typeof english;

export const metricsTexts = inLanguage<MetricsTexts>({ en: () => english, es: () => spanish });
