import * as z from 'zod';
import { Failure } from '../core/failure.ts';
import { jsonIn } from '../core/json.ts';
import { fault } from '../core/texts/faults.ts';
import { type AudioService, postAudio } from './audio-request.ts';

export interface TranscriberOptions extends Omit<AudioService, 'named'> {
  readonly model: string;
}

export interface VoiceRecording {
  readonly bytes: Uint8Array;
  /** As the sender's program says. */
  readonly mimeType: string;
}

/** Most of an answer that is read, in bytes; a minute of speech is about a thousand. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const Answer = z.object({ text: z.string() });

/**
 * Turns speech into text by `POST {url}/audio/transcriptions`.
 * @throws Failure `denied` when the key is refused, `invalid` when the request is, `not-found` when nothing was said,
 *   `timeout`, `unavailable`
 */
export function createTranscriber({
  url,
  key,
  model,
  timeoutMs,
}: TranscriberOptions): (recording: VoiceRecording) => Promise<string> {
  const service = { url, key, timeoutMs, named: 'transcribe' as const };
  return async (recording) => {
    const body = formOf(recording, model);
    const request = { path: '/audio/transcriptions', body, maxBytes: MAX_ANSWER_BYTES };
    const { bytes } = await postAudio(service, request);
    const text = transcribedText(bytes.toString('utf8')).trim();
    if (text === '') throw new Failure('not-found', fault('no-words'));
    return text;
  };
}

function formOf({ bytes, mimeType }: VoiceRecording, model: string): FormData {
  const type = mimeType.split(';', 1)[0]?.trim() || 'audio/ogg';
  const form = new FormData();
  form.set('model', model);
  form.set('response_format', 'json');
  // The service recognises the format by the file name's ending.
  form.set('file', new Blob([new Uint8Array(bytes)], { type }), `voice.${endingOf(type)}`);
  return form;
}

function endingOf(type: string): string {
  const endings: Readonly<Record<string, string>> = {
    'audio/mpeg': 'mp3',
    'audio/mp4': 'm4a',
    'audio/aac': 'm4a',
    'audio/wav': 'wav',
    'audio/webm': 'webm',
  };
  return endings[type] ?? 'ogg';
}

function transcribedText(text: string): string {
  const read = Answer.safeParse(jsonIn(text));
  if (read.success) return read.data.text;
  throw new Failure('invalid', fault('transcribe-format'));
}
