import type { ConversationId } from '../core/ids.ts';
import { SECOND_MS } from '../core/time.ts';

/**
 * How long after the question a yes of `ownsItsWork` counts. No conversation moves within that time: whoever wants it asks its
 * machine for 20 s first, or finds that it has not given a sign of life for 45 s, and a machine trusts in its own for 40 s.
 */
export const OWN_WITHIN_MS = 5 * SECOND_MS;

/**
 * What a program that is one of several asks before it acts for a conversation: one that stood still or was cut off has not
 * heard that the conversation moved to another machine.
 */
export interface Ownership {
  /**
   * Right before something reaches a remote: whether this machine still has the conversation, and nobody wants it elsewhere. False,
   * too, when that cannot be found out in time.
   */
  ownsItsWork(conversation: ConversationId): Promise<boolean>;
  /**
   * Right before a command or a call to the network runs, and once it is stored: the conversation's tasks and messages are
   * copied as they are now. Should this machine be lost, no other one runs it again. While copies cannot be written, or are too
   * slow, it runs without.
   * @throws Failure `denied` when another machine has the conversation by now
   */
  beforeCommand(conversation: ConversationId): Promise<void>;
}
