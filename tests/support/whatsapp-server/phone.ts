/** The phone of the account: it links the client, hands it the history once, and writes messages of its own. */
import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

import { proto } from '@whiskeysockets/baileys';

import { imageBody, textBody } from './bodies.ts';
import { endStream } from './login.ts';
import { offerMedia } from './media.ts';
import { enterCode } from './pairing-code.ts';
import { scan } from './pairing-qr.ts';
import type { Person } from './person.ts';
import type { Arrived } from './received.ts';
import { createSignalDevice } from './signal-device.ts';
import { type Addressing, deliverFromPhone } from './to-client.ts';
import { accountJid, contactJid, linkedDevice, type World } from './world.ts';

export type Noting = {
  /** How the own chat is addressed. Default: by the number. */
  readonly as?: Addressing;
  /** Which device of the account writes. Default: the phone. */
  readonly device?: number;
  /** Default: a new one. */
  readonly id?: string;
};

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
  notes(text: string, how?: Noting): Promise<string>;
  /** The same with any body. */
  notesBody(message: proto.IMessage, how?: Noting): Promise<string>;
  notesImage(bytes: Uint8Array, caption: string): Promise<string>;
  /** Another device of the account, which can write too. @returns its number */
  linksAnother(): number;
  waitFor(fits: (message: Arrived) => boolean, limitMs?: number): Promise<Arrived>;
};

const OTHER_DEVICE = 33;

export function createPhone(world: World): Phone {
  const copy = (to: string, text: string) => {
    const deviceSentMessage = { destinationJid: to, message: textBody(text) };
    const outgoing = { message: { deviceSentMessage }, attributes: { recipient: to } };
    return world.inTurn(() => deliverFromPhone(world, outgoing));
  };
  const note = (body: proto.IMessage, { as = 'pn', device = 0, id }: Noting = {}) => {
    const own = accountJid(world, as);
    const alternative = as === 'pn' ? {} : { peer_recipient_pn: accountJid(world, 'pn') };
    const from = contactJid(world.phone, as, device);
    const message = { deviceSentMessage: { destinationJid: own, message: body } };
    const attributes = { from, recipient: own, ...alternative };
    return world.inTurn(() => deliverFromPhone(world, { message, id, device, attributes }));
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
    notes: (text, how) => note(textBody(text), how),
    notesBody: note,
    notesImage(bytes, caption) {
      const fields = offerMedia(world.media, { bytes, kind: 'Image', host: world.host });
      return note(imageBody({ fields, caption, mime: 'image/jpeg' }));
    },
    linksAnother() {
      world.phone.devices.push(createSignalDevice(OTHER_DEVICE));
      return OTHER_DEVICE;
    },
    waitFor: (fits, limitMs) =>
      world.watch.until(() => world.phone.received.find(fits), 'a message to the own phone', limitMs),
  };
}

/** What a phone sends to a device that has just been linked. Without it the client waits for 20 seconds. */
export async function welcomeDevice(world: World): Promise<void> {
  const linked = linkedDevice(world);
  if (linked.welcomed || world.faults.withholdHistory) return;
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
