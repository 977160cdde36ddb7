import type { Action } from '../../contracts/commands.ts';
import type { ConversationId } from '../../core/ids.ts';

/** The model that people chose for tasks and talks that begin next in a chat. */
export interface ChosenModelStore {
  /** Undefined when the chat uses the usual one. */
  find(conversation: ConversationId): string | undefined;
  choose(conversation: ConversationId, model: string, atMs: number): void;
  forget(conversation: ConversationId): void;
}

/** Undefined: the usual one again. */
export type ModelAction = { readonly kind: 'models.choose'; readonly model: string | undefined };

export type ModelAnswer = Action | ModelAction;
