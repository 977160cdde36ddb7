import * as z from 'zod';
import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';
import { jsonIn } from '../core/json.ts';
import { oneLine } from '../core/text.ts';
import { fault } from '../core/texts/faults.ts';
import type { Locale } from '../core/texts/texts.ts';

interface SpeakerOptions extends Omit<AudioService, 'named'> {
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
const MAX_SPEECH_BYTES = 1024 * 1024;
/** As services say it; some do not know. What it is, its bytes say. */
const SPEECH_TYPES = ['audio/ogg', 'audio/opus', 'application/ogg', 'application/octet-stream'];

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
    const request = { path: '/audio/speech', body, headers, maxBytes: MAX_SPEECH_BYTES };
    const { type, bytes } = await postAudio(service, request, signal);
    const seconds = SPEECH_TYPES.includes(type) ? opusSeconds(bytes) : undefined;
    if (seconds === undefined)
      throw new Failure('invalid', fault('speech-format'), {
        facts: { type: type.slice(0, 80), bytes: bytes.length },
      });
    return { bytes, seconds };
  };
}

interface VoiceRecording {
  readonly bytes: Uint8Array;
  /** As the sender's program says. */
  readonly mimeType: string;
}

/** Most of an answer that is read, in bytes; a minute of speech is about a thousand. */
const MAX_TRANSCRIPT_BYTES = 1024 * 1024;
const TranscriptAnswer = z.object({ text: z.string() });

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
}: Omit<AudioService, 'named'> & { model: string }): (recording: VoiceRecording) => Promise<string> {
  const service = { url, key, timeoutMs, named: 'transcribe' as const };
  return async (recording) => {
    const body = formOf(recording, model);
    const request = { path: '/audio/transcriptions', body, maxBytes: MAX_TRANSCRIPT_BYTES };
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
  const read = TranscriptAnswer.safeParse(jsonIn(text));
  if (read.success) return read.data.text;
  throw new Failure('invalid', fault('transcribe-format'));
}

/** A service for speech that people set up: an OpenAI-compatible API. */
interface AudioService {
  /** Base of the API, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  readonly named: AudioServiceName;
}

/** Which one: the beginning of the names of its faults. */
type AudioServiceName = 'transcribe' | 'speech';

interface AudioRequest {
  /** Below the base: `/audio/transcriptions`. */
  readonly path: string;
  readonly body: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  /** Most of an answer that is read, in bytes. */
  readonly maxBytes: number;
}

interface AudioAnswer {
  /** Lower case, without parameters; empty when it was not said. */
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * One POST and its whole answer, within the time limit of the service. No redirect is followed.
 * @param signal aborts it; what it throws is then a Failure, too
 * @throws Failure `denied` when the key is refused, `invalid` when the request is or the answer is too large,
 * `timeout`,
 *   `unavailable`
 */
async function postAudio(
  service: AudioService,
  request: AudioRequest,
  signal?: AbortSignal,
): Promise<AudioAnswer> {
  const limit = AbortSignal.timeout(service.timeoutMs);
  try {
    const response = await fetch(`${service.url.replace(/\/+$/, '')}${request.path}`, {
      method: 'POST',
      headers: headersOf(service, request),
      body: request.body,
      // The key would go wherever it is sent on to.
      redirect: 'error',
      signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
    });
    const bytes = await readResponse(response, request.maxBytes, service.named);
    if (!response.ok) throw audioServiceFailure(response.status, bytes.toString('utf8'), service.named);
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1);
    return { type: type.trim().toLowerCase(), bytes };
  } catch (error) {
    throw audioFailure(error, service);
  }
}

function headersOf({ key }: AudioService, { headers }: AudioRequest): Record<string, string> {
  return { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
}

async function readResponse(response: Response, maxBytes: number, named: AudioServiceName): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Failure('invalid', fault(`${named}-too-much`));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function audioServiceFailure(status: number, text: string, named: AudioServiceName): Failure {
  const facts = { status, detail: oneLine(text, 200) };
  if (status === 401 || status === 403) return new Failure('denied', fault(`${named}-key`), { facts });
  if (status === 404) return new Failure('invalid', fault(`${named}-unknown`), { facts });
  if (status === 408 || status === 429 || status >= 500)
    return new Failure('unavailable', fault(`${named}-busy`, status), { facts });
  return new Failure('invalid', fault(`${named}-rejects`, status), { facts });
}

function audioFailure(error: unknown, { timeoutMs, named }: AudioService): Failure {
  if (isFailure(error)) return error;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new Failure('timeout', fault(`${named}-late`, timeoutMs / 1000), { cause: error });
  // fetch says "fetch failed" and puts the reason into the cause.
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = codeOf(cause) ?? messageOf(cause ?? error);
  return new Failure('unavailable', fault(`${named}-unreachable`, reason), { cause: error });
}

/** Samples a second that an Opus stream counts in, whatever it was recorded with. */
const SAMPLE_RATE = 48_000;
const PAGE_HEADER_LENGTH = 27;
/** Flags of a page. */
const FIRST_PAGE = 2;
/** A page on which no packet ends has no position. */
const NO_POSITION = 2n ** 64n - 1n;

/**
 * How long a recording is that holds one Opus stream in Ogg, in seconds, by the position of its last page; undefined
 * for bytes that are anything else, or that end in the middle of a page.
 */
export function opusSeconds(bytes: Buffer): number | undefined {
  const first = pageAt(bytes, 0);
  if (first?.isFirst !== true) return undefined;
  const preSkip = preSkipIn(bytes.subarray(first.bodyStart, first.end));
  const samples = samplesAfter(first, bytes);
  if (preSkip === undefined || samples === undefined) return undefined;
  const seconds = (Number(samples) - preSkip) / SAMPLE_RATE;
  return seconds > 0 ? seconds : undefined;
}

/** The position of the last page; undefined for pages that are no continuation of this one. */
function samplesAfter(first: OggPage, bytes: Buffer): bigint | undefined {
  let samples = 0n;
  for (let at = first.end; at < bytes.length; ) {
    const page = pageAt(bytes, at);
    // Several streams in one file could each be played: their lengths would add up.
    if (page === undefined || page.isFirst || page.serial !== first.serial) return undefined;
    const position = page.position === NO_POSITION ? samples : page.position;
    if (position < samples) return undefined;
    samples = position;
    at = page.end;
  }
  return samples;
}

interface OggPage {
  readonly isFirst: boolean;
  /** Samples up to its end, from the beginning of the stream. */
  readonly position: bigint;
  readonly serial: number;
  readonly bodyStart: number;
  readonly end: number;
}

function pageAt(bytes: Buffer, at: number): OggPage | undefined {
  if (bytes.length < at + PAGE_HEADER_LENGTH || bytes.toString('latin1', at, at + 4) !== 'OggS')
    return undefined;
  if (bytes[at + 4] !== 0) return undefined;
  const bodyStart = at + PAGE_HEADER_LENGTH + bytes.readUInt8(at + 26);
  if (bytes.length < bodyStart) return undefined;
  const lengths = bytes.subarray(at + PAGE_HEADER_LENGTH, bodyStart);
  const end = lengths.reduce((sum, length) => sum + length, bodyStart);
  if (bytes.length < end) return undefined;
  return {
    isFirst: (bytes.readUInt8(at + 5) & FIRST_PAGE) !== 0,
    position: bytes.readBigUInt64LE(at + 6),
    serial: bytes.readUInt32LE(at + 14),
    bodyStart,
    end,
  };
}

/** Samples at the beginning that are decoded and not played. */
function preSkipIn(header: Buffer): number | undefined {
  if (header.length < 19 || header.toString('latin1', 0, 8) !== 'OpusHead') return undefined;
  return header.readUInt16LE(10);
}
