import { inLanguage } from '../../../core/texts/texts.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';

/** Everything that `/voice` says, and the sentences that are spoken. */
export type VoiceTexts = typeof english;

export const voiceTexts = inLanguage<VoiceTexts>({ en: () => english, es: () => spanish });
