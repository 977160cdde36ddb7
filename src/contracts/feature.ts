import type { ConversationId, SessionId } from '../core/ids.ts';
import type { Locale, Texts } from '../core/texts/texts.ts';
import type { Person } from './access.ts';
import type { Assignment, Terms } from './assignment.ts';
import type { CallHooks } from './call-hooks.ts';
import type { InboundMessage, MessageIdentity, OutboundBody } from './channel.ts';
import type { Action, ChatCommand, CommandContext, CommandLookup, FeatureAction } from './commands.ts';
import type { Model } from './model.ts';
import type { BackgroundEnd, RunControl } from './run-events.ts';
import type { Outcome, SessionRecord, TaskPlan } from './session.ts';
import type { ApprovalRecord, CallRecord, InboxRow, OutboxRow } from './store.ts';
import type { AnyTool } from './tool.ts';
import type { WebDownload, WebPage, WebResource } from './web-page.ts';

/**
 * What a feature adds to the program: one value, made by its factory from the few ports it needs. Everything but the
 * name is optional. Features are asked in the order of their list.
 */
export interface Feature extends FeatureInChats, FeatureInSessions, FeatureInConsole {
  readonly name: string;
  readonly workers?: readonly Worker[];
  /** Called every five minutes to remove old data. If it throws, it is logged and tried again. */
  tidy?(): Promise<void>;
}

/** What a feature does with the messages of chats. */
export interface FeatureInChats {
  /** Chat commands. */
  readonly commands?: readonly ChatCommand[];
  /** Carries out the actions that this feature's commands and answers decide on. */
  readonly actions?: { readonly [Kind in FeatureAction['kind']]?: ActionHandler };
  /** Open questions of this feature. */
  readonly questions?: QuestionSource;
  /**
   * Readers of messages that answer something of this feature although no question is open, and of gestures on messages
   * of the program. The first result that is not undefined counts.
   */
  readonly answers?: readonly AnswerReader[];
  readonly messages?: MessageHooks;
  readonly holds?: HoldHooks;
  /**
   * Called inside the transaction in which a person answers an approval. Undefined when it is not of this feature;
   * otherwise the answer has no other effect than that of the feature.
   */
  takeAnswer?(approval: ApprovalRecord, isYes: boolean): readonly AfterCommit[] | undefined;
  /** Lines of `/status` about what waits for the sender. */
  statusLines?(context: CommandContext): readonly string[];
}

/** What a feature does around the work of sessions. */
export interface FeatureInSessions {
  /** Tools for the model. */
  readonly tools?: readonly AnyTool[];
  /**
   * Tools that only this session has. Asked for when it begins, and each time a run continues it: a tool that was
   * offered then is still called by its name. Never throws.
   */
  sessionTools?(session: SessionRecord): Promise<readonly AnyTool[]>;
  /**
   * Notes for the model in a session that begins or continues, each sent once, before the person's words. Never throws
   * for files on the disk.
   */
  sessionNotes?(session: SessionRecord, signal: AbortSignal): Promise<readonly string[]>;
  readonly runs?: RunHooks;
  /** Objections to calls and to the end of a session; of several features the strictest counts. */
  readonly calls?: CallHooks;
  readonly sessions?: AssignedSessions;
  readonly reports?: ReportHooks;
}

/** What a feature shows in the console in the browser. */
export interface FeatureInConsole {
  /** Its pages, in the order of the navigation. */
  readonly pages?: readonly WebPage[];
  /** Files that these pages lead to. */
  readonly downloads?: readonly WebDownload[];
  /** Its data that other programs may read. */
  readonly resources?: readonly WebResource[];
}

/**
 * Work beside the chats. Work that takes longer than a transaction may is first stored as a row, and a worker carries
 * it out.
 */
export interface Worker {
  /** Continues what an earlier program left in rows; called at the start and after a takeover. */
  recover?(): void;
  /** Runs until the signal aborts. */
  run?(signal: AbortSignal): Promise<void>;
  /** Resolves when none of its work is under way. */
  idle?(): Promise<void>;
  /** Leaves unfinished work to the next program; resolves when all of it is stored. */
  stop?(): Promise<void>;
  /** How many rows of this program wait for it or are under way. */
  countUnfinished?(): number;
}

/** The message that led to an action. */
export interface MessageScope {
  /** The batch merged into one message. */
  readonly row: InboxRow;
  /** The messages that were merged, oldest first. */
  readonly batch: readonly InboxRow[];
  readonly context: CommandContext;
  /** The language of its answer. */
  readonly locale: Locale;
}

/** Runs after the commit. */
export type AfterCommit = () => void;

export interface ActionHandler<A extends FeatureAction = FeatureAction> {
  /**
   * Why this person may not do it, as a text for them; undefined = they may. Judged by the effect, whichever words led
   * to it.
   */
  refusal?(action: A, context: CommandContext): string | undefined;
  /** The person whose money this would spend; undefined = it costs nothing. Refused when their day's money is spent. */
  payer?(action: A, context: CommandContext): string | undefined;
  /**
   * True when it grants something that outlives its message: a permission, or trust in files of a project. Where a lock
   * is set up, that also needs a code. Every handler has to say so, and one that performs answers for the actions that
   * it returns as well.
   */
  grants(action: A): boolean;
  /** It begins work in the project of the message, so the project has to be there. */
  readonly beginsWork?: true;
  /** Inside the transaction that closes the message. */
  apply?(action: A, message: MessageScope): readonly AfterCommit[];
  /**
   * For work that takes longer than a transaction may: outside of any, repeatable after a crash. The returned actions
   * are stored like those of a decision.
   */
  perform?(action: A, message: MessageScope, signal: AbortSignal): Promise<readonly Action[]>;
}

/** One handler for each kind of a feature's actions: a missing one is a type error. */
export type HandlersOf<A extends FeatureAction> = {
  readonly [Kind in A['kind']]: ActionHandler<Extract<A, { readonly kind: Kind }>>;
};

/** A question in a chat that a bare word, a number, a vote or a reaction may answer. */
export interface FeatureQuestion {
  /** Its name where several are open: `cron`, in `cron yes`. */
  readonly code: string;
  /** Number of choices. */
  readonly choices: number;
  /** False when a yes, a no or a number alone does not mean this question; true when missing. */
  readonly takesBareWords?: boolean;
  /**
   * Id of its message, where any words answer the question once they are clearly for it: words behind its code are
   * then read as a reply to that message.
   */
  readonly messageId?: string;
  /** Milliseconds since 1970; infinite for one that does not get old. */
  readonly askedAtMs: number;
  /**
   * True once the person has talked about something else: a bare word alone then no longer means it. Never true when
   * missing.
   */
  isPassed?(): boolean;
  /** The question for a screen where buttons answer it; when missing, its subject is shown. */
  readonly asks?: string;
  /** Its lines where several are open: the subject, then how to answer it. */
  readonly lines: readonly string[];
  /** True when words beyond a yes, a no and a number are about this question. When missing, `answer` decides. */
  reads?(message: InboundMessage): boolean;
  /** Set when its subject has a number like a task: `#7 fix` may be about it although there is a task #7. */
  readonly isNumbered?: true;
  /** The actions of this message as an answer; undefined when its words are no answer. */
  answer(message: InboundMessage): readonly Action[] | undefined;
}

export interface QuestionSource {
  /**
   * Questions that the sender can answer in this chat now.
   * @param before the answering message: questions that are only open until the next message count then, too
   */
  listOpen(context: CommandContext, before?: MessageIdentity): readonly FeatureQuestion[];
  /** The question in the message that this one quotes or votes on, in whatever state. */
  findQuoted(message: InboundMessage, context: CommandContext): FeatureQuestion | undefined;
  /** The question about this task, for a message that names the task. */
  findForTask?(session: SessionRecord, context: CommandContext): FeatureQuestion | undefined;
}

/** Undefined when the message is not for this feature. */
export type AnswerReader = (
  message: InboundMessage,
  context: CommandContext,
) => readonly Action[] | undefined;

/** An admitted person's message on its way into the inbox. */
export interface MessageArrival {
  readonly conversation: ConversationId;
  readonly person: Person;
}

/** The decision of a feature that takes a message before anything else looks at it. */
export interface EarlyDecision {
  readonly actions: readonly Action[];
  /** Why the message is refused, for its row; undefined when it is not. */
  readonly refused: string | undefined;
}

export interface MessageHooks {
  /**
   * The message as it may be stored; called inside the transaction that stores it, once for each message. What it
   * removes is kept nowhere.
   */
  beforeStoring?(message: InboundMessage, arrival: MessageArrival): InboundMessage;
  /**
   * Words as they may be kept outside of the inbox: with the same number of bytes, and without what must not be read
   * there.
   */
  maskWords?(words: string): string;
  /** Takes a message before anything else looks at it. The first result that is not undefined counts. */
  takeFirst?(message: InboundMessage, context: CommandContext): EarlyDecision | undefined;
  /** True while this sender is shown nothing that they did not ask for. */
  isShutTo?(sender: string): boolean;
  /**
   * Looks up, before the message is decided, commands that it may mean and that are not in the list; undefined when it
   * means none. Of two commands with one name, that of the earlier feature counts. Costs nothing for other messages.
   */
  findCommands?(message: InboundMessage, context: CommandContext): Promise<CommandLookup | undefined>;
  /** Takes what another agent calls for; nothing else reads it. Undefined when it is not for this feature. */
  takeFromAgent?(message: InboundMessage, context: CommandContext): readonly Action[] | undefined;
  /**
   * Takes words that are no command, answer nothing and are for no task. The first result that is not undefined
   * counts; without one they are talk.
   */
  takePlainWords?(message: InboundMessage, context: CommandContext): readonly Action[] | undefined;
  /**
   * Takes words for a task that has ended: they name it, or reply to something about it. Undefined when they are not
   * for this feature.
   */
  takeForEnded?(
    session: SessionRecord,
    message: InboundMessage,
    context: CommandContext,
  ): readonly Action[] | undefined;
  /**
   * Why an action of the message is impossible, as a text for the person; undefined = it is not. The whole message is
   * then refused.
   */
  findObstacle?(action: Action, context: CommandContext): string | undefined;
  /** May change the actions of a message before they are stored. */
  adjust?(actions: readonly Action[], message: InboundMessage, context: CommandContext): readonly Action[];
  /** Called inside the transaction in which the message begins a session. */
  onBegun?(session: SessionRecord, message: InboundMessage): void;
  /** Called after the commit that closed the message; `session` is the one that it began. */
  onClosed?(message: InboundMessage, session: SessionId | undefined): void;
}

/** Holds back messages that the program sends by itself. */
export interface HoldHooks {
  /**
   * True when the message waits until the feature releases it (`HeldMessages.release`). Asked inside the transaction
   * that would begin to send it.
   */
  holdsMessage(row: OutboxRow): boolean;
  /**
   * True when no card may appear in this chat now (`isNew`), or the present one stays as it is. Asked again and again.
   */
  holdsCard(conversation: ConversationId, isNew: boolean): boolean;
}

/** Runs a session until it ends or waits. */
export type RunSession = (id: SessionId, control: RunControl) => Promise<Outcome>;

export interface RunHooks {
  /** Wraps a run with this feature's work before and after it. */
  wrapRun?(run: RunSession): RunSession;
  /** True while this feature changes files of that folder: no run may begin in it. */
  isBusy?(session: Pick<SessionRecord, 'id' | 'workspace'>): boolean;
  /** Called inside the transaction that stores that changes of a session were undone. */
  onUndone?(session: SessionId): void;
  /** Called inside the transaction that stores that a session's work was brought from its worktree into the project. */
  onLanded?(session: SessionId): void;
}

/** How sessions that begin with an assignment of one kind are carried out. */
export interface AssignedSessions<A extends Assignment = Assignment> {
  readonly kind: A['kind'];
  /** @throws Failure in the language of the session, when what was assigned is missing or has changed */
  termsOf(session: SessionRecord, assignment: A, signal: AbortSignal): Promise<Terms>;
  /**
   * The assignment after its message was edited before the session began, and its task; `text`: the new words after the
   * command. When missing, the task changes and the assignment does not.
   */
  retype?(assignment: A, text: string): { readonly task: string; readonly assignment: Assignment };
  /** Its replies, in place of those of the program's model. */
  modelOf?(session: SessionRecord, assignment: A): Model;
  /** Its checklist after these latest calls, which are not stored yet. When missing, the model keeps the checklist. */
  checklistOf?(
    session: SessionRecord,
    assignment: A,
    calls: readonly CallRecord[],
  ): Promise<TaskPlan | undefined>;
}

/** The end of a run that is reported. */
export interface ReportedEnd {
  readonly session: SessionRecord;
  readonly outcome: Outcome;
  /** Its checklist. */
  readonly plan: TaskPlan | undefined;
  /** The last pull request that it opened. */
  readonly pullRequest: { readonly number: number; readonly url: string } | undefined;
}

/** What a feature adds to the report of a run. */
export interface ReportAddition {
  /** Lines below what happened. */
  readonly lines: readonly string[];
  /** The report shows the whole checklist, and not only what is left of it. */
  readonly showsPlan: boolean;
  /** Called once the report is stored, in the same transaction. */
  follow(): void;
}

export interface ReportHooks {
  /**
   * True when the feature itself reports what becomes of this session: the end is not reported then. Called inside the
   * transaction of the end; the feature's own rows belong to it.
   */
  replaces?(session: SessionRecord, outcome: Outcome): boolean;
  /**
   * True when the feature reports the end of a background command that no running task could report. Called inside the
   * transaction that records it.
   */
  takesCommandEnd?(session: SessionRecord, end: BackgroundEnd): boolean;
  /** Messages that go before the report; called inside the transaction of the end. */
  sayBefore?(end: ReportedEnd): readonly OutboundBody[];
  /** Messages that follow the report; called inside the transaction of the end. */
  sayAfter?(end: ReportedEnd): readonly OutboundBody[];
  /**
   * Looks up, before a session that changed something ends, facts that the commit of its end cannot wait for. If it
   * throws, it is logged.
   */
  lookUp?(session: SessionRecord): Promise<void>;
  /** Called inside the transaction of the end. Undefined when it adds nothing. */
  addToReport?(end: ReportedEnd): ReportAddition | undefined;
  /** A line of the progress card; undefined = none. */
  cardLine?(session: SessionRecord, texts: Texts): string | undefined;
}
