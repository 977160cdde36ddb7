import type { Locale } from '../../../core/texts/texts.ts';
import { clusterTexts as english } from './en.ts';
import { clusterTexts as spanish } from './es.ts';

/** What the commands of several machines say. A text that is missing in one language is a type error. */
export type ClusterTexts = typeof english;

export function clusterTexts(locale: Locale): ClusterTexts {
  return locale === 'es' ? spanish : english;
}
