import type { ChatMessage, ChatPlace, ChatRows } from '../../../channels/web/chat-rows.ts';
import { webConversationOf } from '../../../channels/web/web.ts';
import type { WebRequest } from '../../../contracts/web-page.ts';
import { addressOf } from '../../../gateway/address.ts';

/** The visitor's own chat: nobody sees or writes in another one. */
export function ownChat({ visitor }: Pick<WebRequest, 'visitor'>): ChatPlace {
  return addressOf(webConversationOf(visitor));
}

/** The message of that chat at a place, as a link or a form names it. */
export function messageAt(
  place: string,
  request: Pick<WebRequest, 'visitor'>,
  rows: Pick<ChatRows, 'listBetween'>,
): ChatMessage | undefined {
  return /^\d{1,9}$/.test(place)
    ? rows.listBetween(ownChat(request), Number(place), Number(place))[0]
    : undefined;
}
