import type { WebVisitor } from '../../contracts/web-page.ts';
import { type ConversationId, conversationId } from '../../core/ids.ts';

/** Channel of the chats in the browser of people who have a number, by that number. */
export const WEB = 'web';
/** The same for the person at the machine: the only person there, and its owner. */
export const WEB_LOCAL = 'web-local';

/** A person's own chat in the browser: the same in every browser, and over restarts. */
export function webConversationOf({
  sender,
  isAtMachine,
}: Pick<WebVisitor, 'sender' | 'isAtMachine'>): ConversationId {
  return conversationId(isAtMachine ? WEB_LOCAL : WEB, sender);
}
