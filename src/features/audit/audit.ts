import type { CommandDecision } from '../../contracts/session-stores.ts';
import type { ConversationId, SessionId } from '../../core/ids.ts';

/** One row as the printed query "last commands" shows it. Times are UTC, `2026-11-20 09:30:00`. */
export interface AuditedCommand {
  readonly command: string;
  readonly decision: CommandDecision;
  /** Undefined while it runs, when it was refused, and when it was killed. */
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
  readonly startedAt: string;
}

/** The specification's queries on `agent_command_log`, and the proof that nobody changed it. Writes nothing. */
export interface AuditStore {
  /** The last `count`, newest first. */
  listRecent(count: number): readonly AuditedCommand[];
  /** The last `count` of one session, newest first. */
  listOfSession(session: SessionId, count: number): readonly AuditedCommand[];
  /** The last `count` of the tasks of one chat, newest first; all of them or only those blocked or rejected. */
  listOfChat(conversation: ConversationId, which: 'all' | 'denied', count: number): readonly AuditedCommand[];
  /** Blocked or rejected, newest first. */
  listDenied(count: number): readonly (Pick<AuditedCommand, 'command' | 'decision' | 'startedAt'> & {
    readonly phoneNumber: string;
  })[];
  /** Those that took more than `minMs`, slowest first. */
  listSlow(
    minMs: number,
    count: number,
  ): readonly Pick<AuditedCommand, 'command' | 'durationMs' | 'exitCode'>[];
  bySession(phoneNumber: string): readonly {
    readonly session: SessionId;
    readonly commands: number;
    readonly success: number;
    readonly failures: number;
  }[];
  /** Every person for whom a command was attempted. */
  phoneNumbers(): readonly string[];
  /** Checks the whole chain in slices, yielding in between; the time grows with the chain. */
  verify(): Promise<AuditCheck>;
}

/** Removes the beginning of the record of commands, so that the rest can still be proved. */
export interface AuditCutter {
  /**
   * One commit of about `most` entries that are older than that, with their rows; returns how many were removed. A
   * command whose end was recorded later is removed with its end or not at all.
   */
  cut(beforeMs: number, most: number): number;
}

/**
 * `lastHash` changes with every entry: a copy of it elsewhere proves later that nothing before it was rewritten,
 * which the chain alone cannot do against someone who rebuilds all of it.
 */
export type AuditCheck =
  | {
      readonly kind: 'intact';
      readonly entries: number;
      readonly lastHash: string;
      /** Entries that were removed for their age; undefined = none ever were. */
      readonly cut: AuditCut | undefined;
    }
  | { readonly kind: 'broken'; readonly fault: AuditFault };

export interface AuditCut {
  /** Number of removed entries, in all. */
  readonly entries: number;
  /** Hash of the last of them, which the first remaining one refers to. */
  readonly hash: string;
  /** When the last removed command was attempted, as `YYYY-MM-DD HH:MM:SS` UTC. */
  readonly until: string;
}

/** The first fault that was found: a dropped table, or one of its rows. */
export type AuditFault = { readonly table: AuditTable; readonly problem: 'dropped' } | AuditRowFault;

export type AuditTable = 'agent_command_log' | 'audit_chain' | 'audit_cuts';

/** Row `id` of `agent_command_log`, or entry `id` of `audit_chain`. */
interface AuditRowFault {
  readonly table: 'agent_command_log' | 'audit_chain';
  readonly id: number;
  /**
   * `changed`: it differs from what was recorded. `missing`: it was removed. `misplaced`: it does not follow the
   * entry before it, because entries were moved or inserted. `unrecorded`: a row that was never chained.
   */
  readonly problem: 'changed' | 'missing' | 'misplaced' | 'unrecorded';
}

export const AUDIT_PATH = '/audit';
/** Path of the file that keeps the result of a search. */
export const AUDIT_FILE_PATH = '/audit/file';
