import type { SessionId } from '../base/ids.ts';

/** How long things are kept, in milliseconds; undefined = for ever. */
export interface Keep {
  /** Words of finished messages. */
  readonly messagesMs: number | undefined;
  /** Sessions that have ended, with all that was said and done in them. */
  readonly sessionsMs: number | undefined;
  /** Spans of what was done. */
  readonly tracesMs: number | undefined;
  /** The record of commands. */
  readonly auditMs: number | undefined;
}

/** Sessions that are forgotten. What they cost and how they ended stays: sums, estimates and figures rest on it. */
export interface ForgettingStore {
  /**
   * From now on nobody is shown up to `most` sessions that ended before then, and of which nothing is open: no worktree,
   * pull request, undo, question, command. Returns how many.
   */
  begin(beforeMs: number, most: number): number;
  /** Begun and not finished, oldest first. */
  begun(most: number): readonly SessionId[];
  /** Removes up to `most` of its rows; 0: none is left. */
  removeRows(id: SessionId, most: number): number;
  finish(id: SessionId): void;
  /** True for a session whose row is there although nobody is shown it. */
  isForgotten(id: SessionId): boolean;
}
