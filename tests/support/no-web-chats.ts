import type { WebChats } from '../../src/app/web-chats.ts';
import { createChatRows } from '../../src/channels/web/chat-rows.ts';
import type { OpenStore } from '../../src/store/open.ts';

/** A program that serves no console. */
export function noWebChats({ database }: Pick<OpenStore, 'database'>): WebChats {
  return {
    channels: [],
    rows: createChatRows(database),
    files: { bytesOf: () => undefined, removeUnused: async () => 0 },
    write: async () => Promise.reject(new Error('nobody writes in a browser in this test')),
  };
}
