/** The phone of the account: it links the client, hands it the history once, and writes messages of its own. */
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { proto } from '@whiskeysockets/baileys';

import { textBody } from './bodies.ts';
import { endStream } from './login.ts';
import { enterCode } from './pairing-code.ts';
import { scan } from './pairing-qr.ts';
import type { Person } from './person.ts';
import type { Arrived } from './received.ts';
import { type Addressing, deliverFromPhone } from './to-client.ts';
import { accountJid, linkedDevice, type World } from './world.ts';

export type Phone = {
  jid(as: Addressing): string;
  /** Copies of what the client wrote, and what it wrote to the own chat. */
  readonly received: readonly Arrived[];
  /** @throws Error when the code is not this client's or its signature does not hold */
  scan(qr: string): Promise<void>;
  /** @param code with or without its hyphen. @throws Error when it is not the one the client shows */
  enterCode(code: string): Promise<void>;
  /** Removes the client from the account's devices. */
  unlink(): void;
  /** Writes to a person; the client gets the copy. @returns the id */
  says(person: Person, text: string): Promise<string>;
  /** Writes to the own chat. @returns the id */
  notes(text: string): Promise<string>;
  waitFor(fits: (message: Arrived) => boolean, limitMs?: number): Promise<Arrived>;
};

export function createPhone(world: World): Phone {
  const copy = (to: string, text: string) => {
    const deviceSentMessage = { destinationJid: to, message: textBody(text) };
    const outgoing = { message: { deviceSentMessage }, attributes: { recipient: to } };
    return world.inTurn(() => deliverFromPhone(world, outgoing));
  };
  return {
    jid: (as) => accountJid(world, as),
    received: world.phone.received,
    scan: (qr) => scan(world, qr),
    enterCode: (code) => enterCode(world, code),
    unlink() {
      world.linked = undefined;
      if (world.live !== undefined) endStream(world.live, 401);
    },
    says: (person, text) => copy(person.jid('pn'), text),
    notes: (text) => copy(accountJid(world, 'pn'), text),
    waitFor: (fits, limitMs) =>
      world.watch.until(() => world.phone.received.find(fits), 'a message to the own phone', limitMs),
  };
}

/** What a phone sends to a device that has just been linked. Without it the client waits for 20 seconds. */
export async function welcomeDevice(world: World): Promise<void> {
  const linked = linkedDevice(world);
  if (linked.welcomed) return;
  linked.welcomed = true;
  const attributes = { category: 'peer' };
  for (const message of [keyShare(), history()]) await deliverFromPhone(world, { message, attributes });
}

function keyShare(): proto.IMessage {
  const keyData = {
    keyData: randomBytes(32),
    fingerprint: { rawId: 1, currentIndex: 0 },
    timestamp: Date.now(),
  };
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.APP_STATE_SYNC_KEY_SHARE,
      appStateSyncKeyShare: { keys: [{ keyId: { keyId: Buffer.from('000000000001', 'hex') }, keyData }] },
    },
  };
}

function history(): proto.IMessage {
  const syncType = proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP;
  const bytes = proto.HistorySync.encode({
    syncType,
    conversations: [],
    chunkOrder: 1,
    progress: 100,
  }).finish();
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: proto.Message.HistorySyncType.INITIAL_BOOTSTRAP,
        chunkOrder: 1,
        progress: 100,
        initialHistBootstrapInlinePayload: deflateSync(bytes),
      },
    },
  };
}
