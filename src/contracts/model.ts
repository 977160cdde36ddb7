import type { Json, JsonObject } from '../core/json.ts';

/** One block of a message, exactly as the API sent or accepts it: kept byte for byte, never rebuilt. */
export type Block = JsonObject & { readonly type: string };

export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  readonly input_schema: JsonObject;
}

export interface ModelRequest {
  readonly model: string;
  readonly system: string;
  /** Sorted by name and frozen for the session: a change would break the cached prefix and preserved thinking. */
  readonly tools: readonly ToolSpec[];
  readonly messages: readonly ModelMessage[];
  /** Ids of calls that are no longer in the messages; a new call must not reuse them. */
  readonly earlierCallIds?: readonly string[];
  /** `none`: the closing reply of a run. */
  readonly toolChoice: 'auto' | 'none';
  /** JSON Schema for the text of the reply; undefined for free text. Never used within a session. */
  readonly format?: JsonObject;
  /** Stable per session, for telemetry and for the replay model. */
  readonly sessionId: string;
  readonly signal: AbortSignal;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens: number;
  readonly cacheWriteTokens: number;
  /** The part of them that is cached for an hour, which costs more; missing = not reported. */
  readonly cacheWriteHourTokens?: number;
  /** Searches of the web by the API itself, each with its own price; missing = none. */
  readonly webSearches?: number;
}

/** Tokens and searches that were used of one model. */
export interface ModelSpending {
  readonly model: string;
  readonly usage: Usage;
}

/**
 * Why the model stopped. `window-full`: the context left no room for more. `other`: an unknown reason; treated as an
 * ended turn.
 */
export type StopReason =
  | 'end_turn'
  | 'tool_use'
  | 'max_tokens'
  | 'window-full'
  | 'refusal'
  | 'pause_turn'
  | 'other';

/** A tool call of the model. `malformed` says why its input may not be used: the JSON was incomplete or not JSON. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly input: Json;
  readonly malformed?: string;
}

export interface ModelReply {
  /** Ready to be appended to the history; empty for an empty reply. */
  readonly content: readonly Block[];
  /** The visible words, blocks joined by a blank line. */
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly stopReason: StopReason;
  readonly usage: Usage;
}

/**
 * Why there is no reply after all reasonable retries.
 * - `key`: the key is missing or refused. - `request`: the API refused the request itself. - `too-long`: the
 * conversation no longer fits. - `busy`: overloaded or rate limited; `retryAtMs` when the server named a time that is
 * worth a pause. - `unreachable`: no connection, or it broke each time. - `silent`: the stream sent nothing for too
 * long.
 */
export type ModelFault =
  | { readonly kind: 'key'; readonly detail: string }
  | { readonly kind: 'request'; readonly detail: string }
  | { readonly kind: 'too-long'; readonly detail: string }
  | { readonly kind: 'busy'; readonly detail: string; readonly retryAtMs?: number }
  | { readonly kind: 'unreachable'; readonly detail: string }
  | { readonly kind: 'silent'; readonly detail: string }
  | { readonly kind: 'stopped' };

export type ModelAnswer =
  | { readonly kind: 'reply'; readonly reply: ModelReply }
  | { readonly kind: 'fault'; readonly fault: ModelFault };

export interface ModelRetry {
  readonly attempt: number;
  readonly waitMs: number;
  readonly why: 'busy' | 'silent' | 'unreachable';
  readonly reason: string;
}

export interface Model {
  /** `anthropic`, `replay`. */
  readonly name: string;
  /**
   * One reply, streamed and complete; retried inside as far as that is safe (nothing has been executed yet). Never
   * throws for faults of the network or the API. `onRetry` is called before each wait.
   */
  reply(request: ModelRequest, onRetry: (retry: ModelRetry) => void): Promise<ModelAnswer>;
}
