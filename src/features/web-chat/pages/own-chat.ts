import type { ChatPlace } from '../../../channels/web/chat-rows.ts';
import { webConversationOf } from '../../../channels/web/web.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { addressOf } from '../../../gateway/address.ts';

/** The chat of whoever looks at the page: nobody sees or writes in another one. */
export function ownChat({ visitor }: Pick<WebRequest, 'visitor'>): ChatPlace {
  return addressOf(webConversationOf(visitor));
}
