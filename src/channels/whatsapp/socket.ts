import { AsyncLocalStorage } from 'node:async_hooks';
import type {
  BaileysEventMap,
  BinaryNode,
  GroupMetadata,
  SignalKeyStoreWithTransaction,
  WAMessage,
  WASocket,
} from '@whiskeysockets/baileys';
import type { JournalStanza } from '../../contracts/whatsapp-store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import type { ArrivalOrder } from './arrival-order.ts';
import { type AuthState, isLinked } from './auth-state.ts';
import type { ClientCache } from './caches.ts';
import { type Client, type ClientSettings, clientLog, socketOptions } from './client.ts';
import { isConversation, type OwnAddresses } from './identity.ts';
import { writtenTexts } from './inbound.ts';
import { type Journal, noteStanza, withJournal } from './journal.ts';
import type { SocketEvent } from './link-state.ts';
import type { FirstContactLock } from './pacing.ts';
import type { Acknowledgements } from './sender.ts';

/** Codes of `messages.update`: refused, and accepted by the server. */
const REFUSED = 0;
const TAKEN = 2;
const KNOWN_SYSTEM = 'Ubuntu';

export interface SocketParts {
  readonly client: Client;
  readonly settings: ClientSettings;
  readonly auth: AuthState;
  readonly journal: Journal;
  readonly order: ArrivalOrder;
  readonly acknowledgements: Acknowledgements;
  readonly caches: {
    readonly retries: ClientCache;
    readonly devices: ClientCache;
    readonly groups: ClientCache;
  };
  /** Digits of the number to link by a code instead of a QR code. */
  readonly pairingPhone: string | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Resolves when all commits so far are on the disk. */
  waitForFlush(): Promise<void>;
  /** Base64 of the message sent under this id, to be sent again to a phone that could not read it. */
  sentMessage(id: string): string | undefined;
  readonly incoming: IncomingPorts;
  notify(event: SocketEvent): void;
  onLock(lock: FirstContactLock): void;
}

/** What becomes of messages that come in. */
export interface IncomingPorts {
  /** True for a message of a stranger, which is then neither read nor confirmed. */
  rejectStranger(stanza: JournalStanza): boolean;
  /** True when a note of the own phone to itself is for the program. */
  takesNote(stanza: JournalStanza, own: OwnAddresses): boolean;
  /** Words as they may be stored before the program has read them, in as many bytes. */
  maskWords(words: string): string;
  /** In order of arrival; `delayed`: they waited on the server. */
  onMessages(messages: readonly WAMessage[], delayed: boolean): void;
}

/** One connection. After it has closed it cannot be used again; the next one is a new object. */
export interface LiveSocket {
  readonly sock: WASocket;
  readonly own: OwnAddresses;
  readonly lastFrameUpMs: number;
  isBuffering(): boolean;
  flush(): void;
  /** Rejects when there is no answer. */
  probe(): Promise<void>;
  /** Resolves when the connection is closed. */
  end(why: string): Promise<void>;
}

export function openSocket(parts: SocketParts): LiveSocket {
  const { client, clock, auth, journal, order, acknowledgements, log, incoming } = parts;
  // The sender of the message that is being looked at: the client asks about it before anything else happens.
  const ignored: { jid: string | undefined } = { jid: undefined };
  const sock: WASocket = client.makeWASocket(
    optionsOf(parts, {
      groupMetadata: (jid) => sock.groupMetadata(jid),
      isIgnored: (jid) => jid === ignored.jid,
    }),
  );
  storeTokensAtOnce(sock.authState.keys);
  let lastFrameUpMs = clock.upMs();
  const own = (): OwnAddresses => ({ phone: auth.creds.me?.id, lid: auth.creds.me?.lid });

  sock.ws.on('frame', () => {
    lastFrameUpMs = clock.upMs();
  });
  // Runs before the client's own listener, whose immediate effects cannot be undone.
  sock.ws.prependListener('CB:message', (node: BinaryNode) => {
    ignored.jid = undefined;
    try {
      const { rejectStranger, takesNote } = incoming;
      const gate = { journal, order, clock, rejectStranger, takesNote };
      if (!noteStanza(node, own(), gate)) ignored.jid = node.attrs.from;
    } catch (error) {
      // It waits in memory; thrown further, the error would end the program in the middle of a frame.
      log.error('channel.whatsapp.journal.failed', { error: messageOf(error) });
    }
  });
  sock.ws.on('CB:ack,class:message', (node: BinaryNode) => {
    const { id, error } = node.attrs;
    if (id === undefined) return;
    if (error === undefined) journal.markAcknowledged(id);
    acknowledgements.settle(id, error === undefined ? { kind: 'taken' } : { kind: 'refused', code: error });
  });
  gateSends(sock, parts);
  listenToSocket(sock, parts);
  return {
    sock,
    get own() {
      return own();
    },
    get lastFrameUpMs() {
      return lastFrameUpMs;
    },
    isBuffering: () => sock.ev.isBuffering(),
    flush: () => void sock.ev.flush(),
    probe: () => probeServer(sock),
    end: (why) => sock.end(new Error(why)),
  };
}

function optionsOf(
  {
    client,
    settings,
    auth,
    journal,
    order,
    caches,
    clock,
    log,
    sentMessage,
    pairingPhone,
    incoming: { maskWords },
  }: SocketParts,
  {
    groupMetadata,
    isIgnored,
  }: { groupMetadata(jid: string): Promise<GroupMetadata>; isIgnored(jid: string): boolean },
): ReturnType<typeof socketOptions> {
  const logger = clientLog(log, clock);
  // A phone may refuse the code of a device with an unknown system name; scanning is not so strict.
  const named = pairingPhone === undefined ? settings : { ...settings, deviceName: KNOWN_SYSTEM };
  return socketOptions(named, {
    auth: { creds: auth.creds, keys: auth.keys },
    logger,
    makeSignalRepository: withJournal(client.DEFAULT_CONNECTION_CONFIG.makeSignalRepository, {
      journal,
      order,
      clock,
      storedForm: (plaintext) => storedForm(plaintext, { client, maskWords }),
    }),
    getMessage: async ({ id }) => {
      const bytes = sentMessage(id ?? '');
      return bytes === undefined ? undefined : client.proto.Message.decode(Buffer.from(bytes, 'base64'));
    },
    cachedGroupMetadata: async (jid) => {
      const known = caches.groups.get<GroupMetadata>(jid) ?? (await groupMetadata(jid));
      caches.groups.set(jid, known);
      return known;
    },
    msgRetryCounterCache: caches.retries,
    userDevicesCache: caches.devices,
    shouldIgnoreJid: (jid) => !isConversation(jid) || isIgnored(jid),
  });
}

/** @throws Error when the client's socket has an unexpected form: nothing may be sent without passing the gate */
function gateSends(sock: WASocket, { waitForFlush, log }: Pick<SocketParts, 'waitForFlush' | 'log'>): void {
  const wire: unknown = Reflect.get(sock.ws, 'socket');
  if (!isWire(wire)) throw new Error('The WhatsApp client has no socket that could be held back.');
  wire.send = holdUntilStored(wire.send.bind(wire), {
    waitForFlush,
    onFailure(error) {
      log.error('channel.whatsapp.not_flushed', { error: messageOf(error) });
      void sock.end(new Error('what was read could not be stored'));
    },
  });
}

function isWire(value: unknown): value is { send: SocketSend } {
  return typeof value === 'object' && value !== null && 'send' in value && typeof value.send === 'function';
}

function listenToSocket(sock: WASocket, parts: SocketParts): void {
  const { ev } = sock;
  const { auth, caches, incoming, log } = parts;
  const showCode = createCodeDisplay(sock, parts);
  ev.on('connection.update', (update) => forwardUpdate(update, parts, showCode));
  ev.on('connection.update', ({ reachoutTimeLock: lock }) => {
    if (lock === undefined) return;
    const untilMs = lock.timeEnforcementEnds?.getTime();
    log.warn('channel.whatsapp.first_contact', { locked: lock.isActive, untilMs });
    parts.onLock({ isActive: lock.isActive === true, untilMs });
  });
  ev.on('creds.update', () => {
    try {
      auth.save();
    } catch (error) {
      log.error('channel.whatsapp.credentials.not_stored', { error: messageOf(error) });
      void sock.end(new Error('the credentials could not be stored'));
    }
  });
  ev.on('messages.upsert', ({ messages, type }) => incoming.onMessages(messages, type === 'append'));
  ev.on('messages.update', (updates) => {
    for (const update of updates) statusChanged(update, parts);
  });
  const forget = ({ id }: { readonly id?: string | null }): void => caches.groups.del(id ?? '');
  ev.on('groups.update', (groups) => groups.forEach(forget));
  ev.on('group-participants.update', forget);
}

function forwardUpdate(
  update: BaileysEventMap['connection.update'],
  { notify, auth, acknowledgements }: SocketParts,
  showCode: (qr: string) => void,
): void {
  const { connection, qr, receivedPendingNotifications, lastDisconnect } = update;
  if (qr !== undefined) showCode(qr);
  if (connection === 'open') notify({ type: 'opened' });
  if (receivedPendingNotifications === true) notify({ type: 'synced' });
  if (connection !== 'close') return;
  const { error } = lastDisconnect ?? {};
  const why = error === undefined ? 'closed' : messageOf(error);
  acknowledgements.giveUp(`The connection to WhatsApp closed (${why}).`);
  notify({ type: 'closed', code: codeOfClose(error), why, linked: isLinked(auth.creds) });
}

/** Shows the data for linking a device: each new QR code, or one code to type on the phone. */
function createCodeDisplay(sock: WASocket, { notify, pairingPhone, log }: SocketParts): (qr: string) => void {
  let asked = false;
  return (qr) => {
    if (pairingPhone === undefined) return notify({ type: 'pairing', by: 'qr', show: qr });
    if (asked) return;
    asked = true;
    sock
      .requestPairingCode(pairingPhone)
      .then((code) => notify({ type: 'pairing', by: 'code', show: code }))
      .catch((error: unknown) => {
        log.warn('channel.whatsapp.pairing.failed', { error: messageOf(error) });
        void sock.end(new Error('no pairing code was given'));
      });
  };
}

/** The client turns an early answer of the server into an event of its own, which has no `ack` stanza. */
function statusChanged(
  { key, update }: BaileysEventMap['messages.update'][number],
  { acknowledgements, journal }: SocketParts,
): void {
  const { status, messageStubParameters: parameters } = update;
  if (typeof key.id !== 'string' || key.fromMe !== true || typeof status !== 'number') return;
  if (status >= TAKEN) {
    journal.markAcknowledged(key.id);
    acknowledgements.settle(key.id, { kind: 'taken' });
  } else if (status === REFUSED && parameters?.[0] !== undefined) {
    acknowledgements.settle(key.id, { kind: 'refused', code: parameters[0] });
  }
}

/** The status code of the client's error for a closed connection; 428 without one. */
export function codeOfClose(error: unknown): number {
  if (typeof error !== 'object' || error === null || !('output' in error)) return 428;
  const { output } = error;
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return 428;
  return typeof output.statusCode === 'number' ? output.statusCode : 428;
}

async function probeServer(sock: WASocket): Promise<void> {
  const ping: BinaryNode = {
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p', id: sock.generateMessageTag() },
    content: [{ tag: 'ping', attrs: {} }],
  };
  const answer: unknown = await sock.query(ping);
  if (answer === undefined) throw new Error('no answer');
}

export type SocketSend = (data: string | Uint8Array, done?: (error?: Error) => void) => void;

interface GateParts {
  /** Resolves when all commits so far are on the disk. */
  waitForFlush(): Promise<void>;
  /** Nothing more is sent. */
  onFailure(error: unknown): void;
}

/**
 * Delays sending until the data it depends on is on the disk: a receipt waits for its message, a message for the keys
 * that encrypted it. The sender continues at once, because written bytes say nothing about arrival anyway; so in a
 * burst many messages share one wait for the disk.
 */
export function holdUntilStored(send: SocketSend, { waitForFlush, onFailure }: GateParts): SocketSend {
  let waiting: Parameters<SocketSend>[0][] = [];
  let isOpen = true;
  let isWaiting = false;
  const fail = (error: unknown): void => {
    if (!isOpen) return;
    isOpen = false;
    waiting = [];
    onFailure(error);
  };
  const letOut = async (): Promise<void> => {
    isWaiting = true;
    try {
      while (waiting.length > 0) {
        const batch = waiting;
        waiting = [];
        await waitForFlush();
        for (const data of batch) send(data, (error) => error && fail(error));
      }
    } catch (error) {
      fail(error);
    } finally {
      isWaiting = false;
    }
  };
  return (data, done) => {
    if (isOpen) waiting.push(data);
    if (!isWaiting) void letOut();
    done?.(isOpen ? undefined : new Error('nothing leaves any more'));
  };
}

/** The client's type of the tokens that an account gives its contacts, with when each was given. */
const TOKENS = 'tctoken';

/**
 * Stores when a contact was given its token, which holds for a week. The client writes that down once the server has
 * answered, in the transaction of a message that was sent long before: nothing of it would be stored, and behind every
 * message the server would be asked for another token.
 */
function storeTokensAtOnce(keys: SignalKeyStoreWithTransaction): void {
  const outside = AsyncLocalStorage.snapshot();
  const { set } = keys;
  keys.set = (data) => (TOKENS in data ? outside(() => set(data)) : set(data));
}

interface StoredFormParts {
  readonly client: Pick<Client, 'proto' | 'unpadRandomMax16'>;
  /** The same words in as many bytes. */
  maskWords(words: string): string;
}

/**
 * Decrypted content as it may be stored: parts that must not be read there are replaced by as many bytes, so that it
 * stays the same message. Content that is no message is left as it is, because it is never read as words.
 */
export function storedForm(plaintext: Uint8Array, { client, maskWords }: StoredFormParts): Uint8Array {
  const changes = decodeTexts(plaintext, client).flatMap((words) => {
    const kept = maskWords(words);
    return kept === words ? [] : [{ words: Buffer.from(words), kept: Buffer.from(kept) }];
  });
  if (changes.length === 0) return plaintext;
  const stored = Buffer.from(plaintext);
  for (const { words, kept } of changes) {
    for (let at = stored.indexOf(words); at >= 0; at = stored.indexOf(words, at + kept.length))
      kept.copy(stored, at);
  }
  return stored;
}

function decodeTexts(plaintext: Uint8Array, client: StoredFormParts['client']): readonly string[] {
  try {
    return writtenTexts(client.proto.Message.decode(client.unpadRandomMax16(plaintext)));
  } catch (error) {
    // The decoder throws errors of its own for anything that is no message.
    if (error instanceof Error) return [];
    throw error;
  }
}
