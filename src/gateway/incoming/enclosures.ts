import type { Person } from '../../contracts/access.ts';
import type { Attachment, Channel } from '../../contracts/channel.ts';
import type { ProgramFacts } from '../../contracts/commands.ts';
import {
  type AttachmentResult,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_SIDE,
  type MissingAttachment,
  type MissingReason,
  type SentFiles,
} from '../../contracts/enclosures.ts';
import type { InboxRow, Store, Transactions } from '../../contracts/store.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { conversationId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { imageFormatOf } from '../../core/media-format.ts';
import { cutAt } from '../../core/text.ts';
import { unlessAborted } from '../../core/waiting.ts';
import type { AccessCheck } from '../people/access.ts';
import { mayWorkIn } from '../people/person.ts';
import { atWork } from '../tasks/conversation-sessions.ts';
import { workspaceOf } from '../tasks/projects.ts';
import type { MessageBatch } from './message-batches.ts';
import { findAddressed, MAX_MESSAGE_LENGTH } from './message-intent.ts';

/** Limit for one try at one file; on a slow link the person would wait too long. */
const FETCH_LIMIT_MS = MINUTE_MS;
/** Waits before further tries: a program that has just started may have no link yet. */
const RETRY_MS: readonly number[] = [1000, 2000, 4000, 8000, 15_000];

interface EnclosuresParts {
  readonly store: Transactions &
    Pick<Store, 'chosenWorkspaces' | 'inbox' | 'sessions' | 'taskNumbers' | 'worktrees'>;
  readonly channels: ReadonlyMap<string, Channel>;
  readonly accessCheck: AccessCheck;
  readonly program: Pick<ProgramFacts, 'workspaces' | 'model' | 'worktrees'>;
  readonly sentFiles: SentFiles;
  /** Spoken words as they may be stored. */
  maskWords(words: string): string;
  readonly clock: Clock;
  readonly log: Log;
}

/** A sent message with its sender and destination. */
interface SentMessage {
  readonly row: InboxRow;
  readonly channel: Channel;
  readonly person: Person;
  readonly workspace: string;
  readonly model: string;
}

interface FetchedEnclosures {
  readonly enclosed: readonly AttachmentResult[];
  /** Bytes fetched for it. */
  readonly bytes: number;
}

/**
 * Fetches attachments once their sender is known to be admitted, and before the message is decided. The result is
 * stored in the message's row, so that it is not fetched again.
 */
export class Enclosures {
  readonly #parts: EnclosuresParts;

  constructor(parts: EnclosuresParts) {
    this.#parts = parts;
  }

  /**
   * True when rows were changed, or it was stopped: then read them again.
   * @throws Failure `unavailable` when nothing can be stored
   */
  async take(batch: MessageBatch, signal: AbortSignal): Promise<boolean> {
    let changed = false;
    for (const row of batch) {
      if ((row.message.attachments ?? []).length === 0) continue;
      await this.#takeOf(row, signal);
      changed = true;
    }
    return changed;
  }

  async #takeOf(row: InboxRow, signal: AbortSignal): Promise<void> {
    const sent = this.#sentIn(row);
    const taken: FetchedEnclosures[] = [];
    for (const attachment of sent === undefined ? [] : (row.message.attachments ?? [])) {
      if (sent === undefined || signal.aborted) return;
      // A program that ends does not wait for a remote service.
      const one = await unlessAborted(this.#one(sent, attachment, signal), signal);
      if (one !== undefined) taken.push(one);
    }
    // A fetch that the program's end interrupts is done again at its next start.
    if (!signal.aborted) this.#note(row, taken);
  }

  /** Undefined for a person who is no longer admitted: nothing is fetched for them. */
  #sentIn(row: InboxRow): SentMessage | undefined {
    const { channels, accessCheck, store, program } = this.#parts;
    const channel = channels.get(row.channel);
    const admission = channel && accessCheck(row.message, channel.capabilities);
    if (channel === undefined || admission?.kind !== 'admitted') return undefined;
    const conversation = conversationId(row.channel, row.message.chat);
    const addressed = findAddressed(row.message, { conversation, store, program });
    // The folder of a task that has ended may be gone.
    const isAtWork = addressed?.kind === 'number' || addressed?.kind === 'reply';
    const session = isAtWork ? addressed.session : atWork({ conversation, store })[0];
    const workspace = session?.workspace ?? workspaceOf(conversation, { store, program });
    const model = session?.prompt.model ?? program.model;
    return { row, channel, person: admission.person, workspace, model };
  }

  #note({ message }: InboxRow, taken: readonly FetchedEnclosures[]): void {
    const { store, clock } = this.#parts;
    const enclosed = taken.flatMap((one) => one.enclosed);
    const bytes = taken.reduce((sum, one) => sum + one.bytes, 0);
    store.atomically(() => {
      // Its author may have changed or deleted it meanwhile.
      const now = store.inbox.find(message);
      if (bytes > 0) store.inbox.addFetchedBytes(message.sender, dayOf(clock), bytes);
      if (now?.state !== 'accepted') return;
      const spoken = enclosed.flatMap((one) => (one.kind === 'voice' ? [one.text] : []));
      const text = [now.message.text, ...spoken].filter(Boolean).join('\n');
      store.inbox.rewrite(now.seq, { ...now.message, text, attachments: [], enclosed });
    });
  }

  async #one(sent: SentMessage, attachment: Attachment, signal: AbortSignal): Promise<FetchedEnclosures> {
    const judged = judgeAttachment(attachment, this.#around(sent));
    if (judged.kind === 'missing') return { enclosed: [judged], bytes: 0 };
    const { mostBytes } = judged;
    const fetched = await this.#orMissing(attachment, FETCH_REASONS, () =>
      this.#fetch(sent.channel, { attachment, mostBytes }, signal),
    );
    if ('kind' in fetched) return { enclosed: [fetched], bytes: 0 };
    return { enclosed: await this.#keep(sent, attachment, fetched), bytes: fetched.byteLength };
  }

  #around({ row, channel, person, workspace, model }: SentMessage): AttachmentContext {
    const { sentFiles, store, clock } = this.#parts;
    return {
      limits: sentFiles.limits,
      usedBytes: store.inbox.fetchedBytes(row.message.sender, dayOf(clock)),
      mayTalk: mayWorkIn(person, workspace),
      mayKeepFiles: person.role !== 'reader',
      canFetch: channel.fetch !== undefined,
      hasVision: sentFiles.hasVision(model),
      canTranscribe: sentFiles.transcribe !== undefined,
    };
  }

  async #fetch(
    channel: Channel,
    { attachment, mostBytes }: { readonly attachment: Attachment; readonly mostBytes: number },
    signal: AbortSignal,
  ): Promise<Uint8Array> {
    const { clock } = this.#parts;
    for (let attempt = 0; ; attempt += 1) {
      const done = new AbortController();
      const limit = clock.sleep(FETCH_LIMIT_MS, AbortSignal.any([signal, done.signal])).then(() => {
        throw new Failure('timeout', `Nothing was fetched within ${FETCH_LIMIT_MS / 1000} s.`);
      });
      try {
        const fetching = channel.fetch?.(attachment, mostBytes);
        return await Promise.race([fetching ?? limit, limit]);
      } catch (error) {
        const waitMs = RETRY_MS[attempt];
        const mayHelp = isFailure(error) && error.kind === 'unavailable';
        if (!mayHelp || waitMs === undefined || signal.aborted) throw error;
        await clock.sleep(waitMs, signal);
      } finally {
        done.abort();
        limit.catch(() => undefined); // decided already
      }
    }
  }

  async #keep(
    sent: SentMessage,
    attachment: Attachment,
    bytes: Uint8Array,
  ): Promise<readonly AttachmentResult[]> {
    switch (attachment.kind) {
      case 'image':
        return [await this.#image(bytes)];
      case 'document':
        return this.#document(sent, attachment, bytes);
      default:
        return [await this.#voice(attachment, bytes)];
    }
  }

  async #image(bytes: Uint8Array): Promise<AttachmentResult> {
    const facts = imageFormatOf(bytes);
    const missing = (reason: MissingReason): AttachmentResult => ({ kind: 'missing', what: 'image', reason });
    if (facts === undefined) return missing('not-an-image');
    const { mediaType, width, height } = facts;
    if (bytes.byteLength > MAX_IMAGE_BYTES || Math.max(width, height) > MAX_IMAGE_SIDE)
      return missing('image-size');
    return { kind: 'image', image: await this.#parts.sentFiles.keepImage(bytes, mediaType) };
  }

  /** A picture that was sent as a file, to keep its quality, is treated as a picture. */
  async #document(
    { workspace, model }: SentMessage,
    attachment: Attachment,
    bytes: Uint8Array,
  ): Promise<readonly AttachmentResult[]> {
    const { sentFiles } = this.#parts;
    const { name = '', mimeType } = attachment;
    const path = await this.#orMissing(attachment, KEEP_REASONS, () =>
      sentFiles.keepDocument({ workspace, name, bytes }),
    );
    if (typeof path !== 'string') return [path];
    const image = sentFiles.hasVision(model) ? await this.#image(bytes) : undefined;
    const document = { kind: 'document', workspace, path, mimeType, bytes: bytes.byteLength } as const;
    return image?.kind === 'image' ? [document, image] : [document];
  }

  async #voice(attachment: Attachment, bytes: Uint8Array): Promise<AttachmentResult> {
    const { transcribe } = this.#parts.sentFiles;
    const { mimeType } = attachment;
    const words = await this.#orMissing(attachment, SPEECH_REASONS, async () =>
      cutAt((await transcribe?.({ bytes, mimeType })) ?? '', MAX_MESSAGE_LENGTH),
    );
    return typeof words === 'string' ? { kind: 'voice', text: this.#parts.maskWords(words) } : words;
  }

  /** Returns the result of `work`, or why there is none. A full disk is not a reason: room is waited for. */
  async #orMissing<T>(
    { kind: what }: Attachment,
    reasons: MissingReasons,
    work: () => Promise<T>,
  ): Promise<T | Extract<AttachmentResult, { kind: 'missing' }>> {
    try {
      return await work();
    } catch (error) {
      if (!isFailure(error)) throw error;
      const reason = reasons[error.kind] ?? reasons.other;
      if (reason === undefined) throw error;
      this.#parts.log.warn('gateway.enclosure.missing', { what, reason, detail: error.message });
      return { kind: 'missing', what, reason };
    }
  }
}

type MissingReasons = Readonly<Partial<Record<Failure['kind'] | 'other', MissingReason>>>;

const FETCH_REASONS: MissingReasons = { invalid: 'damaged', 'not-found': 'gone', other: 'unreachable' };
const KEEP_REASONS: MissingReasons = { denied: 'no-folder', invalid: 'no-folder', 'not-found': 'no-folder' };
const SPEECH_REASONS: MissingReasons = { 'not-found': 'no-words', other: 'not-understood' };

/** Days since 1970, UTC. */
function dayOf(clock: Clock): number {
  return Math.floor(clock.nowMs() / DAY_MS);
}

const BYTES_PER_MB = 1_000_000;

/** Facts about chat, person and channel for judging one attachment. */
export interface AttachmentContext {
  readonly limits: SentFiles['limits'];
  /** Bytes fetched for this person today. */
  readonly usedBytes: number;
  /** True when this person may work in the workspace at all, and their files may be stored in it. */
  readonly mayTalk: boolean;
  readonly mayKeepFiles: boolean;
  readonly canFetch: boolean;
  readonly hasVision: boolean;
  readonly canTranscribe: boolean;
}

type AttachmentJudgement = MissingAttachment | { readonly kind: 'fetch'; readonly mostBytes: number };

/** Decides whether an attachment is fetched, and up to which size. */
export function judgeAttachment(attachment: Attachment, around: AttachmentContext): AttachmentJudgement {
  const { kind: what, bytes = 0 } = attachment;
  const { fileBytes, dayBytes } = around.limits;
  const reason = attachmentRefusal(what, around);
  if (reason !== undefined) return { kind: 'missing', what, reason };
  if (what === 'image' && bytes > MAX_IMAGE_BYTES) return { kind: 'missing', what, reason: 'image-size' };
  if (bytes > fileBytes)
    return { kind: 'missing', what, reason: 'too-large', limitMb: fileBytes / BYTES_PER_MB };
  const left = dayBytes - around.usedBytes;
  if (left <= 0 || bytes > left)
    return { kind: 'missing', what, reason: 'day', limitMb: dayBytes / BYTES_PER_MB };
  return { kind: 'fetch', mostBytes: Math.min(fileBytes, left) };
}

function attachmentRefusal(
  what: Attachment['kind'],
  around: AttachmentContext,
): MissingAttachment['reason'] | undefined {
  if (what === 'other') return 'kind';
  if (!around.mayTalk || (what === 'document' && !around.mayKeepFiles)) return 'not-yours';
  if (what === 'image' && !around.hasVision) return 'no-vision';
  if (what === 'voice' && !around.canTranscribe) return 'no-transcriber';
  return around.canFetch ? undefined : 'unreachable';
}
