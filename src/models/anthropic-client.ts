import { BaseAnthropic } from '@anthropic-ai/sdk/client';
import { transformJSONSchema } from '@anthropic-ai/sdk/lib/transform-json-schema';
import {
  type MessageCreateParamsStreaming,
  type MessageParam,
  Messages,
  type Tool,
} from '@anthropic-ai/sdk/resources/messages/messages';
import type { ModelMessage, ModelRequest, ToolSpec } from '../contracts/model.ts';
import type { ModelSpans } from '../contracts/trace.ts';
import type { Clock } from '../core/clock.ts';
import { type ModelProfile, modelIdOf } from './profile.ts';
import { finishReply, ReplyDraft } from './reply.ts';
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

/** How many blocks, and a few more, the API looks back from a breakpoint for cached content. */
const MAX_NEW_BLOCKS = 15;
const ONE_HOUR = { type: 'ephemeral', ttl: '1h' } as const;

/**
 * The request. The order of the keys is part of the contract: everything up to the end of the messages is, byte for
 * byte, the beginning of the session's next request. Preserved thinking and the prompt cache depend on it, so a value
 * that differs in one request only (`tool_choice`) follows the messages.
 */
function requestBody(request: ModelRequest, profile: ModelProfile): MessageCreateParamsStreaming {
  const { model, system, toolChoice } = request;
  const { effort, thinking, cache } = profile;
  const tools = toolsOf(request.tools, cache);
  return {
    model: modelIdOf(profile, model),
    max_tokens: profile.max_tokens,
    stream: true,
    system: [{ type: 'text', text: system, ...(cache ? { cache_control: ONE_HOUR } : {}) }],
    // An empty list is left out: a tool choice without tools would be refused.
    ...(tools.length > 0 ? { tools } : {}),
    ...(thinking === undefined ? {} : { thinking }),
    ...outputConfig(request, effort),
    // Without a place of its own the breakpoint is set by the API behind the last message.
    ...(cache ? { cache_control: { type: 'ephemeral' } as const } : {}),
    // Safe: blocks are kept as the API sent them, or were built by this program for the API.
    messages: (cache ? withBreakpoint(request.messages) : request.messages) as unknown as MessageParam[],
    ...(toolChoice === 'none' && tools.length > 0 ? { tool_choice: { type: 'none' } as const } : {}),
  };
}

/** The API accepts only a part of JSON Schema: the rest goes into the descriptions. */
function outputConfig(
  { format }: ModelRequest,
  effort: ModelProfile['effort'],
): Pick<MessageCreateParamsStreaming, 'output_config'> {
  if (effort === undefined && format === undefined) return {};
  const schema = format && { ...transformJSONSchema(format) };
  return {
    output_config: {
      // An answer that is data needs no long thought; a lower temperature, which would say the same, current models
      // refuse.
      ...(effort === undefined ? {} : { effort: format === undefined ? effort : 'low' }),
      ...(schema === undefined ? {} : { format: { type: 'json_schema', schema } }),
    },
  };
}

function toolsOf(tools: readonly ToolSpec[], cache: boolean): Tool[] {
  const last = tools.length - 1;
  return tools.map((tool, at) => {
    // Safe: input schemas are derived from zod objects, so their type is `object`.
    const spec = tool as unknown as Tool;
    return cache && at === last ? { ...spec, cache_control: ONE_HOUR } : spec;
  });
}

/**
 * A round of many calls adds more blocks than the API looks back: a breakpoint where the previous request ended then
 * finds what is cached. Only then, so that requests of other rounds begin with the bytes of the one before.
 */
function withBreakpoint(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const reply = messages.findLastIndex(({ role }) => role === 'assistant');
  const added = messages.slice(Math.max(0, reply)).reduce((sum, { content }) => sum + content.length, 0);
  const end = messages[reply - 1];
  if (end === undefined || added <= MAX_NEW_BLOCKS) return messages;
  const content = end.content.map((block, at) =>
    at === end.content.length - 1 ? { ...block, cache_control: { type: 'ephemeral' } } : block,
  );
  return messages.with(reply - 1, { ...end, content });
}
