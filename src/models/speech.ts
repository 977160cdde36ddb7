import { Failure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import type { Locale } from '../core/texts/texts.ts';
import { type AudioService, postAudio } from './audio-request.ts';
import { opusSeconds } from './opus-seconds.ts';

export interface SpeakerOptions extends Omit<AudioService, 'named'> {
  readonly model: string;
  /** By the language of the text. */
  readonly voices: Readonly<Record<Locale, string>>;
}

/** Opus in Ogg. */
export interface SpeechRecording {
  readonly bytes: Buffer;
  readonly seconds: number;
}

/** @param signal aborts it, as a Failure */
export type SpeechSynthesizer = (
  text: string,
  locale: Locale,
  signal: AbortSignal,
) => Promise<SpeechRecording>;

/** Two minutes of speech at the highest rate that is used for it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** As services say it; some do not know. What it is, its bytes say. */
const TYPES = ['audio/ogg', 'audio/opus', 'application/ogg', 'application/octet-stream'];

/**
 * Turns text into speech by `POST {url}/audio/speech`.
 * @throws Failure `denied` when the key is refused, `invalid` when the request is or the answer is no such recording,
 *   `timeout`, `unavailable`
 */
export function createSpeaker({ url, key, timeoutMs, model, voices }: SpeakerOptions): SpeechSynthesizer {
  const service = { url, key, timeoutMs, named: 'speech' as const };
  return async (text, locale, signal) => {
    const body = JSON.stringify({ model, voice: voices[locale], input: text, response_format: 'opus' });
    const headers = { 'content-type': 'application/json' };
    const request = { path: '/audio/speech', body, headers, maxBytes: MAX_ANSWER_BYTES };
    const { type, bytes } = await postAudio(service, request, signal);
    const seconds = TYPES.includes(type) ? opusSeconds(bytes) : undefined;
    if (seconds === undefined)
      throw new Failure('invalid', fault('speech-format'), {
        facts: { type: type.slice(0, 80), bytes: bytes.length },
      });
    return { bytes, seconds };
  };
}
