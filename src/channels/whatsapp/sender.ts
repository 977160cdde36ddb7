import type { BinaryNode, WAMessageContent, WAMessageKey, WASocket } from '@whiskeysockets/baileys';
import type { OutboundMessage } from '../../contracts/channel.ts';
import type { WhatsAppStore } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure, messageOf, sentenceIn } from '../../core/failure.ts';
import { newMessageId } from '../../core/ids.ts';
import { fault } from '../../core/texts/faults.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { withTimeLimit } from '../../core/waiting.ts';
import type { Turns } from '../../core/work-queues.ts';
import type { ClientCache } from './caches.ts';
import type { Client } from './client.ts';
import { bareJid, isGroup, isOwn } from './identity.ts';
import type { Journal } from './journal.ts';
import { knownAddressOf } from './known-chats.ts';
import { contentOfBody, stanzaMark, type WireMessage } from './outgoing.ts';
import type { LinkCheck, LinkProbe } from './whatsapp-channel.ts';

type Acknowledgement =
  | { readonly kind: 'taken' }
  | { readonly kind: 'refused'; readonly code: string }
  /** The connection ended, or nothing came in time: it may have arrived. */
  | { readonly kind: 'unknown'; readonly why: string };

/** A server that works accepts a message within this time. */
const PATIENCE_MS = 20_000;
/** Codes after which the same message may go through. All others are final. */
const TRANSIENT = ['429', '479', '500', '503'];
/** No conversation may be started with this person now; every further try makes it worse. */
const FIRST_CONTACT_REFUSED = '463';

/**
 * The server's answers to sent messages. The client considers a message sent when its bytes are written, which means
 * nothing on a connection that is dead without knowing it.
 */
export class Acknowledgements {
  readonly #clock: Clock;
  /** Oldest first: all wait equally long. */
  readonly #waiting = new Map<string, AwaitedAcknowledgement>();
  #isWatching = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with the server's answer for this id. Start waiting before sending. */
  waitForAnswer(id: string): Promise<Acknowledgement> {
    return new Promise((resolve) => {
      this.settle(id, { kind: 'unknown', why: 'it was sent again' });
      this.#waiting.set(id, { resolve, untilUpMs: this.#clock.upMs() + PATIENCE_MS });
      if (!this.#isWatching) void this.#watch();
    });
  }

  settle(id: string, answer: Acknowledgement): void {
    this.#waiting.get(id)?.resolve(answer);
    this.#waiting.delete(id);
  }

  /** The connection is closed: nothing more is confirmed. */
  giveUp(why: string): void {
    for (const id of [...this.#waiting.keys()]) this.settle(id, { kind: 'unknown', why });
  }

  /** One timer for all of them: one for each message would cost more than the wait for its answer. */
  async #watch(): Promise<void> {
    this.#isWatching = true;
    for (let [oldest] = this.#waiting.values(); oldest !== undefined; [oldest] = this.#waiting.values()) {
      await this.#clock.sleep(Math.max(0, oldest.untilUpMs - this.#clock.upMs()));
      this.#giveUpOld();
    }
    this.#isWatching = false;
  }

  #giveUpOld(): void {
    const why = `WhatsApp did not confirm it within ${PATIENCE_MS / 1000} s`;
    for (const [id, { untilUpMs }] of [...this.#waiting])
      if (untilUpMs <= this.#clock.upMs()) this.settle(id, { kind: 'unknown', why });
  }
}

interface AwaitedAcknowledgement {
  readonly untilUpMs: number;
  resolve(answer: Acknowledgement): void;
}

/** The meaning of a refusal, with a sentence that says what to do. */
function refusalFailure(code: string): Failure {
  if (TRANSIENT.includes(code))
    return new Failure('unavailable', fault('whatsapp-refused-now', code), {
      facts: { code },
    });
  const says =
    code === FIRST_CONTACT_REFUSED ? fault('whatsapp-first-contact') : fault('whatsapp-refused', code);
  return new Failure('denied', says, { facts: { code } });
}

function isFinalRefusal(code: string): boolean {
  return !TRANSIENT.includes(code);
}

interface SenderParts {
  readonly store: WhatsAppStore;
  readonly journal: Pick<Journal, 'addSending' | 'flush'>;
  readonly account: string;
  readonly acknowledgements: Acknowledgements;
  readonly devices: ClientCache;
  /** Seconds after which messages disappear from a chat; 0: never. */
  expirationOf(chat: string): number;
  /** The server refused a message with this code. */
  onRefusal(code: string): void;
  readonly clock: Clock;
  format(markdown: string): string;
  /** Incoming messages get a turn between two outgoing ones. */
  readonly turns: Turns;
}

/** The parts of a logged-in connection that sending needs. */
interface SendingSocket {
  readonly client: Client;
  readonly sock: WASocket;
}

/** No answer takes longer. */
const DEVICES_WITHIN_MS = 10_000;
/** The server rejected the message's addresses: the stored list of the person's devices is too old. */
const STALE_DEVICES = '479';

/**
 * Sends, and resolves when the server has accepted it. The content is stored with the keys that encrypt it: a
 * repeated send carries the same bytes under the same id, so that the recipient sees one message.
 * @throws Failure `unavailable` when it may not have arrived, `denied` when it never will
 */
export async function sendMessage(
  { id, chat, body }: WireMessage,
  { client, sock }: SendingSocket,
  parts: SenderParts,
): Promise<void> {
  const { store, journal, account, acknowledgements, clock, turns } = parts;
  await turns.next();
  const before = store.sent.get(account, id);
  if (before?.state === 'acknowledged') return;
  if (before?.state === 'refused') throw refusalFailure(before.error ?? '');
  const jid = before?.jid ?? knownAddressOf(chat, sock.user?.id, parts);
  const message =
    before === undefined
      ? await composeContent({ id, chat, body }, jid, { client, sock }, parts)
      : client.proto.Message.decode(Buffer.from(before.message, 'base64'));
  await awaitDevices(jid, sock, parts);
  if (before === undefined) {
    const bytes = Buffer.from(client.proto.Message.encode(message).finish()).toString('base64');
    journal.addSending({ id, jid, message: bytes, atMs: clock.nowMs() });
  }
  const answer = acknowledgements.waitForAnswer(id);
  const { attributes, nodes } = stanzaMark(body.kind);
  const options = { messageId: id, additionalAttributes: { ...attributes }, additionalNodes: [...nodes] };
  sock
    .relayMessage(jid, message, options)
    .catch((error: unknown) => acknowledgements.settle(id, { kind: 'unknown', why: messageOf(error) }));
  const taken = await answer;
  if (taken.kind === 'taken') return;
  // It may have failed before anything was encrypted: a repetition has to be identical to the byte.
  journal.flush();
  if (taken.kind === 'unknown')
    throw new Failure('unavailable', fault('whatsapp-unsure', taken.why), { facts: { id } });
  parts.onRefusal(taken.code);
  if (taken.code === STALE_DEVICES) parts.devices.flushAll();
  if (isFinalRefusal(taken.code)) store.sent.refuse(account, id, taken.code);
  throw refusalFailure(taken.code);
}

/**
 * The client encrypts for the devices that WhatsApp lists. Without an answer it encrypts for none, sends that, and
 * reports success; so the list is requested beforehand, and the client finds it in its cache.
 */
async function awaitDevices(
  jid: string,
  sock: Pick<WASocket, 'getUSyncDevices'>,
  { devices, clock }: Pick<SenderParts, 'devices' | 'clock'>,
): Promise<void> {
  if (isGroup(jid) || isInCache(jid, devices)) return;
  const asked = sock.getUSyncDevices([jid], true, false).then(
    (found) => found.length > 0,
    () => false,
  );
  const known = await withTimeLimit(asked, DEVICES_WITHIN_MS, clock);
  if (known !== true) throw new Failure('unavailable', fault('whatsapp-no-devices'));
}

/** Nearly always: then there is nothing to wait for. Kept by the client under the user of the address. */
function isInCache(jid: string, devices: ClientCache): boolean {
  const known = devices.get<readonly unknown[]>(jid.replace(/[:@].*$/, ''));
  return known !== undefined && known.length > 0;
}

async function composeContent(
  { id, chat, body }: WireMessage,
  jid: string,
  { client, sock }: SendingSocket,
  { store, account, expirationOf, format }: SenderParts,
): Promise<WAMessageContent> {
  const own = { phone: sock.user?.id, lid: sock.user?.lid };
  const keyOf = (target: string): WAMessageKey => {
    const participant = isGroup(jid)
      ? store.journal.participantOf(account, { chat: jid, id: target })
      : undefined;
    // In the own chat all messages are from the account itself.
    const fromMe = isOwn(jid, own);
    return { remoteJid: jid, fromMe, id: target, ...(participant === undefined ? {} : { participant }) };
  };
  const content = await contentOfBody(body, { jid, keyOf, format });
  try {
    const { message } = await client.generateWAMessage(jid, content, {
      userJid: sock.user?.id ?? '',
      messageId: id,
      upload: sock.waUploadToServer,
      // A reaction disappears with its message; this and a deletion have no field for it.
      ephemeralExpiration: body.kind === 'reaction' || body.kind === 'delete' ? 0 : expirationOf(chat),
    });
    if (message) return message;
  } catch (error) {
    if (isFailure(error)) throw error;
    throw new Failure('unavailable', fault('whatsapp-not-prepared', messageOf(error)), {
      cause: error,
    });
  }
  throw new Error(`The client made nothing of a ${body.kind}.`);
}

/** The phone answers within this time, if it is on. */
const RECEIPT_WITHIN_MS = 5000;
const GROUPS_WITHIN_MS = 5000;

interface CheckParts {
  readonly clock: Clock;
  /** Any address of the own account. */
  readonly own: string;
  /** Text that the own chat shows for a moment. */
  readonly text: string;
  /** Language in which a failure is described. */
  readonly locale: Locale;
  send(message: OutboundMessage): Promise<void>;
}

/**
 * Sends a message to the own chat, waits for its confirmation, and deletes it. Never throws for failures of the other
 * side.
 */
export async function checkLink(link: SendingSocket, parts: CheckParts): Promise<LinkCheck> {
  const [{ probe, clockOffsetMs }, groups] = await Promise.all([
    probeOwnChat(link, parts),
    groupsOf(link, parts),
  ]);
  return { probe, clockOffsetMs, groups };
}

async function probeOwnChat(
  link: SendingSocket,
  parts: CheckParts,
): Promise<Pick<LinkCheck, 'probe' | 'clockOffsetMs'>> {
  const { clock } = parts;
  const id = newMessageId();
  const chat = bareJid(parts.own);
  const heard = listenFor(id, link, clock);
  const sentMs = clock.upMs();
  try {
    await parts.send({ id, chat, body: { kind: 'text', text: parts.text }, mayRepeat: false });
  } catch (error) {
    heard.end();
    if (!isFailure(error)) throw error;
    return { probe: { kind: 'failed', why: sentenceIn(parts.locale, error) }, clockOffsetMs: undefined };
  }
  const ackMs = clock.upMs() - sentMs;
  const receiptAtMs = await heard.receipt();
  heard.end();
  const receiptMs = receiptAtMs === 'late' ? undefined : receiptAtMs - sentMs;
  const probe: LinkProbe = { kind: 'returned', ackMs, receiptMs };
  await takeBack(id, chat, link);
  return { probe, clockOffsetMs: heard.clockOffsetMs() };
}

function listenFor(id: string, { sock }: SendingSocket, clock: Clock) {
  let clockOffsetMs: number | undefined;
  let confirm: (atMs: number) => void = () => undefined;
  const confirmed = new Promise<number>((resolve) => {
    confirm = resolve;
  });
  const acknowledged = ({ attrs }: BinaryNode): void => {
    const seconds = Number(attrs.t);
    // The server gives whole seconds: half a second is added as the best guess.
    if (attrs.id === id && Number.isFinite(seconds)) clockOffsetMs = seconds * 1000 + 500 - clock.nowMs();
  };
  const receipted = ({ attrs }: BinaryNode): void => {
    if (attrs.id === id) confirm(clock.upMs());
  };
  sock.ws.on('CB:ack,class:message', acknowledged);
  sock.ws.on('CB:receipt', receipted);
  return {
    clockOffsetMs: () => clockOffsetMs,
    receipt: () => withTimeLimit(confirmed, RECEIPT_WITHIN_MS, clock),
    end(): void {
      sock.ws.off('CB:ack,class:message', acknowledged);
      sock.ws.off('CB:receipt', receipted);
    },
  };
}

/** If deleting fails, a message stays that says it may be ignored. */
async function takeBack(id: string, chat: string, { sock }: SendingSocket): Promise<void> {
  await sock
    .sendMessage(chat, { delete: { remoteJid: chat, fromMe: true, id } })
    .catch((error: unknown) => error);
}

async function groupsOf({ sock }: SendingSocket, { clock }: CheckParts): Promise<LinkCheck['groups']> {
  const asked = sock.groupFetchAllParticipating().then(
    (groups) => Object.values(groups).map(({ id, subject }) => ({ id, name: subject })),
    () => undefined,
  );
  const groups = await withTimeLimit(asked, GROUPS_WITHIN_MS, clock);
  return groups === 'late' ? undefined : groups;
}
