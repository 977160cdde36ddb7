import type { SessionId } from '../core/ids.ts';
import type { ModelMessage } from './model.ts';
import type { SessionStatus } from './session.ts';

/**
 * Replaces the older part of a history in requests. The history itself is never changed: `messages` are sent, then
 * the history from `upTo` on.
 */
export interface Compaction {
  /** How many messages of the history it replaces, counted from the beginning. */
  readonly upTo: number;
  /** As they are sent, byte for byte; the last one is a user message. */
  readonly messages: readonly ModelMessage[];
  /** Summary of the replaced messages; the next compaction may have to reuse it. */
  readonly summary: string;
  /**
   * `summary`: by the model. `digest`: by the program, because the model could not. `switch`: nothing is left out but
   * the thinking of the model that was used until then.
   */
  readonly method: 'summary' | 'digest' | 'switch';
  readonly tokensBefore: number;
  /** An estimate: the API has not counted it yet. */
  readonly tokensAfter: number;
  /** The model's own window if it turned out to be smaller than ours, in tokens. */
  readonly windowTokens: number | undefined;
  readonly microUsd: number;
  readonly atMs: number;
}

/** `nothing`: it was short. `money`: a limit is reached. `failed`: the model could not be asked; nothing changed. */
export type NotCompacted = 'nothing' | 'money' | 'failed';

/** The size of a context as the API counted it. */
export interface MeasuredContext {
  /** Messages of the history that were counted, the model's reply included. */
  readonly messages: number;
  readonly tokens: number;
}

/** A compaction that a person asked for and that is not done yet. */
export interface CompactionRequest {
  /** What to keep in particular, in the person's words; may be empty. */
  readonly words: string;
  /** The state to restore after compacting an idle session; undefined when it is compacted while it runs. */
  readonly backTo: SessionRest | undefined;
}

/** State of an idle session. */
export interface SessionRest {
  readonly status: SessionStatus;
  readonly reason: string | undefined;
  readonly endedAtMs: number | undefined;
}

export interface ContextStore {
  /** The compaction that is in use. */
  latest(session: SessionId): Compaction | undefined;
  /** Oldest first. */
  all(session: SessionId): readonly Compaction[];
  /** Used from its commit on; earlier measurements are void. */
  add(session: SessionId, compaction: Compaction): void;
  findMeasured(session: SessionId): MeasuredContext | undefined;
  setMeasured(session: SessionId, measured: MeasuredContext): void;
  /** Messages that it counted are no longer sent. */
  forgetMeasured(session: SessionId): void;
  findRequest(session: SessionId): CompactionRequest | undefined;
  /** Replaces a request that was not done. */
  setRequest(session: SessionId, request: CompactionRequest): void;
  forgetRequest(session: SessionId): void;
}
