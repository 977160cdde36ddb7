import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { type MessageCreateParamsStreaming, Messages } from '@anthropic-ai/sdk/resources/messages/messages';
import type { ModelRequest } from '../contracts/model.ts';
import type { ModelSpans } from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import type { ModelProfile } from './profile.ts';
import { finishReply, ReplyDraft } from './reply.ts';
import { requestBody } from './request-body.ts';
import type { RequestTry } from './retry.ts';
import { type TryFailure, tryFailureOf } from './try-failure.ts';

/** The part of the client library that is needed here. All of it would be three times as much code to load. */
export function createClient(options: {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly fetch: typeof fetch;
  /** Undefined: nothing of the requests is recorded. */
  readonly spans?: ModelSpans | undefined;
}): Messages {
  const { spans } = options;
  return new Messages(
    new BaseAnthropic({
      apiKey: options.apiKey,
      baseURL: options.baseUrl,
      fetch: options.fetch,
      maxRetries: 0,
      // It would write to the terminal, where the chat is.
      logLevel: 'off',
      // Else the library reads this from the environment.
      webhookKey: null,
      // Never texts, which are in the history. Nothing of our traces is sent to the API.
      openTelemetry: spans !== undefined && {
        tracerProvider: spans,
        propagation: false,
        traces: { contentMode: 'metadata_only' },
      },
    }),
  );
}

/** The least that can be asked. Returns why there was no answer; undefined when there was one. Never throws. */
export async function askForOneToken(asked: {
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly signal: AbortSignal;
}): Promise<TryFailure | undefined> {
  const { apiKey, baseUrl, model, signal } = asked;
  const client = createClient({ apiKey, baseUrl, fetch });
  const messages = [{ role: 'user', content: 'Hi' }] as const;
  try {
    await client.create({ model, max_tokens: 1, messages: [...messages] }, { signal });
    return undefined;
  } catch (error) {
    return tryFailureOf(error, Date.now());
  }
}

interface RequestParts {
  readonly client: Messages;
  readonly profile: ModelProfile;
  readonly idleTimeoutMs: number;
  readonly clock: Clock;
}

/** One try: sends the request and reads the stream to its end. Never throws for a fault of the network or the API. */
export async function askOnce(request: ModelRequest, asking: RequestParts): Promise<RequestTry> {
  const body = requestBody(request, asking.profile);
  const draft = new ReplyDraft();
  const watchdog = startWatchdog(asking.idleTimeoutMs, request.signal);
  const { client } = asking;
  const thrown = await readStream({ client, body, conversation: request.sessionId, draft, watchdog });
  // Checked first: a complete reply was paid for, whatever happened to the connection after its last event.
  if (draft.complete) return { kind: 'reply', reply: finishReply(draft, request) };
  if (request.signal.aborted) return failedTry({ kind: 'final', fault: { kind: 'stopped' } });
  if (watchdog.fired) {
    return failedTry({
      kind: 'silent',
      detail: `nothing came for ${Math.round(asking.idleTimeoutMs / 1000)} s`,
    });
  }
  if (thrown !== undefined) return failedTry(tryFailureOf(thrown, asking.clock.nowMs()));
  return failedTry({ kind: 'broken', detail: 'the reply ended before it was complete' });
}

function failedTry(failure: TryFailure): RequestTry {
  return { kind: 'failed', failure };
}

interface StreamReading {
  readonly client: Messages;
  readonly body: MessageCreateParamsStreaming;
  /** For its span; not sent to the API. */
  readonly conversation: string;
  readonly draft: ReplyDraft;
  readonly watchdog: Watchdog;
}

/** Returns what was thrown, if anything. The library ends a stream quietly when it was aborted. */
async function readStream({ client, body, conversation, draft, watchdog }: StreamReading): Promise<unknown> {
  const options = { signal: watchdog.signal, openTelemetry: { conversationId: conversation } };
  try {
    for await (const event of await client.create(body, options)) {
      watchdog.heard();
      draft.take(event);
    }
    return undefined;
  } catch (error) {
    return error;
  } finally {
    watchdog.stop();
  }
}

export interface Watchdog {
  /** Aborts when nothing was heard for too long, or when the caller's signal does. */
  readonly signal: AbortSignal;
  /** True once it has aborted for silence. */
  readonly fired: boolean;
  heard(): void;
  stop(): void;
}

/**
 * Watches a stream for silence. Real time on purpose: what is measured is a socket, which no test clock drives.
 * Pings do not count as something heard, because the client library does not show them.
 */
export function startWatchdog(idleTimeoutMs: number, outer: AbortSignal): Watchdog {
  const controller = new AbortController();
  let fired = false;
  const timer = setTimeout(() => {
    fired = true;
    controller.abort();
  }, idleTimeoutMs);
  const follow = (): void => controller.abort();
  if (outer.aborted) follow();
  outer.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    get fired() {
      return fired;
    },
    heard: () => void timer.refresh(),
    stop() {
      clearTimeout(timer);
      // The signal lives as long as the session: listeners of finished requests would pile up.
      outer.removeEventListener('abort', follow);
    },
  };
}
