import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';
import { oneLine } from '../core/text.ts';

/** A service for speech that people set up: an OpenAI-compatible API. */
export interface AudioService {
  /** Base of the API, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  readonly named: AudioServiceName;
}

/** Words for sentences about it. */
export interface AudioServiceName {
  /** `transcription service` */
  readonly service: string;
  /** Beginning of its variables: `TRANSCRIBE` for `TRANSCRIBE_URL`. */
  readonly variables: string;
  /** What to do when it takes too long: `Send a shorter recording, or try again.` */
  readonly whenLate: string;
  /** What it refuses: `the recording`. */
  readonly refused: string;
}

interface AudioRequest {
  /** Below the base: `/audio/transcriptions`. */
  readonly path: string;
  readonly body: BodyInit;
  readonly headers?: Readonly<Record<string, string>>;
  /** Most of an answer that is read, in bytes. */
  readonly maxBytes: number;
}

export interface AudioAnswer {
  /** Lower case, without parameters; empty when it was not said. */
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * One POST and its whole answer, within the time limit of the service. No redirect is followed.
 * @param signal aborts it; what it throws is then a Failure, too
 * @throws Failure `denied` when the key is refused, `invalid` when the request is or the answer is too large, `timeout`,
 *   `unavailable`
 */
export async function postAudio(
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
    if (!response.ok) throw refusal(response.status, bytes.toString('utf8'), service.named);
    const [type = ''] = (response.headers.get('content-type') ?? '').split(';', 1);
    return { type: type.trim().toLowerCase(), bytes };
  } catch (error) {
    throw failureOf(error, service);
  }
}

function headersOf({ key }: AudioService, { headers }: AudioRequest): Record<string, string> {
  return { ...headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) };
}

async function readResponse(
  response: Response,
  maxBytes: number,
  { variables }: AudioServiceName,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop by an error cancels the rest of the answer.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new Failure('invalid', `${variables}_URL answered with far too much.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusal(status: number, text: string, { service, variables, refused }: AudioServiceName): Failure {
  const facts = { status, detail: oneLine(text, 200) };
  if (status === 401 || status === 403)
    return new Failure('denied', `The ${service} rejects ${variables}_KEY. Check it.`, { facts });
  if (status === 404)
    return new Failure(
      'invalid',
      `The ${service} doesn't know this address or model. Check ${variables}_URL and ${variables}_MODEL.`,
      { facts },
    );
  if (status === 408 || status === 429 || status >= 500)
    return new Failure('unavailable', `The ${service} is busy or broken (HTTP ${status}). Try again later.`, {
      facts,
    });
  return new Failure('invalid', `The ${service} rejects ${refused} (HTTP ${status}).`, { facts });
}

function failureOf(error: unknown, { timeoutMs, named }: AudioService): Failure {
  if (isFailure(error)) return error;
  const { service, variables, whenLate } = named;
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return new Failure('timeout', `The ${service} took longer than ${timeoutMs / 1000} s. ${whenLate}`, {
      cause: error,
    });
  // fetch says "fetch failed" and puts the reason into the cause.
  const cause = error instanceof Error ? error.cause : undefined;
  const reason = codeOf(cause) ?? messageOf(cause ?? error);
  return new Failure(
    'unavailable',
    `I can't reach the ${service} (${reason}). Check the network and ${variables}_URL.`,
    { cause: error },
  );
}
