import * as z from 'zod';
import type {
  Attachment,
  Channel,
  ChannelCapabilities,
  ChannelEnd,
  ChannelReceiver,
  InboundMessage,
  OutboundMessage,
} from '../../contracts/channel.ts';
import type { SpokenMessage, UploadedFile } from '../../contracts/web-page.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/failure.ts';
import { cleanFileName } from '../../core/paths.ts';
import { createKeyedQueue } from '../../core/turns.ts';
import type { KeptByHash } from '../../files/kept-files.ts';
import { LOCAL } from '../console/console.ts';
import { untilStored } from '../until-stored.ts';
import type { ChatBody, ChatFile, ChatGesture, ChatPlace, ChatRows } from './chat-rows.ts';
import { type ShowingParts, storeUpload, toShownBody } from './shown-body.ts';
import { type WEB, WEB_LOCAL } from './web.ts';

const CAPABILITIES: ChannelCapabilities = {
  edit: 'any',
  // The page shows what is in the rows, so nothing ever gets too old to be changed.
  editWindowMs: 365 * DAY_MS,
  reaction: true,
  poll: true,
  image: true,
  document: true,
  voiceNote: true,
  typing: false,
  maxLength: 8000,
  editIntervalMs: 500,
  tickMs: 5 * SECOND_MS,
  localOwner: false,
  gather: false,
  handsInAgain: true,
  beside: true,
};

/** How long written messages may still be handed on when the program ends; the others stay in their rows. */
const LAST_WORDS_MS = SECOND_MS;

/** A message that a person wrote in the browser. */
export interface WrittenMessage extends Pick<SpokenMessage, 'text' | 'gesture' | 'quotedId'> {
  readonly chat: string;
  readonly sender: string;
  /** Equal for the same message, which is then taken only once. */
  readonly id: string;
  readonly files: readonly UploadedFile[];
}

export interface WebChannel extends Channel {
  /**
   * Resolves once the message is stored; one that is stored already is ignored.
   * @throws Failure `unavailable` when it could not be stored
   */
  take(message: WrittenMessage): Promise<void>;
}

export interface WebChannelParts extends Pick<ShowingParts, 'draw' | 'log'> {
  readonly name: typeof WEB | typeof WEB_LOCAL;
  readonly rows: ChatRows;
  readonly files: Pick<KeptByHash, 'keep' | 'take' | 'bytesOf'>;
  /** Words as they may be kept before they are in the inbox. */
  maskWords(words: string): string;
  readonly clock: Clock;
}

/**
 * Chats in the browser, one for each person. All messages are rows first; pages show these rows, so a window that was
 * away, or a program that was killed, loses and repeats nothing.
 */
export function createWebChannel(parts: WebChannelParts): WebChannel {
  return new RowsChannel(parts);
}

const Reference = z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/) });

class RowsChannel implements WebChannel {
  readonly name: string;
  readonly capabilities: ChannelCapabilities;
  readonly ended: Promise<ChannelEnd>;
  readonly #parts: WebChannelParts;
  /** One queue for each chat keeps the order of its messages. */
  readonly #queue = createKeyedQueue();
  readonly #stopping = new AbortController();
  #receiver: ChannelReceiver | undefined;
  #end: (end: ChannelEnd) => void = () => undefined;

  constructor(parts: WebChannelParts) {
    this.#parts = parts;
    this.name = parts.name;
    this.capabilities = { ...CAPABILITIES, localOwner: parts.name === WEB_LOCAL };
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async start(receiver: ChannelReceiver): Promise<void> {
    this.#receiver = receiver;
    // An earlier program was killed before it had handed them on.
    for (const message of this.#parts.rows.listWaiting(this.name)) this.#handOn(message);
  }

  async take(written: WrittenMessage): Promise<void> {
    this.#assertOwnChat(written);
    const { text, gesture, files, chat } = written;
    if (text.trim() === '' && gesture === undefined && files.length === 0) return;
    await this.#queue.run(`store ${chat}`, async () => {
      const message =
        gesture === undefined || gesture.kind === 'vote'
          ? await this.#store(written)
          : this.#storeGesture(written, gesture);
      if (message !== undefined) this.#handOn(message);
    });
  }

  async send({ id, chat, body }: OutboundMessage): Promise<void> {
    const { rows, files, draw, log, clock } = this.#parts;
    const at = { channel: this.name, chat };
    switch (body.kind) {
      case 'edit':
        return rows.edit(at, body.target, body.text);
      case 'reaction':
        return rows.react(at, body.target, body.emoji);
      case 'delete':
        return rows.remove(at, body.target);
    }
    // It was sent before, but that was not recorded.
    if (rows.find(at, id) !== undefined) return;
    const shown = await toShownBody(body, { files, draw, log });
    if (shown === undefined) return;
    rows.add(at, {
      id,
      author: 'program',
      ...shown,
      target: undefined,
      atMs: clock.nowMs(),
      waiting: undefined,
    });
  }

  canDelete(): boolean {
    return true;
  }

  setTyping(): void {
    // The card already shows this.
  }

  async fetch({ reference }: Attachment, mostBytes: number): Promise<Uint8Array> {
    const bytes = this.#parts.files.bytesOf(Reference.parse(reference).hash);
    if (bytes === undefined)
      throw new Failure('not-found', "I don't have this file any more. Send it again.");
    if (bytes.byteLength > mostBytes)
      throw new Failure(
        'invalid',
        `The file is larger than ${mostBytes / 1_000_000} MB. Send a smaller one.`,
      );
    return bytes;
  }

  async stop(): Promise<void> {
    const limit = new AbortController();
    const late = this.#parts.clock.sleep(LAST_WORDS_MS, limit.signal);
    await Promise.race([this.#queue.idle(), late]);
    limit.abort();
    this.#stopping.abort();
    await this.#queue.idle();
    this.#receiver = undefined;
    this.#end({ kind: 'ended' });
  }

  /** A person writes only in their own chat, and only the person at the machine is its owner without being listed. */
  #assertOwnChat({ chat, sender }: WrittenMessage): void {
    if (chat !== sender || (sender === LOCAL) !== (this.name === WEB_LOCAL))
      throw new Error(`${sender} has no chat ${chat} in ${this.name}`);
  }

  /** Undefined when it is there already. */
  async #store(written: WrittenMessage): Promise<InboundMessage | undefined> {
    const { rows, files, maskWords, clock } = this.#parts;
    const { chat, sender, id, gesture, quotedId } = written;
    const at = { channel: this.name, chat };
    if (rows.find(at, id) !== undefined) return undefined;
    const kept: Omit<ChatFile, 'seq'>[] = [];
    for (const file of written.files) kept.push(await storeUpload(file, { files }));
    const text = maskWords(written.text);
    const sentAtMs = clock.nowMs();
    const message: InboundMessage = {
      account: this.name,
      chat,
      sender,
      id,
      text: written.text,
      sentAtMs,
      ...(gesture === undefined ? {} : { gesture }),
      ...(quotedId === undefined ? {} : this.#quoting(at, quotedId)),
      ...(kept.length === 0
        ? {}
        : { attachments: written.files.map((file, index) => attachmentOf(file, kept[index])) }),
    };
    const body: ChatBody =
      gesture?.kind === 'vote'
        ? { kind: 'choice', text: gesture.choices.join(', ') }
        : { kind: 'text', text };
    const target = gesture?.kind === 'vote' ? gesture.target : quotedId;
    const isNew = rows.add(at, {
      id,
      author: 'person',
      body,
      target,
      atMs: sentAtMs,
      files: kept,
      waiting: { ...message, text },
    });
    return isNew ? message : undefined;
  }

  /**
   * It changes the message that it is about, and goes on as it would come from a phone. Undefined when it is there
   * already.
   */
  #storeGesture({ chat, sender, id }: WrittenMessage, gesture: ChatGesture): InboundMessage | undefined {
    const { rows, maskWords, clock } = this.#parts;
    const message = { account: this.name, chat, sender, id, text: '', sentAtMs: clock.nowMs(), gesture };
    const shown = gesture.kind === 'edit' ? { ...gesture, text: maskWords(gesture.text) } : gesture;
    const isNew = rows.gesture(
      { channel: this.name, chat },
      { id, gesture: shown, waiting: { ...message, gesture: shown } },
    );
    return isNew ? message : undefined;
  }

  #quoting(at: ChatPlace, quotedId: string): Pick<InboundMessage, 'quotedId' | 'quoted'> {
    const quoted = this.#parts.rows.find(at, quotedId);
    if (quoted === undefined) return {};
    const { author, body } = quoted;
    const text = 'text' in body ? body.text : body.kind === 'poll' ? body.question : '';
    return { quotedId, quoted: { author: author === 'program' ? 'program' : 'sender', text } };
  }

  /** Hands the message to the inbox, where it is handled; it waits in its row while there is no room. */
  #handOn(message: InboundMessage): void {
    const { rows, clock, log } = this.#parts;
    const { chat, id } = message;
    const receiver = this.#receiver;
    if (receiver === undefined) return;
    this.#queue
      .run(`hand on ${chat}`, async () => {
        const isStored = await untilStored(() => receiver.receive(message), {
          clock,
          signal: this.#stopping.signal,
          onWait: ({ message: error }) => log.warn('channel.web.waits', { message: id, error }),
        });
        if (isStored) rows.markHandedIn({ channel: this.name, chat }, id);
      })
      .catch((error: unknown) =>
        log.error('channel.web.intake.failed', { message: id, error: messageOf(error) }),
      );
  }
}

/** A file counts as a picture by its bytes; for sound, the browser's type is as reliable as a phone's. */
function attachmentOf(
  { name, mimeType, bytes }: UploadedFile,
  kept: Omit<ChatFile, 'seq'> | undefined,
): Attachment {
  const isPicture = kept?.media?.startsWith('image/') === true;
  const isSound = /^audio\//i.test(mimeType);
  return {
    kind: isPicture ? 'image' : isSound ? 'voice' : 'document',
    mimeType: (isPicture ? kept?.media : undefined) ?? mimeType,
    name: cleanFileName(name),
    bytes,
    reference: { hash: kept?.hash ?? '' },
  };
}
