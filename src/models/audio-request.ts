import { codeOf, Failure, isFailure, messageOf } from '../core/failure.ts';
import { oneLine } from '../core/text.ts';
import { fault } from '../core/texts/faults.ts';

/** A service for speech that people set up: an OpenAI-compatible API. */
export interface AudioService {
  /** Base of the API, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly key: string | undefined;
  readonly timeoutMs: number;
  readonly named: AudioServiceName;
}

/** Which one: the beginning of the names of its faults. */
export type AudioServiceName = 'transcribe' | 'speech';

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
 * @throws Failure `denied` when the key is refused, `invalid` when the request is or the answer is too large,
 * `timeout`,
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
