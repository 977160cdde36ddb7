import type { BinaryNode, WAMessage, WASocket } from '@whiskeysockets/baileys';
import * as z from 'zod';
import type {
  Attachment,
  ChannelCapabilities,
  ChannelEnd,
  ChannelReceiver,
  Gap,
  OutboundMessage,
} from '../../contracts/channel.ts';
import type { KeyChange } from '../../contracts/whatsapp-store.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/failure.ts';
import type { Log } from '../../core/log.ts';
import { fault } from '../../core/texts/faults.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { createSerialQueue, createTurns } from '../../core/work-queues.ts';
import { ArrivalOrder } from './arrival-order.ts';
import { isLinked } from './auth-state.ts';
import { createCache, KnownKeys } from './caches.ts';
import { WHATSAPP_CAPABILITIES } from './capabilities.ts';
import { isLoopback } from './client.ts';
import { Connection } from './connection.ts';
import { createFormatter } from './format.ts';
import { isGroup, isOwn, WHATSAPP, type WhatsAppAuthor } from './identity.ts';
import { type IntakeContext, type UnreadableMessage, WhatsAppIntake } from './intake.ts';
import { Journal } from './journal.ts';
import { addressOf, ChatExpirations } from './known-chats.ts';
import type { LinkState } from './link-state.ts';
import { fetchAttachment } from './media.ts';
import { wireMessagesOf } from './outgoing.ts';
import { createStoredPacing, Pacing, WITHOUT_LINK_MS } from './pacing.ts';
import { Acknowledgements, checkLink, sendMessage } from './sender.ts';
import { ACCOUNT, knownPhoneOf } from './stored-link.ts';
import { sweepJournal, tidyChannel } from './sweep.ts';
import type { LinkCheck, WhatsAppChannel, WhatsAppParts } from './whatsapp-channel.ts';

/** The channel of one linked device. Nothing is opened or loaded before `start`. */
export function createWhatsAppChannel(parts: WhatsAppParts): WhatsAppChannel {
  return new LinkedDevice(parts);
}

class LinkedDevice implements WhatsAppChannel {
  readonly name = WHATSAPP;
  readonly capabilities: ChannelCapabilities;
  readonly format = createFormatter();
  readonly ended: Promise<ChannelEnd>;
  readonly entered = new Map<LinkState['at'], number>();

  readonly #parts: WhatsAppParts;
  readonly #stopping = new AbortController();
  readonly #journal: Journal;
  readonly #order: ArrivalOrder;
  readonly #acknowledgements: Acknowledgements;
  readonly #pacing: Pacing;
  readonly #expirations: ChatExpirations;
  readonly #devices: ReturnType<typeof createCache>;
  readonly #connection: Connection;
  readonly #typing: TypingIndicators;
  readonly #turns = createTurns();
  #intake: WhatsAppIntake | undefined;
  #receiver: ChannelReceiver | undefined;
  readonly #sweeps = createSerialQueue();
  /** Since when there has been no link; undefined while there is one. */
  #awaySinceMs: number | undefined;

  constructor(parts: WhatsAppParts) {
    const { store, clock, log } = parts;
    this.#parts = parts;
    const { editIntervalMs = WHATSAPP_CAPABILITIES.editIntervalMs } = parts;
    this.capabilities = { ...WHATSAPP_CAPABILITIES, editIntervalMs };
    this.#typing = new TypingIndicators({ clock, show: (chat, on) => this.#showTyping(chat, on) });
    this.#journal = new Journal({ store, account: ACCOUNT, clock, log });
    this.#order = new ArrivalOrder(clock);
    this.#acknowledgements = new Acknowledgements(clock);
    const remember = (change: KeyChange): void => this.#connection.remember(change);
    const known = new KnownKeys();
    const rows = { store, account: ACCOUNT, known, remember };
    const memory = createStoredPacing(rows);
    this.#pacing = new Pacing({ limits: parts.pacing, clock, random: () => parts.random(), memory });
    this.#expirations = new ChatExpirations(rows);
    this.#devices = createCache({ clock, ttlMs: 5 * MINUTE_MS, most: 1000 });
    const caches = {
      devices: this.#devices,
      groups: createCache({ clock, ttlMs: HOUR_MS, most: 200 }),
    };
    this.#connection = new Connection({
      store,
      settings: parts.settings,
      request: { pairingPhone: parts.pairingPhone, fresh: parts.fresh ?? false },
      lease: parts.lease,
      clock,
      log,
      random: () => parts.random(),
      journal: this.#journal,
      known,
      order: this.#order,
      acknowledgements: this.#acknowledgements,
      caches,
      incoming: {
        maskWords: (words) => parts.maskWords(words),
        onMessages: (messages, delayed) => this.#received(messages, delayed),
        rejectStranger: (stanza) => this.#intake?.rejectStranger(stanza) ?? false,
        takesNote: (note, own) => this.#intake?.takesNote(note, own) ?? false,
      },
      onLock: (lock) => this.#pacing.setLock(lock),
      onState: (state) => this.#changed(state),
    });
    this.ended = this.#connection.ended.then(async (reason) => {
      await this.#intake?.whenSettled();
      return { kind: 'broken', reason };
    });
  }

  get state(): LinkState {
    return this.#connection.state;
  }

  get own(): WhatsAppChannel['own'] {
    const me = this.#connection.opened?.auth.creds.me;
    return { phone: me?.id, lid: me?.lid };
  }

  get hasFirstHistory(): boolean {
    return (this.#connection.opened?.auth.creds.accountSyncCounter ?? 0) > 0;
  }

  async start(receiver: ChannelReceiver): Promise<void> {
    const { store, clock, log } = this.#parts;
    const { signal } = this.#stopping;
    this.#receiver = receiver;
    const intake = {
      store,
      account: ACCOUNT,
      journal: this.#journal,
      order: this.#order,
      clock,
      log,
      phoneOfLid: knownPhoneOf(store, ACCOUNT),
      isStranger: (author: WhatsAppAuthor) => this.#parts.isStranger(author),
      isListed: (author: WhatsAppAuthor) => this.#parts.isListed(author),
      onHeard: (chat: string) => this.#pacing.noteHeard(chat),
      noteExpiration: (chat: string, seconds: number) => this.#expirations.note(chat, seconds),
    };
    this.#intake = new WhatsAppIntake(intake, receiver, signal);
    this.#pacing.recall();
    this.#connection.start();
    const tidy = {
      store,
      account: ACCOUNT,
      clock,
      log,
      sweep: () => this.#sweep(false),
      topUp: () => this.#topUp(),
    };
    void tidyChannel(tidy, signal);
  }

  async send(message: OutboundMessage): Promise<void> {
    const { sock, client } = this.#linked();
    const { store, clock, drawDiff, log } = this.#parts;
    const sender = {
      store,
      journal: this.#journal,
      account: ACCOUNT,
      acknowledgements: this.#acknowledgements,
      devices: this.#devices,
      turns: this.#turns,
      clock,
      format: this.format,
      expirationOf: (chat: string) => this.#expirations.of(chat),
      onRefusal: (code: string) => this.#pacing.noteRefusal(code),
    };
    for (const part of await wireMessagesOf(message, drawDiff, log))
      await sendMessage(part, { sock, client }, sender);
  }

  holdMs({ chat, body }: Pick<OutboundMessage, 'chat' | 'body'>): number {
    // Trying now would count as a failure, and after a few of them the message would wait for a minute beside an open
    // link.
    return this.#connection.socket === undefined ? WITHOUT_LINK_MS : this.#pacing.take(chat, body.kind);
  }

  /** In a chat of two the other person's messages are theirs to delete; in the own chat all are the account's. */
  canDelete(chat: string): boolean {
    return isOwn(chat, this.own);
  }

  setTyping(chat: string, on: boolean): void {
    this.#typing.set(chat, on);
  }

  #showTyping(chat: string, on: boolean): void {
    const { store, log } = this.#parts;
    const jid = addressOf(chat, { store, account: ACCOUNT });
    this.#connection.socket
      ?.sendPresenceUpdate(on ? 'composing' : 'paused', jid)
      .catch((error: unknown) => log.warn('channel.whatsapp.typing.failed', { error: messageOf(error) }));
  }

  async fetch(attachment: Attachment, mostBytes: number): Promise<Uint8Array> {
    const { clock, settings } = this.#parts;
    const { sock, client } = this.#linked();
    const plainHttp = isLoopback(settings.url);
    return await fetchAttachment(attachment, mostBytes, { sock, client, clock, plainHttp });
  }

  async check(text: string, locale: Locale): Promise<LinkCheck> {
    const link = this.#linked();
    return await checkLink(link, {
      clock: this.#parts.clock,
      own: this.own.phone ?? '',
      text,
      locale,
      send: (message) => this.send(message),
    });
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#typing.stop();
    await this.#sweeps.settled();
    await this.#intake?.whenSettled();
    await this.#connection.stop();
  }

  #linked(): { sock: NonNullable<Connection['socket']>; client: IntakeContext['client'] } {
    const { socket, opened } = this.#connection;
    if (socket !== undefined && opened !== undefined) return { sock: socket, client: opened.client };
    throw new Failure('unavailable', fault('whatsapp-not-connected', this.state.at));
  }

  #received(messages: readonly WAMessage[], delayed: boolean): void {
    const context = this.#context();
    if (context === undefined) return;
    for (const message of messages) this.#intake?.hand(message, delayed, context);
  }

  #changed(state: LinkState): void {
    const { clock, onState } = this.#parts;
    this.entered.set(state.at, (this.entered.get(state.at) ?? 0) + 1);
    if (state.at === 'open') {
      this.#reunited();
      this.#topUp();
    }
    if (state.at === 'connecting') this.#awaySinceMs ??= this.#connection.opened?.idleSinceMs;
    const isWaiting = state.at === 'backoff' || state.at === 'outdated';
    if (isWaiting) this.#awaySinceMs ??= clock.nowMs();
    if (this.#connection.socket === undefined) this.#order.noteLinkLost();
    else this.#order.noteLink();
    // The connection took with it messages that were decrypted and not handed over.
    if (state.at === 'connecting' || isWaiting) this.#sweep(true);
    onState(state);
  }

  /** Reports the gap once everything that waited on the server has been handed on. */
  #reunited(): void {
    const fromMs = this.#awaySinceMs;
    this.#awaySinceMs = undefined;
    if (fromMs !== undefined) void this.#notifyMissed({ fromMs, untilMs: this.#parts.clock.nowMs() });
  }

  #topUp(): void {
    const { socket } = this.#connection;
    if (socket !== undefined) void topUpPreKeys(socket, this.#parts.log);
  }

  async #notifyMissed(gap: Gap): Promise<void> {
    await this.#order.whenDrained(MINUTE_MS);
    await this.#intake?.whenSettled();
    if (!this.#stopping.signal.aborted) this.#receiver?.receiveGap(gap);
  }

  #sweep(everything: boolean): void {
    void this.#sweeps.run(() => this.#sweepOnce(everything));
  }

  async #sweepOnce(everything: boolean): Promise<void> {
    const { clock, log } = this.#parts;
    const notifyUnreadable = async (message: UnreadableMessage) => {
      // It is unknown whether it was meant for the program.
      const group = isGroup(message.chat) ? { group: { addressed: false } } : {};
      await this.#receiver?.receiveUnreadable({ account: ACCOUNT, ...message, ...group });
    };
    const context = this.#context();
    if (context === undefined || this.#intake === undefined) return;
    const parts = { journal: this.#journal, order: this.#order, intake: this.#intake, log, notifyUnreadable };
    const openSinceMs = this.state.at === 'open' ? this.state.sinceMs : undefined;
    try {
      await sweepJournal(context, { nowMs: clock.nowMs(), everything, openSinceMs }, parts);
    } catch (error) {
      log.warn('channel.whatsapp.journal.not_swept', { error: messageOf(error) });
    }
  }

  /** Undefined until a device is linked: before that nothing can have come. */
  #context(): IntakeContext | undefined {
    const { opened } = this.#connection;
    if (opened === undefined || !isLinked(opened.auth.creds)) return undefined;
    return { client: opened.client, own: this.own };
  }
}

/** The client lets the pool shrink to five and then adds five: a busy day uses more than that at once. */
const FEW = 30;
const PLENTY = 100;

const Answer = z.looseObject({
  content: z.array(
    z.looseObject({ tag: z.string(), attrs: z.looseObject({ value: z.coerce.number().optional() }) }),
  ),
});

/**
 * Refills the keys on the server that people need to write to this device for the first time. Without them the first
 * message of a new conversation is protected less, and fails more often. Best effort.
 */
export async function topUpPreKeys(
  sock: Pick<WASocket, 'query' | 'generateMessageTag' | 'uploadPreKeys'>,
  log: Log,
): Promise<void> {
  const question: BinaryNode = {
    tag: 'iq',
    attrs: { id: sock.generateMessageTag(), xmlns: 'encrypt', type: 'get', to: '@s.whatsapp.net' },
    content: [{ tag: 'count', attrs: {} }],
  };
  try {
    const answer = Answer.safeParse(await sock.query(question));
    const count = answer.data?.content.find(({ tag }) => tag === 'count')?.attrs.value;
    if (count !== undefined && count < FEW) await sock.uploadPreKeys(PLENTY - count);
  } catch (error) {
    log.warn('channel.whatsapp.pre_keys.not_filled', { error: messageOf(error) });
  }
}

/** The phone removes the sign by itself after about 25 s. */
const RENEW_MS = 10_000;

interface TypingParts {
  readonly clock: Clock;
  /** Best effort, never throws. */
  show(chat: string, on: boolean): void;
}

/** Renews the typing sign in each chat until it is switched off. */
export class TypingIndicators {
  readonly #parts: TypingParts;
  readonly #shown = new Map<string, AbortController>();

  constructor(parts: TypingParts) {
    this.#parts = parts;
  }

  set(chat: string, on: boolean): void {
    this.#shown.get(chat)?.abort();
    this.#shown.delete(chat);
    this.#parts.show(chat, on);
    if (!on) return;
    const ended = new AbortController();
    this.#shown.set(chat, ended);
    void this.#renew(chat, ended.signal);
  }

  stop(): void {
    for (const ended of this.#shown.values()) ended.abort();
    this.#shown.clear();
  }

  async #renew(chat: string, ended: AbortSignal): Promise<void> {
    for (;;) {
      await this.#parts.clock.sleep(RENEW_MS, ended);
      if (ended.aborted) return;
      this.#parts.show(chat, true);
    }
  }
}
