import type { CallId, ConversationId, InstanceId, ProcessId, SessionId } from '../base/ids.ts';
import type { Enclosure, Steering } from './enclosures.ts';
import type { FinalFate } from './exec.ts';
import type { Usage } from './model.ts';
import type { SessionRecord, SessionStatus } from './session.ts';
import type { BackgroundProcess, CommandAudit, Lasts, WrittenFile } from './tool.ts';

export type CommandDecision = 'allow' | 'deny' | 'ask_approved' | 'ask_rejected';

/** `agent_command_log`, columns exactly as specified; one row per attempt, completed in a second step. */
export interface CommandLogStore {
  /** Undefined when nothing was attempted under this call. */
  attempted(session: SessionId, call: CallId): AttemptedCommand | undefined;
  attempt(row: {
    readonly session: SessionId;
    readonly call: CallId;
    readonly phoneNumber: string;
    readonly command: string;
    readonly decision: CommandDecision;
  }): void;
  complete(session: SessionId, call: CallId, audit: CommandAudit): void;
}

export interface AttemptedCommand {
  readonly command: string;
  readonly decision: CommandDecision;
}

export interface ConversationRecord {
  readonly id: ConversationId;
  readonly locale: 'en' | 'es' | undefined;
}

export interface ConversationStore {
  get(id: ConversationId): ConversationRecord | undefined;
  setLocale(id: ConversationId, locale: 'en' | 'es'): void;
  /** IANA name of the zone that times of this conversation are in; undefined = that of the settings. */
  zone(id: ConversationId): string | undefined;
  setZone(id: ConversationId, timezone: string): void;
}

/** The message that shows how a session goes on. */
export interface CardStore {
  get(session: SessionId): { readonly id: string; readonly openedAtMs: number } | undefined;
  put(session: SessionId, card: { readonly id: string; readonly openedAtMs: number }): void;
  remove(session: SessionId): void;
}

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
  recent(count: number): readonly AuditedCommand[];
  /** The last `count` of one session, newest first. */
  ofSession(session: SessionId, count: number): readonly AuditedCommand[];
  /** The last `count` of the tasks of one chat, newest first; of all of them or of those blocked or rejected. */
  ofConversation(
    conversation: ConversationId,
    which: 'all' | 'denied',
    count: number,
  ): readonly AuditedCommand[];
  /** Blocked or rejected, newest first. */
  denied(count: number): readonly (Pick<AuditedCommand, 'command' | 'decision' | 'startedAt'> & {
    readonly phoneNumber: string;
  })[];
  /** Those that took more than `minMs`, slowest first. */
  slow(minMs: number, count: number): readonly Pick<AuditedCommand, 'command' | 'durationMs' | 'exitCode'>[];
  bySession(phoneNumber: string): readonly {
    readonly session: SessionId;
    readonly commands: number;
    readonly success: number;
    readonly failures: number;
  }[];
  /** Everyone for whom a command was attempted. */
  phoneNumbers(): readonly string[];
  /** Walks the whole chain in slices, between which everything else gets its turn; the time grows with the chain. */
  verify(): Promise<AuditCheck>;
}

/** Removes the beginning of the record of commands, so that what stays can still be proved. */
export interface AuditCutter {
  /**
   * One commit of about `most` entries that are older than that, with the rows they stand for; returns how many went.
   * A command whose end was recorded later goes with its end or not at all.
   */
  cut(beforeMs: number, most: number): number;
}

/**
 * `lastHash` changes with every entry: whoever noted it down elsewhere can prove later that nothing before it was
 * rewritten, which the chain alone cannot do against someone who rebuilds all of it.
 */
export type AuditCheck =
  | {
      readonly kind: 'intact';
      readonly entries: number;
      readonly lastHash: string;
      /** What was removed before them for its age; undefined = nothing ever was. */
      readonly cut: AuditCut | undefined;
    }
  | { readonly kind: 'broken'; readonly fault: AuditFault };

export interface AuditCut {
  /** Entries that went, in all. */
  readonly entries: number;
  /** Hash of the last of them, on which the first one that stayed builds. */
  readonly hash: string;
  /** When the last command that went was attempted, as `YYYY-MM-DD HH:MM:SS` UTC. */
  readonly until: string;
}

/** The first thing found wrong: a whole table that was dropped, or one of its rows. */
export type AuditFault = { readonly table: AuditTable; readonly problem: 'dropped' } | AuditRowFault;

export type AuditTable = 'agent_command_log' | 'audit_chain' | 'audit_cuts';

/** Row `id` of `agent_command_log`, or entry `id` of `audit_chain`. */
export interface AuditRowFault {
  readonly table: 'agent_command_log' | 'audit_chain';
  readonly id: number;
  /**
   * `changed`: it no longer says what was recorded. `missing`: it was removed. `misplaced`: it does not follow the
   * entry before it, because entries were moved or put in between. `unrecorded`: a row that was never chained.
   */
  readonly problem: 'changed' | 'missing' | 'misplaced' | 'unrecorded';
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

/** How a background command ended, for its own row and for its audit row. */
export interface ProcessEnd {
  readonly fate: FinalFate;
  readonly audit: CommandAudit;
  readonly atMs: number;
  /** True when the model learns of it from what found it. */
  readonly told: boolean;
}

export interface ProcessStore {
  /** Those of which no end is recorded, and those that ended after `sinceMs`. */
  list(session: SessionId, sinceMs: number): readonly BackgroundProcess[];
  /** Does nothing when it is there already. */
  add(session: SessionId, call: CallId, process: BackgroundProcess): void;
  setReadFrom(
    session: SessionId,
    id: string,
    offsets: { readonly stdout: number; readonly stderr: number },
  ): void;
  /** Without a recorded end, in sessions of this program and of programs that are gone. */
  open(instance: InstanceId): readonly OpenProcess[];
  /** Records the end and completes the audit row, in one commit; undefined when that was done before. */
  end(
    session: SessionId,
    id: ProcessId,
    end: ProcessEnd,
  ): { readonly attempt: AttemptedCommand | undefined } | undefined;
  /** All running processes of a chat's tasks that nobody is stopping yet. */
  running(conversation: ConversationId): readonly OpenProcess[];
  /** From this commit on these are to be ended, however long they were to last. */
  stop(session: SessionId): void;
  /** Ended, which the model was not told. */
  untold(session: SessionId): readonly BackgroundProcess[];
  markTold(session: SessionId, id: ProcessId): void;
}

export interface OpenProcess {
  readonly session: SessionId;
  readonly id: ProcessId;
  readonly command: string;
  readonly startedAtMs: number;
  readonly lasts: Lasts;
}

export interface SpendingStore {
  add(entry: {
    /** Undefined: the model was asked before there was one. */
    readonly session: SessionId | undefined;
    /** Where it was asked for, when there is no session to tell. */
    readonly conversation?: ConversationId | undefined;
    readonly person: string;
    readonly usage: Usage;
    readonly microUsd: number;
    readonly atMs: number;
  }): void;
  /** Spent by one person since `sinceMs`, in millionths of a dollar. */
  since(person: string, sinceMs: number): number;
  /** Everybody who spent something since `sinceMs`, most first. */
  byPerson(sinceMs: number): readonly { readonly person: string; readonly microUsd: number }[];
  /** All tokens of one session. */
  usageOf(session: SessionId): Usage;
  /** What the last finished tasks of a project cost that were done by then, wherever they worked, newest first; as far as it is known. */
  pastCosts(project: string, beforeMs: number): readonly number[];
}

export interface SessionStore {
  create(record: SessionRecord): void;
  get(id: SessionId): SessionRecord | undefined;
  /** Newest first. */
  ofConversation(conversation: ConversationId, limit: number): readonly SessionRecord[];
  /** Only sessions of this instance, oldest first. */
  withStatus(statuses: readonly SessionStatus[], instance: InstanceId): readonly SessionRecord[];
  /** How many of this instance have ended since then as done, and were reported as not done. */
  unproven(instance: InstanceId, sinceMs: number): number;
  /** Sessions of a conversation in these states, oldest first, whichever instance owns them. */
  inConversation(conversation: ConversationId, statuses: readonly SessionStatus[]): readonly SessionRecord[];
  /** True when a task of the conversation has not ended, apart from this one. */
  hasOtherTask(conversation: ConversationId, except: SessionId): boolean;
  /** Sessions that have not ended and work in this folder, whoever they are of; oldest first. */
  openIn(folder: string): readonly SessionRecord[];
  /** Those of them that are not in line: at work, or to go on with what they hold. */
  holding(folder: string): readonly SessionRecord[];
  /** The task of a conversation under this number: the one that has it now, else the newest that had it. */
  ofNumber(conversation: ConversationId, number: number): SessionRecord | undefined;
  /**
   * The smallest number, from 1, that no open task of the conversation has, and none that still asks something or whose
   * worktree waits for a choice. `except`: a session whose own number does not count.
   */
  freeNumber(conversation: ConversationId, except?: SessionId): number;
  /** Whether a task that goes on may keep its number. */
  isNumberFree(session: Pick<SessionRecord, 'id' | 'conversation' | 'number'>): boolean;
  /** The session that a message of the program told about, or that a message of a person began. */
  ofMessage(conversation: ConversationId, messageId: string): SessionRecord | undefined;
  /** Asked before each round, so it reads nothing else. */
  isCancelRequested(id: SessionId): boolean;
  /** False when another program has taken it over. */
  isHeldBy(id: SessionId, instance: InstanceId): boolean;
  /** Changes the named fields and `updatedAtMs`. Throws Failure `not-found`. */
  update(id: SessionId, change: SessionChange): void;
  addSteering(steering: {
    readonly session: SessionId;
    readonly text: string;
    readonly enclosure?: Enclosure | undefined;
    readonly inboxSeq: number;
    readonly atMs: number;
  }): void;
  /** Unread steering in order, without taking it. */
  pendingSteering(id: SessionId): readonly Steering[];
  /** Other words for unread steering; undefined takes it back. False when it was read before. */
  rewriteSteering(seq: number, text: string | undefined): boolean;
  /** Marks steering up to `seq` as taken into round `round`. */
  takeSteering(id: SessionId, seq: number, round: number): void;
}

export type SessionChange = Partial<
  Pick<
    SessionRecord,
    | 'system'
    | 'tools'
    | 'terms'
    | 'status'
    | 'reason'
    | 'instance'
    | 'cancelRequested'
    | 'round'
    | 'stretchStart'
    | 'activeMs'
    | 'costMicroUsd'
    | 'costKnown'
    | 'tokens'
    | 'extraMicroUsd'
    | 'wakeAtMs'
    | 'earlierActiveMs'
    | 'outageWaits'
    | 'endedAtMs'
    | 'task'
    | 'assignment'
    | 'model'
    | 'sourceMessageId'
    | 'workspace'
    | 'number'
  >
> & { readonly atMs: number };
