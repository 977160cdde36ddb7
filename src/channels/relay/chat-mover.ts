import type { ChatOrigin } from './relay-rows.ts';

/** A chat that comes to this cell from another one. */
export type ChatArrival = Pick<ChatOrigin, 'chat' | 'front' | 'epoch'>;

/** Steps that another cell need not repeat. */
export interface SettledSteps {
  /** Ids of messages of people that need no further reply. */
  readonly answers?: readonly string[];
  /** The end that is reported, by `endOf`. */
  readonly ends?: string | undefined;
}

/** Moves a chat's state with the chat. */
export interface ChatMover {
  /**
   * Called before the first message under the new epoch is handled. Safe to repeat until it has resolved. State that
   * cannot be taken over stays where it is, and the chat's people are told: it delays no message.
   * @param noteArrived called in the commit that stores the state
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  takeOver(arrival: ChatArrival, noteArrived: () => void): Promise<void>;
  /**
   * Tells the people of a chat once that this machine's disk can store nothing of it, when that has lasted for a
   * minute.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  stillWaits(arrival: ChatArrival): Promise<void>;
  /**
   * The chat lives in another cell: from now on none of its work begins here by itself.
   * @param noteLeft called in the commit that ensures this
   */
  leave(chat: string, noteLeft: () => void): void;
  /** Copies changes in the chats that live here, again and again until the signal aborts. */
  keepCopying(parts: { isHeld(): boolean; readonly signal: AbortSignal }): Promise<void>;
  /**
   * Copies the changes in one chat, and resolves when that is done; false when it lives in another cell by now.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  copyNow(chat: string): Promise<boolean>;
  /** The steps that are done once the message that is being sent in the chat is sent. */
  settledBy(chat: string): SettledSteps;
  /**
   * A message was sent in the chat: if this cell is lost, another one need not send it again. Copied in the background.
   */
  noteSent(chat: string): void;
  /**
   * Resolves when no work of the chat is under way here and all of it has been copied; false when that is not so yet.
   * @param handling how many of its messages may still be handled: those that ask for the move
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  isFlushed(chat: string, handling?: number): Promise<boolean>;
}
