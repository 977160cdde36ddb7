import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WAVersion } from '@whiskeysockets/baileys';
import { onTestFinished } from 'vitest';
import type { WhatsAppAuthor } from '../../../src/channels/whatsapp/identity.ts';
import type { UnreadableMessage } from '../../../src/channels/whatsapp/intake.ts';
import { addressOf, rememberContact } from '../../../src/channels/whatsapp/known-chats.ts';
import type { LinkState } from '../../../src/channels/whatsapp/link-state.ts';
import { ACCOUNT } from '../../../src/channels/whatsapp/stored-link.ts';
import { createWhatsAppChannel } from '../../../src/channels/whatsapp/whatsapp.ts';
import type { WhatsAppChannel } from '../../../src/channels/whatsapp/whatsapp-channel.ts';
import type { Gap, InboundMessage, OutboundBody } from '../../../src/contracts/channel.ts';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { newMessageId } from '../../../src/core/ids.ts';
import type { Log, LogFields } from '../../../src/core/log.ts';
import { openTestStore } from '../../support/test-store.ts';
import {
  startWhatsAppServer,
  type WhatsAppServer,
  type WhatsAppServerOptions,
} from '../../support/whatsapp-server/server.ts';

export const BOT = { phone: '34600000001', lid: '900000000001' };
export const ANA = { phone: '34600111222', lid: '900000111222', name: 'Ana' };
export const ANA_CHAT = `${ANA.phone}@s.whatsapp.net`;

export interface LogLine {
  readonly level: 'info' | 'warn' | 'error';
  readonly event: string;
  readonly fields: LogFields;
}

/** The channel on a real database, and what it handed in and said. */
export interface ChannelRig {
  readonly channel: WhatsAppChannel;
  readonly received: InboundMessage[];
  readonly gaps: Gap[];
  readonly unreadable: UnreadableMessage[];
  readonly states: LinkState[];
  readonly lines: LogLine[];
  /** Somebody wrote in this chat before the test began: it may be written to. */
  met(chat: string): void;
  /** Called for each message before it counts as stored. */
  onReceive: (message: InboundMessage) => Promise<void>;
  /** What of a message may be stored before it is handed over. */
  masked: (words: string) => string;
  isStranger: (author: WhatsAppAuthor) => boolean;
  isListed: (author: WhatsAppAuthor) => boolean;
  /** Called before what is stored is brought to the disk. */
  onFlush: () => Promise<void>;
  /** Called when it is told that the link was down. */
  onGap: () => void;
  start(): Promise<void>;
  /** To a chat in which somebody wrote before. Returns the id. Rejects as the channel does. */
  send(body: OutboundBody, chat?: string, id?: string): Promise<string>;
  /** Resolves when the link stands there. */
  at(where: LinkState['at'], limitMs?: number): Promise<void>;
  stop(): Promise<void>;
}

export async function server({
  wantsAllKeys = false,
}: Pick<WhatsAppServerOptions, 'wantsAllKeys'> = {}): Promise<WhatsAppServer> {
  const started = await startWhatsAppServer({ account: BOT, wantsAllKeys });
  onTestFinished(() => started.stop());
  return started;
}

export function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'wasap-wa-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface RigOptions {
  readonly folder?: string;
  readonly clock?: Clock;
  readonly pairingPhone?: string;
  readonly fresh?: boolean;
  /** Version of WhatsApp Web that a person has set. */
  readonly version?: WAVersion;
  /** Process that the lease is taken for. */
  readonly pid?: number;
  /** It outlives the test that made it, and is stopped by whoever did. */
  readonly lasting?: boolean;
}

export function channelRig(url: string, options: RigOptions = {}): ChannelRig {
  const {
    folder = dataFolder(),
    clock = systemClock,
    pairingPhone,
    fresh = false,
    version,
    pid = process.pid,
    lasting = false,
  } = options;
  const store = openTestStore({ path: path.join(folder, 'wasap.db') });
  const lines: LogLine[] = [];
  const write =
    (level: LogLine['level']) =>
    (event: string, fields: LogFields = {}) =>
      void lines.push({ level, event, fields });
  const log: Log = { info: write('info'), warn: write('warn'), error: write('error') };
  const received: InboundMessage[] = [];
  const [gaps, unreadable, states]: [Gap[], UnreadableMessage[], LinkState[]] = [[], [], []];
  const whatsapp = store.whatsapp();
  const flushed = async () => {
    await rig.onFlush();
    await whatsapp.waitForFlush();
  };
  const channel = createWhatsAppChannel({
    store: { ...whatsapp, waitForFlush: flushed },
    settings: { url, version, deviceName: 'wasap-agent' },
    pairingPhone,
    fresh,
    lease: { self: { pid, mark: 'test' }, isAlive: async () => true },
    clock,
    log,
    random: () => 0,
    drawDiff: async () => [],
    onState: (state) => void states.push(state),
    maskWords: (words) => rig.masked(words),
    isStranger: (author) => rig.isStranger(author),
    isListed: (author) => rig.isListed(author),
  });
  const contacts = { store: store.whatsapp(), account: ACCOUNT };
  let stopped = false;
  const stop = async () => {
    if (stopped) return;
    stopped = true;
    await channel.stop();
    store.close();
  };
  if (!lasting) onTestFinished(stop);
  const rig: ChannelRig = {
    channel,
    received,
    gaps,
    unreadable,
    states,
    lines,
    met: (chat) => rememberContact(chat, addressOf(chat, contacts), contacts),
    onReceive: async () => undefined,
    masked: (words) => words,
    isStranger: () => false,
    isListed: () => false,
    onFlush: async () => undefined,
    onGap: () => undefined,
    start: () =>
      channel.start({
        async receive(message) {
          await rig.onReceive(message);
          received.push(message);
        },
        receiveGap(gap) {
          gaps.push(gap);
          rig.onGap();
        },
        receiveUnreadable: async (message) => void unreadable.push(message),
        interrupt: () => undefined,
      }),
    async send(body, chat = ANA_CHAT, id = newMessageId()) {
      rig.met(chat);
      await channel.send({ id, chat, body, mayRepeat: false });
      return id;
    },
    at: (where, limitMs = 15_000) =>
      until(
        () => channel.state.at === where,
        () => `link ${where}\n${lines.map((line) => JSON.stringify(line)).join('\n')}`,
        limitMs,
      ),
    stop,
  };
  return rig;
}

/** A device that is linked to the server's account and open. */
export async function linkedRig(world: WhatsAppServer, options: RigOptions = {}): Promise<ChannelRig> {
  const rig = channelRig(world.url, options);
  await rig.start();
  await rig.at('pairing');
  const { state } = rig.channel;
  if (state.at !== 'pairing') throw new Error('no code');
  await (state.by === 'qr' ? world.phone.scan(state.show) : world.phone.enterCode(state.show));
  await rig.at('open');
  // Until the phone's first history is in, the client holds back what comes.
  await until(() => world.unconfirmed().length === 0, 'the first history');
  return rig;
}

export async function until(
  holds: () => boolean,
  what: string | (() => string),
  limitMs = 15_000,
): Promise<void> {
  const endMs = Date.now() + limitMs;
  while (!holds()) {
    if (Date.now() > endMs)
      throw new Error(`not within ${limitMs} ms: ${typeof what === 'string' ? what : what()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
