import type { ConversationId } from '../core/ids.ts';
import { SECOND_MS } from '../core/time.ts';

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
