import type { CallId, SessionId } from '../base/ids.ts';
import type { Usage } from './model.ts';
import type { BackgroundProcess, CommandAudit, WrittenFile } from './tool.ts';

export type CommandDecision = 'allow' | 'deny' | 'ask_approved' | 'ask_rejected';

/** `agent_command_log`, columns exactly as specified; one row per attempt, completed in a second step. */
export interface CommandLogStore {
  attempt(row: {
    readonly session: SessionId;
    readonly call: CallId;
    readonly phoneNumber: string;
    readonly command: string;
    readonly decision: CommandDecision;
  }): void;
  complete(session: SessionId, call: CallId, audit: CommandAudit): void;
}

/** What a session saw, wrote, committed. */
export interface LedgerStore {
  seen(session: SessionId): ReadonlyMap<string, string>;
  noteSeen(session: SessionId, path: string, hash: string): void;
  written(session: SessionId): readonly WrittenFile[];
  /** Keeps the first `before`; replaces `after`. */
  noteWritten(session: SessionId, file: WrittenFile): void;
  commits(session: SessionId): readonly string[];
  noteCommit(session: SessionId, hash: string): void;
  /** Paths dirty before the first change, or undefined while unknown. */
  baseline(
    session: SessionId,
  ): { readonly head: string | undefined; readonly dirty: readonly string[] } | undefined;
  setBaseline(
    session: SessionId,
    baseline: { readonly head: string | undefined; readonly dirty: readonly string[] },
  ): void;
  ownBranch(session: SessionId): string | undefined;
  noteOwnBranch(session: SessionId, name: string): void;
}

export interface ProcessStore {
  list(session: SessionId): readonly BackgroundProcess[];
  add(session: SessionId, process: BackgroundProcess): void;
  setReadFrom(
    session: SessionId,
    id: string,
    offsets: { readonly stdout: number; readonly stderr: number },
  ): void;
}

export interface SpendingStore {
  add(entry: {
    readonly session: SessionId;
    readonly person: string;
    readonly usage: Usage;
    readonly microUsd: number;
    readonly atMs: number;
  }): void;
  /** Spent by one person since `sinceMs`, in millionths of a dollar. */
  since(person: string, sinceMs: number): number;
}
