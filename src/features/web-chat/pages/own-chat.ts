import type { ChatAddress, ChatMessage, ChatRows } from '../../../channels/web/chat-rows.ts';
import { webConversationOf } from '../../../channels/web/web.ts';
import type { WebFileSource, WebRequest } from '../../../contracts/web-page.ts';
import type { HashedFiles } from '../../../files/kept-files.ts';
import { addressOf } from '../../../gateway/conversation.ts';

/** The visitor's own chat: nobody sees or writes in another one. */
export function ownChat({ visitor }: Pick<WebRequest, 'visitor'>): ChatAddress {
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

export interface SentFileParts {
  readonly rows: Pick<ChatRows, 'file'>;
  readonly files: Pick<HashedFiles, 'bytesOf'>;
}

const NUMBER = /^[1-9]\d{0,14}$/;

/** Files of the visitor's own chat, by the number of their row: no path leads to a file. */
export function sentFiles({ rows, files }: SentFileParts): WebFileSource {
  return {
    read(request) {
      const number = request.param('file');
      if (!NUMBER.test(number)) return undefined;
      const found = rows.file(ownChat(request), Number(number));
      const bytes = found && files.bytesOf(found.hash);
      return found && bytes && { name: found.name, bytes, media: found.media };
    },
  };
}
