import type * as z from 'zod';
import type { ConversationId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';

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
