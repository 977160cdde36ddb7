import { localeOf, type Texts } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/voice` says, and the sentences that are spoken. */
export type VoiceTexts = typeof english;

/** In the language of these texts. */
export function voiceTexts(texts: Texts): VoiceTexts {
  return localeOf(texts) === 'es' ? spanish : english;
}
