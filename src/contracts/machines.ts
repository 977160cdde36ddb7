import * as z from 'zod';
import { SECOND_MS } from '../core/clock.ts';
import type { ConversationId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { MessageIdentity } from './channel.ts';

/** A project that other machines have. */
export interface ProjectElsewhere {
  /** The name of its folder. */
  readonly name: string;
  /** Names of the machines that have it, at least one. */
  readonly machines: readonly string[];
}

/**
 * `moved`: the other machine says what follows. `busy`: other work of the conversation is under way, or on its way
 * here. `gone`: no machine that has the project takes conversations now. `away`: the database between the machines does
 * not answer.
 */
export type MoveToProject = 'moved' | 'busy' | 'gone' | 'away';

/** The other machines that a chat can move to, for a program that is one of several. */
export interface OtherMachines {
  /** Projects of the others that take conversations, by name, as last heard. */
  projects(): readonly ProjectElsewhere[];
  /** False for a conversation that is bound to this machine, as one at its terminal. */
  canMove(conversation: ConversationId): boolean;
  /**
   * Moves a conversation to a machine that has this project, to work in it there. Safe to repeat, also after it has
   * moved.
   * @param request.messages those that ask for it: no other machine handles them again
   */
  moveTo(request: {
    readonly conversation: ConversationId;
    readonly project: string;
    readonly messages: readonly MessageIdentity[];
  }): Promise<MoveToProject>;
  /** Called after a conversation has come from another machine, with what belongs to it. */
  onArrival(heard: () => void): void;
}

/**
 * How long after the question a yes of `ownsItsWork` counts. No conversation moves within that time: a machine that
 * wants it first asks its present machine for 20 s, or finds that this one has given no sign of life for 45 s; and a
 * machine trusts its own sign for 40 s.
 */
export const OWN_WITHIN_MS = 5 * SECOND_MS;

/**
 * The questions of a program that is one of several before it acts for a conversation: a program that stood still or
 * was cut off does not know that the conversation moved to another machine.
 */
export interface Ownership {
  /**
   * Asked right before something reaches a remote: true when this machine still has the conversation, and no other one
   * wants it. Also false when that cannot be found out in time.
   */
  ownsItsWork(conversation: ConversationId): Promise<boolean>;
  /**
   * Called right before a command or a call to the network runs, and once it is stored: the conversation's tasks and
   * messages are copied as they are now. If this machine is lost, no other one runs it again. While copies cannot be
   * written, or are too slow, it runs without one.
   * @throws Failure `denied` when another machine has the conversation by now
   */
  beforeCommand(conversation: ConversationId): Promise<void>;
}

/** Runs of a schedule whose time has come: the first of them, and the last that is decided about together with it. */
export interface DueRuns {
  readonly conversation: ConversationId;
  /** Name of the schedule, unique in its chat: it is the same on each machine that has a copy of it. */
  readonly name: string;
  readonly firstMs: number;
  readonly lastMs: number;
}

/**
 * `ours`: they begin here, and on no other machine. `elsewhere`: another one has decided about all up to then. `later`:
 * it is not known now, so they wait.
 */
export type RunClaim =
  | { readonly kind: 'ours' | 'later' }
  | { readonly kind: 'elsewhere'; readonly throughMs: number };

/**
 * Asked before each run begins, where several machines may have the same schedule. Never throws for expected errors.
 */
export type ClaimRuns = (due: DueRuns) => Promise<RunClaim>;

/**
 * What one feature does when a chat moves to another machine. Each supplies its own; the code that moves chats knows
 * none of them.
 */
export interface MovingFeature {
  /** What goes along with the chat. */
  readonly state?: ChatState;
  /** What goes along, and is told in the message about the move. */
  readonly told?: AnnouncedState;
  /** What stays behind. */
  readonly unfinished?: UnfinishedWorks;
}

/** A part of a chat's state that moves with the chat to another machine. */
export interface ChatState<T extends Json = Json> {
  /** Its name between machines. It must never change: versions of two machines may differ by one. */
  readonly name: string;
  /** The form in which another machine writes it. */
  readonly schema: z.ZodType<T>;
  /** The state here; undefined when it is as in a new chat. Asked for about once a second while the chat is at work. */
  read(conversation: ConversationId): T | undefined;
  /**
   * Inside a transaction: the incoming state replaces what an earlier stay left here. Safe to repeat.
   * @param state undefined when it is as in a new chat
   */
  write(conversation: ConversationId, state: T | undefined): void;
  /** Inside a transaction: the chat has left. Missing when the state does nothing by itself, and stays. */
  leave?(conversation: ConversationId): void;
}

/**
 * As `ChatState`, with lines in the message about the move. So it is taken in before that message is written, and told
 * which runs have begun. Its copy lies beside the facts of the chat, not among the other states: there cells of earlier
 * versions look for it.
 */
export interface AnnouncedState {
  /** Its name between machines. It must never change. */
  readonly name: string;
  read(conversation: ConversationId): Json;
  /** Inside a transaction: the copy replaces what an earlier stay left here. Returns what people read about it. */
  arrive(arriving: ArrivingState): readonly string[];
  /** Inside a transaction: the chat has left. */
  leave(conversation: ConversationId): void;
}

export interface ArrivingState {
  readonly conversation: ConversationId;
  /** As another machine wrote it, maybe of a version that this one cannot read. */
  readonly copy: Json;
  /** By the name of a schedule: runs until then began on the other machine, in milliseconds since 1970. */
  readonly begun: ReadonlyMap<string, number>;
  readonly locale: Locale;
}

/** Work beside the tasks of a chat, as its machine describes it to others: only that machine can finish it. */
export const UnfinishedWork = z.object({
  /** One word. It must never change. */
  kind: z.string(),
  /** The task that it belongs to, and the number of that task on its machine. */
  session: z.string().optional(),
  number: z.int().optional(),
  /** The project, the branch, or the words of the request. */
  name: z.string().optional(),
  url: z.string().optional(),
});
export type UnfinishedWork = z.infer<typeof UnfinishedWork>;

/** The same as people read about it: each text can be shown as it is, and is empty where it is not known. */
export interface ShownWork {
  readonly kind: string;
  /** `#4` */
  readonly task: string;
  readonly name: string;
  /** What `git clone` takes. */
  readonly url: string | undefined;
}

/**
 * The unfinished work of a feature. It is copied, so that another machine can name it if this one is lost.
 */
export interface UnfinishedWorks {
  /** Those that `list` gives and `line` words. */
  readonly kinds: readonly string[];
  /** Without numbers of tasks. */
  list(conversation: ConversationId): readonly UnfinishedWork[];
  /** What it was, and what to do now. */
  line(work: ShownWork, locale: Locale): string;
}
