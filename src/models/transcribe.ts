import * as z from 'zod';
import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';
import { jsonIn } from '../core/json.ts';
import { oneLine } from '../core/text.ts';

export interface TranscriberOptions {
  /** Base of an OpenAI-compatible API, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  readonly timeoutMs: number;
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
export function createTranscriber(
  options: TranscriberOptions,
): (recording: VoiceRecording) => Promise<string> {
  return async (recording) => {
    const answer = await ask(options, recording);
    const text = answer.trim();
    if (text === '') throw new Failure('not-found', "I didn't understand any words in the recording.");
    return text;
  };
}

async function ask(
  { url, key, model, timeoutMs }: TranscriberOptions,
  recording: VoiceRecording,
): Promise<string> {
  try {
    const response = await fetch(`${url.replace(/\/+$/, '')}/audio/transcriptions`, {
      method: 'POST',
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      body: formOf(recording, model),
      // The key would go wherever it is sent on to.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readResponseText(response);
    if (!response.ok) throw refusal(response.status, text);
    return wordsIn(text);
  } catch (error) {
    throw failureOf(error, timeoutMs);
  }
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

async function readResponseText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) throw new Failure('invalid', 'TRANSCRIBE_URL answered with far too much.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function wordsIn(text: string): string {
  const read = Answer.safeParse(jsonIn(text));
  if (read.success) return read.data.text;
  throw new Failure('invalid', "TRANSCRIBE_URL doesn't answer like an OpenAI-compatible API. Check it.");
}

function refusal(status: number, text: string): Failure {
  const facts = { status, detail: oneLine(text, 200) };
  if (status === 401 || status === 403)
    return new Failure('denied', 'The transcription service rejects TRANSCRIBE_KEY. Check it.', { facts });
  if (status === 404)
    return new Failure(
      'invalid',
      "The transcription service doesn't know this address or model. Check TRANSCRIBE_URL and TRANSCRIBE_MODEL.",
      { facts },
    );
  if (status === 408 || status === 429 || status >= 500)
    return new Failure(
      'unavailable',
      `The transcription service is busy or broken (HTTP ${status}). Try again later.`,
      {
        facts,
      },
    );
  return new Failure('invalid', `The transcription service rejects the recording (HTTP ${status}).`, {
    facts,
  });
}

function failureOf(error: unknown, timeoutMs: number): Failure {
  if (isFailure(error)) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new Failure(
      'timeout',
      `The transcription service took longer than ${timeoutMs / 1000} s. Send a shorter recording, or try again.`,
      {
        cause: error,
      },
    );
  // fetch says "fetch failed" and puts the reason into the cause.
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = codeOf(cause) ?? messageOf(cause ?? error);
  return new Failure(
    'unavailable',
    `I can't reach the transcription service (${reason}). Check the network and TRANSCRIBE_URL.`,
    {
      cause: error,
    },
  );
}
