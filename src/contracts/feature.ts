import type { SessionId } from '../base/ids.ts';
import type { InboundMessage } from './channel.ts';
import type { Action, ChatCommand, CommandContext, FeatureAction } from './commands.ts';
import type { RunControl } from './run-events.ts';
import type { Outcome } from './session.ts';
import type { InboxRow, MessageIdentity } from './store.ts';
import type { AnyTool } from './tool.ts';

/**
 * What a feature adds to the program: one value, made by its factory from the few ports it needs. Everything but the name
 * is optional. The order of the list of features is the order of asking.
 */
export interface Feature {
  readonly name: string;
  /** What people type. */
  readonly commands?: readonly ChatCommand[];
  /** What the model may call. */
  readonly tools?: readonly AnyTool[];
  /** How what the commands and answers of this feature decide is carried out. */
  readonly actions?: ActionHandlers;
  /** What this feature has asked in a chat and still waits for. */
  readonly questions?: QuestionSource;
  /** Messages that answer something of this feature although no question is open. The first that is not undefined counts. */
  readonly answers?: readonly AnswerReader[];
  readonly messages?: MessageHooks;
  readonly runs?: RunHooks;
  readonly workers?: readonly Worker[];
  /** Every five minutes: forgets what is old. One that throws is logged and tried again. */
  tidy?(): Promise<void>;
}

/** Work beside the chats. */
export interface Worker {
  /** Runs until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

/** The message that led to an action. */
export interface MessageScope {
  /** The batch as one message. */
  readonly row: InboxRow;
  readonly context: CommandContext;
}

/** Runs after the commit. */
export type AfterCommit = () => void;

export interface ActionHandler<A extends FeatureAction = FeatureAction> {
  /** Why this person may not, in their words; undefined = they may. Judged on the effect, whatever words led to it. */
  refusal?(action: A, context: CommandContext): string | undefined;
  /** Inside the transaction that closes the message. */
  apply?(action: A, message: MessageScope): readonly AfterCommit[];
  /**
   * For what takes longer than a transaction may: outside of any, repeatable after a crash. The actions it returns are
   * stored like those of a decision.
   */
  perform?(action: A, message: MessageScope, signal: AbortSignal): Promise<readonly Action[]>;
}

export type ActionHandlers = { readonly [Kind in FeatureAction['kind']]?: ActionHandler };

/** One handler for each kind of a feature's actions: a missing one is a type error. */
export type HandlersOf<A extends FeatureAction> = {
  readonly [Kind in A['kind']]: ActionHandler<Extract<A, { readonly kind: Kind }>>;
};

/** Something that was asked in a chat, and that a bare word, a number, a vote or a reaction may answer. */
export interface FeatureQuestion {
  /** What names it where several are open: `cron`, in `cron yes`. */
  readonly code: string;
  /** How many numbers answer it. */
  readonly choices: number;
  /** Milliseconds since 1970; infinite for one that does not get old. */
  readonly askedAtMs: number;
  /** How it is shown where several are open: its subject, then how to answer it. */
  readonly lines: readonly string[];
  /** The answer that this message is to it; undefined when its words say nothing to it. */
  answer(message: InboundMessage): readonly Action[] | undefined;
}

export interface QuestionSource {
  /**
   * What the sender can answer in this chat now.
   * @param before the message that may answer: what is only asked until the next message counts then, too
   */
  open(context: CommandContext, before?: MessageIdentity): readonly FeatureQuestion[];
  /** The question in the message of the program that this one quotes or votes on, whatever became of it. */
  quoted(message: InboundMessage, context: CommandContext): FeatureQuestion | undefined;
}

/** Undefined: not mine. */
export type AnswerReader = (
  message: InboundMessage,
  context: CommandContext,
) => readonly Action[] | undefined;

export interface MessageHooks {
  /** The last word on what a message comes to, before it is stored. */
  adjust?(actions: readonly Action[], message: InboundMessage, context: CommandContext): readonly Action[];
  /** Inside the transaction in which the message begins a session. */
  began?(session: SessionId, message: InboundMessage): void;
  /** After the commit that closed the message; `session` is the one that it began. */
  closed?(message: InboundMessage, session: SessionId | undefined): void;
}

/** Runs a session until it ends or waits. */
export type RunSession = (id: SessionId, control: RunControl) => Promise<Outcome>;

export interface RunHooks {
  /** The run with what this feature does before and after it. */
  around(run: RunSession): RunSession;
}
