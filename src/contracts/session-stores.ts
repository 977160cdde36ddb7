import type { CallId, ConversationId, InstanceId, ProcessId, SessionId } from '../core/ids.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { Enclosure, Steering } from './enclosures.ts';
import type { FinalFate } from './exec.ts';
import type { ModelMessage, Usage } from './model.ts';
import type { SessionChange, SessionRecord, SessionState, SessionStatus } from './session.ts';
import type { BackgroundProcess, CommandAudit, ProcessLifetime, WrittenFile } from './tool.ts';

export type CommandDecision = 'allow' | 'deny' | 'ask_approved' | 'ask_rejected';

/** `agent_command_log`, columns exactly as specified; one row per attempt, completed in a second step. */
export interface CommandLogStore {
  /** Undefined when this call had no attempt. */
  findAttempt(session: SessionId, call: CallId): AttemptedCommand | undefined;
  addAttempt(row: {
    readonly session: SessionId;
    readonly call: CallId;
    readonly phoneNumber: string;
    readonly command: string;
    readonly decision: CommandDecision;
  }): void;
  complete(session: SessionId, call: CallId, audit: CommandAudit): void;
  /** Records what a person did outside of all tasks; it is over when it is recorded. `deny`: it was refused. */
  note(row: {
    readonly phoneNumber: string;
    readonly command: string;
    readonly decision: Extract<CommandDecision, 'allow' | 'deny'>;
  }): void;
}

/** Stands for a session in rows of `agent_command_log` that belong to no task. */
export const NO_TASK = '-';

export interface AttemptedCommand {
  readonly command: string;
  readonly decision: CommandDecision;
}

/** The language of a chat. */
export interface ConversationLanguage {
  /** Undefined until a message was clearly in one. */
  readonly locale: Locale | undefined;
  /** True when a person chose it: it then does not follow the messages. */
  readonly isChosen: boolean;
  /** How many messages in a row were clearly in another one. */
  readonly others: number;
}

export interface ConversationStore {
  language(id: ConversationId): ConversationLanguage;
  setLanguage(id: ConversationId, language: ConversationLanguage): void;
  /** The newest session when this person last began afresh here; undefined = they never did. */
  freshAfter(id: ConversationId, person: string): SessionId | undefined;
  /** The same for each person who ever did. */
  freshStarts(id: ConversationId): readonly { readonly person: string; readonly after: SessionId }[];
  beginAfresh(id: ConversationId, person: string, after: SessionId): void;
  /** IANA name of this conversation's time zone; undefined = as in the settings. */
  zone(id: ConversationId): string | undefined;
  setZone(id: ConversationId, timezone: string): void;
}

/** The messages that show a session: its progress, and how it ended. A reply to one is about the session. */
export interface CardStore {
  get(session: SessionId): { readonly id: string; readonly openedAtMs: number } | undefined;
  put(session: SessionId, card: { readonly id: string; readonly openedAtMs: number }): void;
  remove(session: SessionId): void;
  /** Ids of all its cards, and of its reports. */
  listMessages(session: SessionId): readonly string[];
  /**
   * Records the messages by which another machine has shown it; a message that already shows something else here is
   * left alone.
   */
  noteShown(session: SessionId, messages: readonly string[]): void;
}

/** Files that a session saw and wrote, and its commits. */
export interface LedgerStore {
  listSeen(session: SessionId): ReadonlyMap<string, string>;
  noteSeen(session: SessionId, path: string, hash: string): void;
  listWritten(session: SessionId): readonly WrittenFile[];
  /** Keeps the first `before`; replaces `after`. */
  noteWritten(session: SessionId, file: WrittenFile): void;
  listCommits(session: SessionId): readonly string[];
  noteCommit(session: SessionId, hash: string): void;
  /** Paths that were dirty before the first change, or undefined while unknown. */
  baseline(
    session: SessionId,
  ): { readonly head: string | undefined; readonly dirty: readonly string[] } | undefined;
  setBaseline(
    session: SessionId,
    baseline: { readonly head: string | undefined; readonly dirty: readonly string[] },
  ): void;
  ownBranch(session: SessionId): string | undefined;
  noteOwnBranch(session: SessionId, name: string): void;
  /** Called when a commit was taken back: it no longer belongs to the session. */
  forgetCommit(session: SessionId, hash: string): void;
  /** The same for a branch. */
  forgetBranch(session: SessionId, name: string): void;
}

/** How a background command ended, for its own row and for its audit row. */
interface ProcessEnd {
  readonly fate: FinalFate;
  readonly audit: CommandAudit;
  readonly atMs: number;
  /** True when the code that found the end also tells the model. */
  readonly isReported: boolean;
}

export interface ProcessStore {
  /** Those without a recorded end, and those that ended after `sinceMs`. */
  list(session: SessionId, sinceMs: number): readonly BackgroundProcess[];
  /** Does nothing when it exists already. */
  add(session: SessionId, call: CallId, process: BackgroundProcess): void;
  setReadFrom(
    session: SessionId,
    id: string,
    offsets: { readonly stdout: number; readonly stderr: number },
  ): void;
  /** Those without a recorded end, in sessions of this program and of ended ones. */
  listOpen(instance: InstanceId): readonly OpenProcess[];
  /** Records the end and completes the audit row, in one commit; undefined when it was recorded before. */
  end(
    session: SessionId,
    id: ProcessId,
    end: ProcessEnd,
  ): { readonly attempt: AttemptedCommand | undefined } | undefined;
  /** All running processes of a chat's tasks that are not being stopped yet. */
  listRunning(conversation: ConversationId): readonly OpenProcess[];
  /** From this commit on all of them are to be ended, whatever their planned duration. */
  requestStop(session: SessionId): void;
  /** Ended processes whose end the model has not been told. */
  listUnreported(session: SessionId): readonly BackgroundProcess[];
  markReported(session: SessionId, id: ProcessId): void;
}

export interface OpenProcess {
  readonly session: SessionId;
  readonly id: ProcessId;
  readonly command: string;
  readonly startedAtMs: number;
  readonly lasts: ProcessLifetime;
}

/** What one round of a session cost, its sub-agents included. */
export interface RoundSpending {
  readonly round: number;
  readonly microUsd: number;
  readonly usage: Usage;
}

export interface SpendingStore {
  add(entry: {
    /** Undefined for a model request before there was a session. */
    readonly session: SessionId | undefined;
    /** Round of the session; undefined without one. */
    readonly round?: number | undefined;
    /** The requesting conversation, when there is no session. */
    readonly conversation?: ConversationId | undefined;
    readonly person: string;
    /** The model that was asked; undefined when something else was paid for. */
    readonly model?: string | undefined;
    readonly usage: Usage;
    readonly microUsd: number;
    readonly atMs: number;
  }): void;
  /**
   * Spending of one person since `sinceMs`, in millionths of a dollar. Known spending on other machines is included, by
   * whole days of UTC.
   */
  sumSince(person: string, sinceMs: number): number;
  /** Everybody with spending since `sinceMs`, other machines' included, most first. */
  byPerson(sinceMs: number): readonly { readonly person: string; readonly microUsd: number }[];
  /** Oldest first; what was spent outside of rounds, or before this was kept, is missing. */
  byRound(session: SessionId): readonly RoundSpending[];
  /** All tokens of one session. */
  usageOf(session: SessionId): Usage;
  /** Known costs of a project's last tasks that were done by then, in any folder, newest first. */
  pastCosts(project: string, beforeMs: number): readonly number[];
}

/** The fields of an earlier session that a new one learns. */
export interface EarlierSession
  extends Pick<SessionRecord, 'id' | 'mode' | 'task' | 'workspace' | 'project'> {
  readonly state: Pick<SessionState, 'status' | 'reason' | 'updatedAtMs'>;
}

/** Sessions that have not ended: for what decides whether one may begin or go on, and which ones a message reaches. */
export interface OpenSessions {
  /** Sessions of a conversation that have not ended, of any instance: first those that are not queued, then by age. */
  listOpen(conversation: ConversationId): readonly SessionRecord[];
  /** How many sessions of a conversation have not ended, and how many messages these have not read. */
  countWaiting(conversation: ConversationId): number;
  /** True when another task of the conversation has not ended. */
  hasOtherTask(conversation: ConversationId, except: SessionId): boolean;
  /** Sessions that have not ended and work in this folder, of any owner; oldest first. */
  listOpenIn(folder: string): readonly SessionRecord[];
  /** Those of them that are not queued: running, or holding the folder. */
  listHolders(folder: string): readonly SessionRecord[];
}

/** All sessions: for whatever begins, runs or shows one, and for what finds the one that a message is about. */
export interface SessionStore extends OpenSessions {
  create(record: SessionRecord): void;
  get(id: SessionId): SessionRecord | undefined;
  /** Newest first. */
  listNewest(conversation: ConversationId, limit: number): readonly SessionRecord[];
  /**
   * Sessions that its owner began in its project and that have run, among the last `limit` of its chat, newest first;
   * none from before the owner began afresh.
   */
  listEarlier(
    session: Pick<SessionRecord, 'id' | 'conversation' | 'owner' | 'project'>,
    limit: number,
  ): readonly EarlierSession[];
  /** Only sessions of this instance, oldest first. */
  listByStatus(statuses: readonly SessionStatus[], instance: InstanceId): readonly SessionRecord[];
  /** How many of this instance have ended since then as done, but were reported as not done. */
  countUnproven(instance: InstanceId, sinceMs: number): number;
  /** The session that a message of the program is about, or that a message of a person began. */
  findByMessage(conversation: ConversationId, messageId: string): SessionRecord | undefined;
  /** The session that a message reported on, or whose card it was. */
  findByReport(conversation: ConversationId, messageId: string): SessionRecord | undefined;
  /** Called before each round, so it reads nothing else. */
  isCancelRequested(id: SessionId): boolean;
  /** False when another program has taken it over. */
  isHeldBy(id: SessionId, instance: InstanceId): boolean;
  /** Changes the named fields and `updatedAtMs`. Throws Failure `not-found`. */
  update(id: SessionId, change: SessionChange): void;
}

/** Numbers of a conversation's tasks: `#2` is a name while its task is open. */
export interface TaskNumberStore {
  /** The task with this number: the one that has it now, else the newest that had it. */
  findHolder(conversation: ConversationId, number: number): SessionRecord | undefined;
  /**
   * The smallest number, from 1, that no open task of the conversation has, and none with an open question or an
   * undecided worktree. `except`: a session whose own number does not count.
   */
  nextFree(conversation: ConversationId, except?: SessionId): number;
  /** True when a continuing task may keep its number. */
  isFree(session: Pick<SessionRecord, 'id' | 'conversation' | 'number'>): boolean;
}

/** Messages that came while their session was running. */
export interface SteeringStore {
  add(steering: {
    readonly session: SessionId;
    readonly text: string;
    readonly enclosure?: Enclosure | undefined;
    readonly inboxSeq: number;
    readonly atMs: number;
  }): void;
  /** Unread steering in order, without taking it. */
  listUnread(id: SessionId): readonly Steering[];
  /** Replaces unread steering; undefined removes it. False when it was read before. */
  rewrite(seq: number, text: string | undefined): boolean;
  /** What a person wrote to it last, read or not: up to ten messages, the newest first. */
  listNewest(id: SessionId): readonly Pick<Steering, 'text' | 'enclosure'>[];
  /** Marks steering up to `seq` as taken into round `round`. */
  markTaken(id: SessionId, seq: number, round: number): void;
}

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
interface CompactionRequest {
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
