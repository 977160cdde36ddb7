import type { SessionId } from '../base/ids.ts';
import type { ModelMessage } from './model.ts';
import type { SessionStatus } from './session.ts';

/**
 * What stands for the older part of a history from now on. The history itself is never changed: what is sent is
 * `messages`, then the history from `upTo` on.
 */
export interface Compaction {
  /** Messages of the history that it stands for, counted from the beginning. */
  readonly upTo: number;
  /** As they are sent, byte for byte; the last one is the person's or holds tool results. */
  readonly messages: readonly ModelMessage[];
  /** The words for what was left out; the next compaction may have to do with them. */
  readonly summary: string;
  /** `summary`: by the model. `digest`: by the program, because the model could not. */
  readonly method: 'summary' | 'digest';
  readonly tokensBefore: number;
  /** An estimate: the API has not counted it yet. */
  readonly tokensAfter: number;
  /** The model's own window where it turned out to be smaller than ours, in tokens. */
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

/** A compaction that a person asked for and that has not been done. */
export interface CompactionRequest {
  /** What is to be kept in particular, in the person's words; may be empty. */
  readonly words: string;
  /** How the session stood when nothing ran, and stands again afterwards; undefined: it happens on the way. */
  readonly backTo: SessionRest | undefined;
}

/** A session that nothing runs in. */
export interface SessionRest {
  readonly status: SessionStatus;
  readonly reason: string | undefined;
  readonly endedAtMs: number | undefined;
}

export interface ContextStore {
  /** The one in force. */
  latest(session: SessionId): Compaction | undefined;
  /** Oldest first. */
  all(session: SessionId): readonly Compaction[];
  /** In force with its commit; what was measured before no longer holds. */
  add(session: SessionId, compaction: Compaction): void;
  measured(session: SessionId): MeasuredContext | undefined;
  measure(session: SessionId, measured: MeasuredContext): void;
  requested(session: SessionId): CompactionRequest | undefined;
  /** Replaces one that was not done. */
  request(session: SessionId, request: CompactionRequest): void;
  forgetRequest(session: SessionId): void;
}
