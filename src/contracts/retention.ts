import type { SessionId } from '../core/ids.ts';

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
