import type { ApprovalId, CallId, ConversationId, InstanceId, SessionId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { OutsideAgentStore, PeopleStore } from './access.ts';
import type { InboundMessage, MessageIdentity, OutboundBody } from './channel.ts';
import type { CheckpointStore } from './checkpoints.ts';
import type { ApprovalScope, GrantOffers, GrantStore, LaunchChange, TrustStore } from './grants.ts';
import type { ForgettingStore, InstanceStore, MetricsStore } from './maintenance.ts';
import type { ModelMessage } from './model.ts';
import type { Risk } from './policy.ts';
import type { TaskPlan } from './session.ts';
import type {
  CardStore,
  CommandLogStore,
  ContextStore,
  ConversationStore,
  LedgerStore,
  ProcessStore,
  SessionStore,
  SpendingStore,
  SteeringStore,
  TaskNumberStore,
} from './session-stores.ts';
import type { Confinement } from './tool.ts';
import type { TraceStore } from './trace.ts';
import type { WhatsAppStore } from './whatsapp-store.ts';
import type { ChosenWorkspaceStore } from './workspaces.ts';
import type { WorktreeStore } from './worktrees.ts';

/**
 * Rule of a Failure of the store itself: nothing could be stored or read. It must not become the result of a call.
 */
export const NOT_STORED = 'not-stored';

/**
 * Makes one commit of several writes: for whatever changes more than one store in a step. All methods of the stores are
 * synchronous; each is its own transaction unless called inside `atomically`.
 */
export interface Transactions {
  atomically<T>(work: () => T): T;
}

/** Says which commits the disk is waited for: for messages and the loop, which commit at every step. */
export interface FlushControl extends Transactions {
  /**
   * As `atomically`, without waiting for the disk: a kill cannot lose it, a power cut can, until the next commit that
   * is waited for. Inside `atomically` it is part of that commit.
   */
  unflushed<T>(work: () => T): T;
  /** From now on a power cut can no longer lose the commits so far. */
  flush(): void;
}

/** Messages and the settings of their chats: for what takes messages in, sends them out and words them. */
export interface ChatStores {
  readonly inbox: InboxStore;
  readonly outbox: OutboxStore;
  readonly conversations: ConversationStore;
  readonly chosenWorkspaces: ChosenWorkspaceStore;
}

/** What a task did: for what reports on it, proves it, undoes it or brings it over. */
export interface WorkRecords {
  readonly calls: CallStore;
  readonly checkpoints: CheckpointStore;
  readonly ledger: LedgerStore;
}

/** What the model of a task is sent: for the loop, and for what takes rounds back. */
export interface ModelHistory {
  readonly history: HistoryStore;
  readonly contexts: ContextStore;
}

/** All about tasks: for what begins, runs, shows, pays, takes back and forgets them. */
export interface TaskStores extends WorkRecords, ModelHistory {
  readonly sessions: SessionStore;
  readonly steering: SteeringStore;
  readonly taskNumbers: TaskNumberStore;
  readonly cards: CardStore;
  readonly processes: ProcessStore;
  readonly spending: SpendingStore;
  readonly worktrees: WorktreeStore;
  /** Prepared on first use: a start does not need it. */
  forgetting(): ForgettingStore;
}

/** What people were asked, and what they said yes to: for what judges a call, and for commands about that. */
export interface ConsentStores {
  readonly approvals: ApprovalStore;
  readonly grants: GrantStore;
  readonly trust: TrustStore;
}

/** Who may write here beside those of the settings: for what lets messages in, and for what writes to people. */
export interface PeopleStores {
  readonly people: PeopleStore;
  readonly outsideAgents: OutsideAgentStore;
}

/** The program on its machine: for its start and its maintenance, and for the record of its commands. */
export interface MachineStores {
  readonly instances: InstanceStore;
  readonly commandLog: CommandLogStore;
  readonly metrics: MetricsStore;
  readonly traces: TraceStore;
  /** True when a link to WhatsApp was ever begun; cheaper than the other queries. */
  knowsWhatsApp(): boolean;
  whatsapp(): WhatsAppStore;
}

/**
 * Everything durable. Only the composition root needs all of it; others take a role, or single stores
 * (`Pick<Store, 'sessions'>`). Throws Failure `unavailable` when the disk or the database is full.
 */
export interface Store
  extends FlushControl,
    ChatStores,
    TaskStores,
    ConsentStores,
    PeopleStores,
    MachineStores {
  close(): void;
}

export type InboxState = 'accepted' | 'done' | 'refused';

export interface InboxRow {
  readonly seq: number;
  readonly channel: string;
  readonly message: InboundMessage;
  readonly state: InboxState;
  readonly reason: string | undefined;
  readonly receivedAtMs: number;
}

export interface InboxStore {
  /** Undefined when this message (account, chat, sender, id) is already there. */
  accept(entry: {
    readonly channel: string;
    readonly message: InboundMessage;
    readonly instance: InstanceId;
    readonly atMs: number;
  }): InboxRow | undefined;
  finish(seq: number, state: 'done' | 'refused', reason: string | undefined): void;
  /** Opens finished messages so that this program handles them once more. */
  reopen(seqs: readonly number[], instance: InstanceId): readonly InboxRow[];
  /**
   * Removes the text of up to `most` finished messages from before then; that they came is kept. Returns how many.
   */
  clearTexts(beforeMs: number, most: number): number;
  /** The row of this message, in whatever state. */
  find(message: MessageIdentity): InboxRow | undefined;
  /** This person's messages in this chat before the message, and not before then; newest first, at most 50. */
  listEarlier(message: MessageIdentity, sinceMs: number): readonly InboxRow[];
  /** Replaces a message's text, in whatever state. */
  rewrite(seq: number, message: InboundMessage): void;
  /** Bytes fetched for this person on one day (UTC, as days since 1970). */
  fetchedBytes(person: string, day: number): number;
  addFetchedBytes(person: string, day: number, bytes: number): void;
  /** `accepted` rows of this instance in order of arrival. */
  listUnfinished(instance: InstanceId): readonly InboxRow[];
}

export interface OutboxRow {
  readonly seq: number;
  readonly id: string;
  readonly conversation: ConversationId;
  readonly chat: string;
  readonly channel: string;
  readonly body: OutboundBody;
  readonly state: 'queued' | 'sending' | 'sent' | 'failed';
  /**
   * Progress: sent at most once; after a crash it is dropped, because a later one replaces it. Everything else is
   * kept until sent.
   */
  readonly ephemeral: boolean;
  /** Its key: `NewOutboxRow.dedupeKey`. */
  readonly key: string;
  /** Number of begun sends; above 0, an earlier one may have arrived. */
  readonly attempts: number;
  readonly nextAtMs: number;
}

export interface NewOutboxRow {
  readonly id: string;
  readonly conversation: ConversationId;
  readonly chat: string;
  readonly channel: string;
  readonly instance: InstanceId;
  /** Unique: a replayed step cannot enqueue twice. */
  readonly dedupeKey: string;
  readonly body: OutboundBody;
  readonly ephemeral: boolean;
  readonly atMs: number;
}

/** What is to be sent, in its order, and what became of it: for the sender. */
export interface SendQueue {
  /**
   * Oldest unsent row of a conversation that is not held, whatever its `nextAtMs`; order is kept even while it waits.
   */
  head(conversation: ConversationId, instance: InstanceId): OutboxRow | undefined;
  /**
   * `seq` of the newest unsent report of a task in a conversation that is not held: its dedupe key begins with
   * `ended:`.
   */
  newestReport(conversation: ConversationId, instance: InstanceId): number | undefined;
  /** Conversations with unsent rows that are not held. */
  listUnsentChats(instance: InstanceId): readonly ConversationId[];
  markSending(seq: number): void;
  markSent(seq: number, atMs: number): void;
  /** The same for progress, before it is sent. A power cut, unlike a crash, may undo this: it is then sent again. */
  markShown(seq: number, atMs: number): void;
  /** Back to `queued`, to be tried again at `nextAtMs`. */
  retryLater(seq: number, nextAtMs: number, error: string): void;
  markFailed(seq: number, error: string): void;
}

/** Messages that are kept back, and what becomes of them: for quiet hours and the owner's lock. */
export interface HeldMessages {
  /** It waits, and those behind it go ahead, until it is released. */
  hold(seq: number, atMs: number): void;
  /** Held messages of a conversation, oldest first. */
  listHeld(conversation: ConversationId, instance: InstanceId): readonly OutboxRow[];
  /** Conversations with held messages. */
  listHeldChats(instance: InstanceId): readonly ConversationId[];
  /** Sends them after the messages that wait already, in the order of this list, unless something holds them anew. */
  release(seqs: readonly number[]): void;
  /** Marks a held message as replaced by another one; it is not sent. */
  markReplaced(seq: number, atMs: number): void;
}

/** Messages to people, from the moment that they are stored until they are removed. */
export interface OutboxStore extends SendQueue, HeldMessages {
  /** Undefined when the dedupe key was used before. */
  add(row: NewOutboxRow): OutboxRow | undefined;
  /** True while the message with this dedupe key is neither sent nor given up. */
  isWaiting(dedupeKey: string): boolean;
  /** Removes the text of up to `most` sent or failed messages from before then. Returns how many. */
  clearTexts(beforeMs: number, most: number): number;
  /**
   * For an ended program: ephemeral rows in `sending` are dropped (marked failed); the others stay and will be sent
   * with `mayRepeat`.
   */
  recover(instance: InstanceId): void;
}

/** Rounds of a session that were taken back: they stay in the records, and the model is no longer sent them. */
export interface RewoundRounds {
  /** The round that it went back to, and the last one that was taken back. */
  readonly round: number;
  readonly lastRound: number;
  /** Messages of the history from this index on, up to the other one, which is not among them. */
  readonly fromMessage: number;
  readonly toMessage: number;
  /** Checkpoints after `since`, up to `through`; both 0 when there was none to take back. */
  readonly since: number;
  readonly through: number;
  readonly atMs: number;
}

/** The model's history, message by message, byte-exact. */
export interface HistoryStore {
  append(session: SessionId, seq: number, message: ModelMessage): void;
  /** Also those that were taken back. */
  all(session: SessionId): readonly ModelMessage[];
  /** Messages from index `seq` on that were not taken back, with their indexes. */
  listCurrent(
    session: SessionId,
    seq: number,
  ): readonly { readonly seq: number; readonly message: ModelMessage }[];
  /** Oldest first. */
  listTakenBack(session: SessionId): readonly RewoundRounds[];
  /** From its commit on these rounds are no longer sent. A message that follows has to be in the same commit. */
  takeBack(session: SessionId, rounds: RewoundRounds): void;
  /** The last `most` messages that were not taken back, newest first. */
  listNewest(session: SessionId, most: number): readonly ModelMessage[];
  plan(session: SessionId): TaskPlan | undefined;
  /** Undefined when there is no plan any more. */
  setPlan(session: SessionId, plan: TaskPlan | undefined): void;
}

/**
 * - `open`: named by the model, nothing done. - `waiting`: for an approval. - `started`: its intent is stored; it may
 * have run. - `done`: `result` is sent to the model.
 */
export type CallState = 'open' | 'waiting' | 'started' | 'done';

export interface CallResult {
  readonly text: string;
  readonly data: Json;
  readonly ok: boolean;
  readonly durationMs: number;
}

export interface CallRecord {
  readonly session: SessionId;
  readonly id: CallId;
  readonly round: number;
  /** 0-based index in the model's reply. */
  readonly position: number;
  readonly tool: string;
  readonly input: Json;
  /** Why the input may not be used, if it may not. */
  readonly malformed: string | undefined;
  readonly state: CallState;
  /** Tool's own state from before the call; null until started. */
  readonly prepared: Json;
  readonly result: CallResult | undefined;
  readonly startedAtMs: number | undefined;
  /** Set for a call of a sub-agent: the call that delegated the work. */
  readonly under?: CallId | undefined;
}

export interface CallStore {
  add(call: CallRecord): void;
  /** Calls of the session itself; none of a round that was taken back. */
  listOfRound(session: SessionId, round: number): readonly CallRecord[];
  /** Calls of the sub-agent for this call, oldest first. */
  listUnder(session: SessionId, call: CallId): readonly CallRecord[];
  /** All ids that calls of the session ever had. */
  listIds(session: SessionId): readonly string[];
  /** All calls in the order in which they ran, including those of sub-agents and those that were taken back. */
  all(session: SessionId): readonly CallRecord[];
  /** The same without those of rounds that were taken back: what the session's work consists of. */
  listCurrent(session: SessionId): readonly CallRecord[];
  markStarted(
    session: SessionId,
    id: CallId,
    started: { readonly prepared: Json; readonly atMs: number },
  ): void;
  markWaiting(session: SessionId, id: CallId): void;
  markDone(session: SessionId, id: CallId, result: CallResult): void;
}

export type ApprovalState = 'pending' | 'approved' | 'rejected' | 'expired' | 'withdrawn';

/** The explanation beside a question, shown each time it is asked: why it is asked, and what a yes may do. */
export interface QuestionFacts {
  /** In plain words; English, from the rule. */
  readonly reason: string;
  /** Name of the rule, for its sentence in other languages. */
  readonly rule: string;
  /** What a yes may do, according to rules. */
  readonly risk: Risk;
  /** Only for shell commands. */
  readonly confinement?: Confinement | undefined;
}

/** What a person is asked, and how far a yes may reach. */
export interface ApprovalQuestion {
  readonly tool: string;
  /** SHA-256 of the canonical JSON of tool, input and the review's binding. */
  readonly bindingHash: string;
  /** Names what a yes for longer would cover; undefined where it cannot be more than this once, or is in `offers`. */
  readonly grant: string | undefined;
  /** How far a yes may reach; only for shell commands. */
  readonly offers: GrantOffers | undefined;
  /** Changes since an earlier yes to the same; empty when there was none. */
  readonly changes: readonly LaunchChange[];
  /** In one sentence. */
  readonly text: string;
  /** The whole of what would be done; empty where `text` says it all. */
  readonly details: string;
  /** Undefined for a question that explains itself. */
  readonly facts: QuestionFacts | undefined;
}

/** How a question was settled. */
export interface ApprovalAnswer {
  readonly atMs: number;
  /** The person's words; undefined when they were removed with the texts of the session. */
  readonly words: string | undefined;
  /** The person who answered; undefined when time or the program decided. */
  readonly by: string | undefined;
  /** Scope of the yes; undefined without one. */
  readonly scope: ApprovalScope | undefined;
}

/** A question to a person, as it was asked in one chat, and its answer. */
export interface ApprovalRecord {
  readonly id: ApprovalId;
  readonly session: SessionId;
  readonly call: CallId;
  readonly conversation: ConversationId;
  readonly requester: string;
  /** Id of the question's message; a reply that quotes it answers this one. */
  readonly messageId: string;
  readonly question: ApprovalQuestion;
  readonly state: ApprovalState;
  readonly askedAtMs: number;
  readonly remindedAtMs: number | undefined;
  /** Undefined while it is pending. */
  readonly answer: ApprovalAnswer | undefined;
  /** True once the approved call was started: an approval is used once. */
  readonly used: boolean;
}

/** One message with a question: for whom, where, and under which id. */
export type QuestionMessage = Pick<ApprovalRecord, 'conversation' | 'requester' | 'messageId'>;

/**
 * Lookups in a conversation return the question as it was asked there: the person who was asked there may answer it.
 */
export interface ApprovalStore {
  /**
   * `copies`: the same question to others, in other conversations; the first answer counts. Throws Failure `conflict`
   * while the id names another question that is pending, or approved and not yet used.
   */
  create(record: ApprovalRecord, copies?: readonly QuestionMessage[]): void;
  /** The newest with this id: short ids are reused. */
  get(id: ApprovalId): ApprovalRecord | undefined;
  /** The same, as it was asked in this conversation; undefined if it was not. */
  findInChat(conversation: ConversationId, id: ApprovalId): ApprovalRecord | undefined;
  /** All messages of the newest question with this id. */
  listMessages(id: ApprovalId): readonly QuestionMessage[];
  findByCall(session: SessionId, call: CallId): ApprovalRecord | undefined;
  /** Every question of a session, oldest first. */
  listOfSession(session: SessionId): readonly ApprovalRecord[];
  /** The approval whose question has this message id, in whatever state. */
  findByMessage(conversation: ConversationId, messageId: string): ApprovalRecord | undefined;
  listPending(conversation: ConversationId): readonly ApprovalRecord[];
  listAllPending(instance: InstanceId): readonly ApprovalRecord[];
  /** Compare-and-set from `pending`; false when it was answered before. */
  decide(
    id: ApprovalId,
    decision: {
      readonly state: 'approved' | 'rejected' | 'expired' | 'withdrawn';
      readonly answer: string;
      readonly scope?: ApprovalScope | undefined;
      /** Undefined when time or the program has decided. */
      readonly by?: string | undefined;
      readonly atMs: number;
    },
  ): boolean;
  /** Compare-and-set; false when it was used before. */
  markUsed(id: ApprovalId): boolean;
  markReminded(id: ApprovalId, atMs: number): void;
}
