import type * as z from 'zod';
import { SECOND_MS } from '../core/clock.ts';
import type { ConversationId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';
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
 * A part of a chat's state that moves with the chat to another machine. Each feature supplies its own; the code that
 * moves them knows none of them.
 */
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
