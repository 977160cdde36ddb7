import type { InstanceId, SessionId } from '../core/ids.ts';

export interface RegisteredInstance {
  readonly id: InstanceId;
  readonly pid: number;
  /** Distinguishes its process from others with the same number, also in another container. */
  readonly startTime: string;
  readonly seenAtMs: number;
}

/** Programs that use this data folder. When one has ended, another takes over its work. */
export interface InstanceStore {
  /** Also locks a file of its own, where the system can, as long as this program lives. */
  register(instance: {
    readonly id: InstanceId;
    readonly pid: number;
    readonly startTime: string;
    readonly atMs: number;
  }): void;
  /** Stores that it was running at this time; false when another program has taken over its work. */
  beat(id: InstanceId, atMs: number): boolean;
  all(): readonly RegisteredInstance[];
  /** True when a living program holds its lock; undefined without a lock. */
  isHeld(id: InstanceId): boolean | undefined;
  /**
   * Moves unfinished inbox rows, outbox rows and sessions of `from` to `to`, and forgets `from`. Returns the sessions.
   */
  adopt(from: InstanceId, to: InstanceId): readonly SessionId[];
  forget(id: InstanceId): void;
}

/** Facts that are stored only to be counted. */
export interface MetricsStore {
  /** A warning or a breaker of the loop detection. */
  noteLoop(loop: {
    readonly session: SessionId;
    readonly action: 'warning' | 'circuit_breaker';
    readonly atMs: number;
  }): void;
  /** Stalls since the last call. They need not survive a power cut. */
  noteStops(stops: { readonly count: number; readonly longestMs: number; readonly atMs: number }): void;
}

/** Retention times in milliseconds; undefined = for ever. */
export interface RetentionTimes {
  /** Texts of finished messages. */
  readonly messagesMs: number | undefined;
  /** Ended sessions with their whole history. */
  readonly sessionsMs: number | undefined;
  /** Spans. */
  readonly tracesMs: number | undefined;
  /** The record of commands. */
  readonly auditMs: number | undefined;
}

/** Sessions that are being forgotten. Their costs and outcomes stay for sums, estimates and metrics. */
export interface ForgettingStore {
  /**
   * Hides up to `most` sessions that ended before then and have nothing open: no worktree, pull request, undo,
   * question, command. Returns how many.
   */
  begin(beforeMs: number, most: number): number;
  /** Begun and unfinished ones, oldest first. */
  listBegun(most: number): readonly SessionId[];
  /** Removes up to `most` of its rows; returns 0 when none is left. */
  removeRows(id: SessionId, most: number): number;
  finish(id: SessionId): void;
  /** True for a session whose row exists but is hidden. */
  isForgotten(id: SessionId): boolean;
}
