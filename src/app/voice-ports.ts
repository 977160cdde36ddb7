import { join } from 'node:path';
import type { Redactor } from '../contracts/policy.ts';
import { SECOND_MS } from '../core/clock.ts';
import type { VoiceParts } from '../features/voice/voice-feature.ts';
import { createKeptRecordings } from '../files/kept-files.ts';
import { createSpeaker, type SpeechSynthesizer } from '../models/speech.ts';
import type { Settings } from '../settings/settings.ts';

const SPEAK_WITHIN_MS = 20 * SECOND_MS;

/** What makes speech of text, and where it is kept until it is sent. */
export function voicePorts(settings: Pick<Settings, 'speech' | 'folders'>, { redact }: Redactor): VoiceParts {
  return {
    redact,
    speak: speakerOf(settings),
    usdPerMillionCharacters: settings.speech?.usdPerMillionCharacters,
    recordings: createKeptRecordings(join(settings.folders.data, 'voice')),
  };
}

/** Undefined: no speech service is set up. */
export function speakerOf({ speech }: Pick<Settings, 'speech'>): SpeechSynthesizer | undefined {
  if (speech === undefined) return undefined;
  const { url, key, model, voices } = speech;
  return createSpeaker({ url, key, model, voices, timeoutMs: SPEAK_WITHIN_MS });
}
