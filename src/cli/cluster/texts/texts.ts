import { inLanguage } from '../../../core/texts/texts.ts';
import { clusterTexts } from './en.ts';
import { clusterTexts as spanish } from './es.ts';

/** What the commands of several machines say. A text that is missing in one language is a type error. */
export type ClusterTexts = typeof clusterTexts;

export const clusterWords = inLanguage({
  en: () => ({ cluster: clusterTexts }),
  es: () => ({ cluster: spanish }),
});
