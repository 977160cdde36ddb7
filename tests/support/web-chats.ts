import { type WebChats, writeTo } from '../../src/app/web-chats.ts';
import { createChatRows } from '../../src/channels/web/chat-rows.ts';
import { WEB, WEB_LOCAL } from '../../src/channels/web/web.ts';
import { createWebChannel } from '../../src/channels/web/web-channel.ts';
import type { Clock } from '../../src/core/clock.ts';
import { silentLog } from '../../src/core/log.ts';
import { createHashedFiles } from '../../src/files/kept-files.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { pngBytes } from './picture-files.ts';

/** The chats in the browser over this store; what the program draws is always the same picture. */
export function webChatsOn(
  { database }: Pick<OpenStore, 'database'>,
  { clock, folder }: { readonly clock: Clock; readonly folder: string },
): WebChats {
  const rows = createChatRows(database);
  const files = createHashedFiles(folder, 'the file');
  const channels = ([WEB, WEB_LOCAL] as const).map((name) =>
    createWebChannel({
      name,
      rows,
      files,
      maskWords: (words) => words,
      draw: async () => pngBytes(20, 10),
      clock,
      log: silentLog,
    }),
  );
  return { rows, files, channels, write: writeTo(channels) };
}
