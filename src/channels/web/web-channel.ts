import { basename } from 'node:path';
import * as z from 'zod';
import type {
  Attachment,
  Channel,
  ChannelCapabilities,
  ChannelEnd,
  ChannelReceiver,
  InboundMessage,
  OutboundBody,
  OutboundMessage,
} from '../../contracts/channel.ts';
import type { ShownMedia, SpokenMessage, UploadedFile } from '../../contracts/web-page.ts';
import { type Clock, DAY_MS, SECOND_MS } from '../../core/clock.ts';
import { Failure, isFailure, messageOf, unreachable } from '../../core/failure.ts';
import { readBeginning } from '../../core/file-access.ts';
import type { Log } from '../../core/log.ts';
import { imageFormatOf, soundTypeOf } from '../../core/media-format.ts';
import { cleanFileName } from '../../core/paths.ts';
import { withTimeLimit } from '../../core/waiting.ts';
import { createKeyedQueue } from '../../core/work-queues.ts';
import type { HashedFiles } from '../../files/kept-files.ts';
import { LOCAL } from '../console/console.ts';
import { fileToSend } from '../file-to-send.ts';
import { untilStored } from '../until-stored.ts';
import type { ChatAddress, ChatBody, ChatFile, ChatGesture, ChatRows, NewChatMessage } from './chat-rows.ts';
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

interface WebChannelParts extends Pick<ShowingParts, 'draw' | 'log'> {
  readonly name: typeof WEB | typeof WEB_LOCAL;
  readonly rows: ChatRows;
  readonly files: Pick<HashedFiles, 'keep' | 'take' | 'bytesOf'>;
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
    await withTimeLimit(this.#queue.idle(), LAST_WORDS_MS, this.#parts.clock);
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

  #quoting(at: ChatAddress, quotedId: string): Pick<InboundMessage, 'quotedId' | 'quoted'> {
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

/** Largest file that is sent into a chat of the browser. */
const MAX_SENT_BYTES = 50_000_000;
/** This much of a file shows its type: before the size of a photo there may be a preview of it. */
const BEGINNING_BYTES = 1_000_000;

/** The bodies that become messages of their own. */
type ShownBody = Exclude<OutboundBody, { kind: 'edit' | 'reaction' | 'delete' }>;

interface ShowingParts {
  readonly files: Pick<HashedFiles, 'keep' | 'take'>;
  /** A picture that the program drew, as PNG. Rejects with a Failure when that cannot be done in time. */
  draw(svg: string): Promise<Uint8Array>;
  readonly log: Log;
}

type ShownMessage = Pick<NewChatMessage, 'body' | 'files'>;

/**
 * The message as the page shows it. Files are copied: the sent file stays, even if the original changes. Undefined for
 * a picture that could not be drawn, because other words say the same.
 * @throws Failure `not-found` when a file cannot be read, `invalid` when it is too large, `unavailable` when the disk
 *    is full
 */
async function toShownBody(body: ShownBody, parts: ShowingParts): Promise<ShownMessage | undefined> {
  const withFile = async (name: string, bytes: Uint8Array, text: string): Promise<ShownMessage> => ({
    body: { kind: 'text', text },
    files: [await storeFile({ name, bytes }, parts)],
  });
  switch (body.kind) {
    case 'text':
      return { body, files: [] };
    case 'poll':
      return { body, files: [] };
    case 'diff': {
      const { diff, name } = body;
      return {
        body: { kind: 'diff', diff },
        files: [await storeFile({ name, bytes: Buffer.from(diff) }, parts)],
      };
    }
    case 'image':
      return await withFile(basename(body.path), fileToSend(body.path, MAX_SENT_BYTES), body.caption);
    case 'document':
      return await withFile(body.name, fileToSend(body.path, MAX_SENT_BYTES), body.caption);
    case 'text-file':
      return await withFile(body.name, Buffer.from(body.text), body.caption);
    case 'voice-note': {
      const recording = await storeFile(
        { name: 'voice.ogg', bytes: fileToSend(body.path, MAX_SENT_BYTES) },
        parts,
      );
      return { body: { kind: 'voice', seconds: body.seconds }, files: [recording] };
    }
    case 'drawing': {
      const png = await tryDraw(body.svg, parts);
      return png && (await withFile('picture.png', png, body.caption));
    }
    default:
      return unreachable(body);
  }
}

type NewFile = Omit<ChatFile, 'seq'>;

/** Stores a file of the program. */
async function storeFile(
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
  { files }: Pick<ShowingParts, 'files'>,
): Promise<NewFile> {
  const hash = await files.keep(bytes);
  return { hash, name: cleanFileName(name), bytes: bytes.byteLength, media: mediaOf(bytes) };
}

/** Stores a file that a person sent, by moving it. */
async function storeUpload(
  { name, path, hash, bytes }: UploadedFile,
  { files }: Pick<ShowingParts, 'files'>,
): Promise<NewFile> {
  const media = mediaOf(readBeginning(path, BEGINNING_BYTES).bytes);
  await files.take({ path, hash });
  return { hash, name: cleanFileName(name), bytes, media };
}

/** Whether a page shows or plays it is decided by its bytes, never by its name or the type that came with it. */
function mediaOf(bytes: Uint8Array): ShownMedia | undefined {
  return imageFormatOf(bytes)?.mediaType ?? soundTypeOf(bytes);
}

async function tryDraw(svg: string, { draw, log }: ShowingParts): Promise<Uint8Array | undefined> {
  try {
    return await draw(svg);
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('channel.web.not_drawn', { error: error.message });
    return undefined;
  }
}
