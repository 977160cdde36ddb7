import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that an export says. A text that is missing in one language is a type error. */
export type ExportTexts = typeof english;

/** In the language of these texts. */
export function exportTexts(texts: Texts): ExportTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
