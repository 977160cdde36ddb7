import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { ChatMessage, ChatRows } from '../../../src/channels/web/chat-rows.ts';
import type { WebChannel, WrittenMessage } from '../../../src/channels/web/web-channel.ts';
import type { ChannelReceiver, InboundMessage } from '../../../src/contracts/channel.ts';
import { systemClock } from '../../../src/core/clock.ts';
import { openTestStore } from '../../support/test-store.ts';
import { webChatsOn } from '../../support/web-chats.ts';

export const HERE = { channel: 'web-local', chat: 'local' };

export interface WebRig {
  readonly channel: WebChannel;
  readonly rows: ChatRows;
  /** A folder for files that are sent. */
  readonly folder: string;
  says(line: string, change?: Partial<WrittenMessage>): void;
  /** The chat as its page would show it, in words. */
  seen(): string;
  messages(): readonly ChatMessage[];
  /** A program on the same data that begins when this one was killed. */
  again(): WebRig;
}

/** The chat of the person at the machine over a real store. */
export function webRig(): WebRig {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-web-'));
  const store = openTestStore({ path: path.join(folder, 'wasap.db') });
  onTestFinished(() => {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const open = (): WebRig => {
    const { channels, rows } = webChatsOn(store, { clock: systemClock, folder: path.join(folder, 'files') });
    const channel = channels.find(({ name }) => name === 'web-local');
    if (channel === undefined) throw new Error('there is no chat of this machine');
    let said = 0;
    const messages = (): readonly ChatMessage[] => rows.listBetween(HERE, 1, 1000);
    return {
      channel,
      rows,
      folder,
      messages,
      says(text, change = {}) {
        said += 1;
        void channel.take({ chat: 'local', sender: 'local', id: `p${said}`, text, files: [], ...change });
      },
      seen: () =>
        messages()
          .flatMap(({ body }) => ('text' in body ? [body.text] : []))
          .join('\n'),
      again: open,
    };
  };
  return open();
}

/** Keeps what it receives. */
export function receiverOf(
  receive: (message: InboundMessage) => Promise<void> = async () => undefined,
): ChannelReceiver & { readonly received: InboundMessage[] } {
  const received: InboundMessage[] = [];
  return {
    received,
    async receive(message) {
      await receive(message);
      received.push(message);
    },
    receiveUnreadable: async () => undefined,
    receiveGap: () => undefined,
    interrupt: () => undefined,
  };
}
