import type { ChatOrigin } from './relay-rows.ts';

/** A chat that comes to this cell from another one. */
export type Arrival = Pick<ChatOrigin, 'chat' | 'front' | 'epoch'>;

/** What another cell need not do or say again. */
export interface Settled {
  /** Ids of messages of people to which nothing is left to be said. */
  readonly answers?: readonly string[];
  /** The end that is reported, by `endOf`. */
  readonly ends?: string | undefined;
}

/** Takes what belongs to a chat along when it moves. */
export interface Carrying {
  /**
   * Before the first message under the new epoch is handled. Safe to repeat until it has resolved. What cannot be taken over stays
   * where it is, and the chat's people are told: it keeps back no message.
   * @param noteArrived called in the commit that stores what was taken over
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  takeOver(arrival: Arrival, noteArrived: () => void): Promise<void>;
  /**
   * Tells the people of a chat once that this machine's disk takes nothing of it, when that has gone on for a minute.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  stillWaits(arrival: Arrival): Promise<void>;
  /**
   * The chat lives in another cell: nothing of it begins here by itself any more.
   * @param noteLeft called in the commit that sees to that
   */
  leave(chat: string, noteLeft: () => void): void;
  /** Copies what has changed in the chats that live here, again and again until the signal comes. */
  keepCopying(parts: { isHeld(): boolean; readonly signal: AbortSignal }): Promise<void>;
  /**
   * Copies what has changed in one chat, and resolves when that is done; false when it lives in another cell by now.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  copyNow(chat: string): Promise<boolean>;
  /** What is over once the message that is being sent in the chat is sent. */
  settledBy(chat: string): Settled;
  /** Something has been said in the chat: should this cell be lost, another one need not say it. Copied in the background. */
  said(chat: string): void;
  /**
   * Resolves when nothing of the chat is at work here and all of it has been copied; false when it is not so far yet.
   * @param handling how many of its messages may still be handled: those that ask for the move
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  isFlushed(chat: string, handling?: number): Promise<boolean>;
}
