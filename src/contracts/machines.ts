import type { ConversationId } from '../core/ids.ts';
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
