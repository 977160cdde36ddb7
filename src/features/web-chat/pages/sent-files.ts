import type { ChatRows } from '../../../channels/web/chat-rows.ts';
import type { WebFileSource } from '../../../contracts/web-page.ts';
import type { KeptByHash } from '../../../files/kept-by-hash.ts';
import { ownChat } from './own-chat.ts';

export interface SentFileParts {
  readonly rows: Pick<ChatRows, 'file'>;
  readonly files: Pick<KeptByHash, 'bytesOf'>;
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
