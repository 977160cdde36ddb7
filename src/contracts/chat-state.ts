import type * as z from 'zod';
import type { ConversationId } from '../core/ids.ts';
import type { Json } from '../core/json.ts';

/**
 * Something that is kept of a chat and goes along when the chat moves to another machine. Each feature gives its own; what
 * moves them knows none of them.
 */
export interface ChatState<T extends Json = Json> {
  /** Its name between machines. It stays as it is: versions of two machines may differ by one. */
  readonly name: string;
  /** How another machine writes it. */
  readonly schema: z.ZodType<T>;
  /** As it is here; undefined: as in a new chat. Asked about once a second while the chat is at work. */
  read(conversation: ConversationId): T | undefined;
  /**
   * Inside a transaction: what came takes the place of what an earlier stay left here. Safe to repeat.
   * @param state undefined: as in a new chat
   */
  write(conversation: ConversationId, state: T | undefined): void;
  /** Inside a transaction: the chat has left. Missing: what is here does nothing by itself, and stays. */
  leave?(conversation: ConversationId): void;
}
