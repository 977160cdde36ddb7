import { open, stat } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SettledSteps } from '../../../channels/relay/chat-mover.ts';
import type { ChatOrigin, RelayRows } from '../../../channels/relay/relay-rows.ts';
import {
  appendPiece,
  asHolder,
  type CopyKey,
  copiedParts,
  dropPieces,
  forgetCopy,
  type Holder,
  MAX_COPY_BYTES,
  noteCopying,
  noteHandled,
  putFacts,
  tailOf,
  tidyCopies,
} from '../../../cluster/copies/copies.ts';
import { type CellName, conversationKey } from '../../../cluster/names.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../../../core/clock.ts';
import { codeOf, isFailure, messageOf } from '../../../core/failure.ts';
import { conversationId, type InstanceId, type SessionId } from '../../../core/ids.ts';
import type { Log } from '../../../core/log.ts';
import { createSerialQueue } from '../../../core/work-queues.ts';
import { isAtRest } from '../../../gateway/tasks/conversation-sessions.ts';
import type { OpenStore } from '../../../store/open.ts';
import { type ChatStateParts, ChatStates } from './chat-states.ts';
import { type CopyFacts, cleanForPostgres, projectFacts } from './copy-facts.ts';
import {
  AT_WORK,
  type ChatMoment,
  createInboxEnds,
  createUnsaid,
  type EndedMessage,
  type InboxEnds,
  type UnsentMessages,
} from './unsent-messages.ts';

/** How many sessions of a chat are copied; older ones do not move with it. */
const NEWEST_SESSIONS = 20;
/** Size of one transaction, for which a send may have to wait. */
const PIECE_BYTES = 256 * 1024;
/** A schedule also changes when it runs, without a message, so all chats are checked this often. */
const STATES_EVERY_MS = MINUTE_MS;
const NEWLINE = 10;
/** How many messages of a session are copied: a task gets a card and a report each time that it continues. */
const MAX_COPIED_MESSAGES = 50;

export interface CopierParts extends ChatStateParts {
  readonly cell: CellName;
  readonly rows: RelayRows;
  readonly store: OpenStore;
  readonly transcriptOf: (session: SessionId) => string;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
}

/** The part of one session that is known to be copied. */
interface KnownCopy {
  bytes: number;
  tail: Uint8Array;
  facts: string;
  /** The state at rest and the file length under which all of it was copied. */
  whole?: string | undefined;
}

/** The copies of a chat while it lives here under one epoch. */
interface ChatCopies {
  readonly epoch: number;
  readonly sessions: Map<string, KnownCopy>;
}

/** Copies what has changed in the chats of this cell. A copy that fails is made by a later pass. */
export class Copier {
  readonly #parts: CopierParts;
  readonly #asHolder: typeof asHolder;
  readonly #ends: InboxEnds;
  readonly #states: ChatStates;
  readonly #unsaid: UnsentMessages;
  readonly #chats = new Map<string, ChatCopies>();
  /** Chats to check again: a session was active there, a message was handled, or a run of a schedule begins. */
  #restless = new Set<string>();
  #hasBegun = false;
  #statesUpMs = Number.NEGATIVE_INFINITY;
  #tidiedUpMs = Number.NEGATIVE_INFINITY;
  readonly #passes = createSerialQueue();
  /** One chat at a time: two copies of the same one would write the same piece. */
  readonly #copies = createSerialQueue();

  /** @param holding runs each write, and refuses it once another cell has the chat */
  constructor(parts: CopierParts, holding: typeof asHolder = asHolder) {
    this.#parts = parts;
    this.#asHolder = holding;
    this.#ends = createInboxEnds(parts.store.database);
    this.#states = new ChatStates(parts);
    this.#unsaid = createUnsaid(parts.store.database, parts.clock);
  }

  /** @throws Failure `unavailable` while PostgreSQL is away */
  pass(): Promise<void> {
    return this.#passes.run(() => this.#pass());
  }

  /**
   * Copies one chat now, between two others of a pass.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  async copyNow(chat: string): Promise<void> {
    const origin = this.#parts.rows.origin(chat);
    if (origin === undefined || origin.hasLeft) return;
    const ended = this.#ends.read();
    await this.#copies.run(() => this.#copyWhole(chat, this.#holderOf(origin), ended));
  }

  /**
   * False when the chat lives in another cell by now.
   * @throws Failure `unavailable` while PostgreSQL is away
   */
  async isHere(chat: string): Promise<boolean> {
    const origin = this.#parts.rows.origin(chat);
    if (origin === undefined || origin.hasLeft) return false;
    return await this.#asHolder(this.#parts.cluster, this.#holderOf(origin), async () => undefined);
  }

  settledBy(chat: string): SettledSteps {
    const own = this.#ends.read().filter((message) => message.chat === chat);
    return this.#unsaid.settledBy(chat, own);
  }

  /** How many messages of the chat are being handled here, or wait to be. */
  unhandled(chat: string): number {
    return this.#ends.countUnhandled(chat);
  }

  /** Makes the next pass check this chat, whatever is known of it. */
  lookAt(chat: string): void {
    this.#restless.add(chat);
  }

  #holderOf({ chat, front, epoch }: Pick<ChatOrigin, 'chat' | 'front' | 'epoch'>): Holder {
    return { conversation: conversationKey(front, chat), cell: this.#parts.cell, epoch };
  }

  async #pass(): Promise<void> {
    const { cell, cluster, rows, clock } = this.#parts;
    // Read before the sessions: first the work that a message began is copied, then that the message is handled.
    const ended = this.#ends.read();
    const here = rows.origins().filter(({ hasLeft }) => !hasLeft);
    const working = this.#chatsAtWork();
    const looked = this.#hasBegun
      ? new Set([...this.#restless, ...working, ...ended.map(({ chat }) => chat)])
      : new Set(here.map(({ chat }) => chat));
    this.#restless = new Set([...this.#restless, ...working]);
    for (const origin of here) {
      const { chat } = origin;
      if (!looked.has(chat)) continue;
      // A chat that is marked during its copy is checked again.
      this.#restless.delete(chat);
      await this.#copies.run(() => this.#copyOrLog(chat, this.#holderOf(origin), ended));
      if (working.has(chat)) this.#restless.add(chat);
    }
    await this.#copyStates(here);
    const living = new Set(here.map(({ chat }) => chat));
    // Messages of chats that have left are handled by another cell.
    this.#ends.settle(ended.filter(({ chat }) => !living.has(chat)));
    if (!this.#hasBegun && this.#ends.hasReadAll()) {
      await noteCopying(cluster, cell);
      this.#hasBegun = true;
    }
    if (clock.upMs() - this.#tidiedUpMs > HOUR_MS) {
      await tidyCopies(cluster);
      this.#tidiedUpMs = clock.upMs();
    }
  }

  async #copyStates(here: readonly ChatOrigin[]): Promise<void> {
    const { clock } = this.#parts;
    if (clock.upMs() - this.#statesUpMs < STATES_EVERY_MS) return;
    for (const origin of here) {
      await this.#states.copy(origin.chat, this.#holderOf(origin));
      // Without a pause the rows of hundreds of chats would be read in one go, while no message is answered.
      await nextTurn();
    }
    this.#statesUpMs = clock.upMs();
  }

  /** A fault in one chat must not hold back the others. */
  async #copyOrLog(chat: string, holder: Holder, ended: readonly EndedMessage[]): Promise<void> {
    try {
      await this.#copyWhole(chat, holder, ended);
    } catch (error) {
      this.#restless.add(chat);
      if (isFailure(error) && error.kind === 'unavailable') throw error;
      this.#parts.log.error('cluster.moving.copy_failed', { error: messageOf(error) });
    }
  }

  async #copyWhole(chat: string, holder: Holder, ended: readonly EndedMessage[]): Promise<void> {
    const conversation = conversationId('whatsapp', chat);
    const sessions = this.#parts.store.sessions.listNewest(conversation, NEWEST_SESSIONS);
    const own = ended.filter((message) => message.chat === chat);
    await this.#states.copy(chat, holder);
    const moment = this.#unsaid.look(chat, sessions, own);
    const unstarted = await this.#copyChat(chat, holder, { sessions, moment, ended: own });
    const over = own.filter((message) => !unstarted.has(message.id) && moment.isOver(message));
    if (!moment.isAllSaid) this.#restless.add(chat);
    if (over.length === 0) return;
    await this.#asHolder(this.#parts.cluster, holder, (sql) => noteHandled(sql, holder.conversation, over));
    this.#ends.settle(over);
  }

  #chatsAtWork(): ReadonlySet<string> {
    const { store, instance } = this.#parts;
    const open = store.sessions.listByStatus(AT_WORK, instance);
    return new Set(open.map(({ conversation }) => conversation.replace(/^whatsapp:/, '')));
  }

  /** Resolves with the messages that began a task of which nothing could be copied yet. */
  async #copyChat(
    chat: string,
    holder: Holder,
    { sessions, moment, ended }: ChatSnapshot,
  ): Promise<ReadonlySet<string>> {
    const known = await this.#knownOf(chat, holder);
    const unstarted = new Set<string>();
    for (const session of [...sessions].reverse()) {
      if (this.#parts.store.forgetting().isForgotten(session.id)) continue;
      const held = (how: 'beginning' | 'words'): readonly EndedMessage[] =>
        ended.filter((message) => moment.heldBy(session, message) === how);
      const shown = {
        session: moment.asSeenElsewhere(session),
        isHeldBack: moment.isHeldBack(session),
        beganWith: held('beginning'),
        read: held('words'),
      };
      const copied = await this.#copySession(shown, known, holder);
      if (!copied && !isAtRest(session)) unstarted.add(session.origin.sourceMessageId);
    }
    await this.#forgetGone(known, holder);
    return unstarted;
  }

  async #knownOf(chat: string, { conversation, epoch }: Holder): Promise<ChatCopies> {
    const known = this.#chats.get(chat);
    if (known?.epoch === epoch) return known;
    const parts = await copiedParts(this.#parts.cluster, conversation);
    const sessions = new Map(
      parts.map(({ session, bytes, tail }): [string, KnownCopy] => [session, { bytes, tail, facts: '' }]),
    );
    const read = { epoch, sessions };
    this.#chats.set(chat, read);
    return read;
  }

  /**
   * Removes the copies of sessions whose rows were removed here. A session that has not arrived yet has facts of
   * another cell.
   */
  async #forgetGone({ sessions }: ChatCopies, holder: Holder): Promise<void> {
    const { store, cluster } = this.#parts;
    for (const [session, { facts }] of sessions) {
      const id = session as SessionId;
      const isGone = facts !== '' && store.sessions.get(id) === undefined;
      if (!isGone && !store.forgetting().isForgotten(id)) continue;
      await this.#asHolder(cluster, holder, (sql) =>
        forgetCopy(sql, { conversation: holder.conversation, session }),
      );
      sessions.delete(session);
    }
  }

  /** True when a part of its transcript is copied, or all that ever will be. */
  async #copySession(shown: CopyableSession, chat: ChatCopies, holder: Holder): Promise<boolean> {
    const { session, isHeldBack } = shown;
    const { id, state } = session;
    const path = this.#parts.transcriptOf(id);
    const earlier = chat.sessions.get(id);
    const whole = isAtRest(session) ? `${state.updatedAtMs} ${await sizeOf(path)} ${isHeldBack}` : undefined;
    if (whole !== undefined && earlier?.whole === whole) return true;
    const file = await TranscriptSource.open(path);
    try {
      const isCopied = await this.#copyFrom(file, shown, { chat, holder });
      const known = chat.sessions.get(id);
      if (known !== undefined) known.whole = isCopied ? whole : undefined;
      return isCopied;
    } finally {
      await file?.close();
    }
  }

  async #copyFrom(
    file: TranscriptSource | undefined,
    shown: CopyableSession,
    { chat: { sessions }, holder }: { readonly chat: ChatCopies; readonly holder: Holder },
  ): Promise<boolean> {
    const { session } = shown;
    const place = { key: { conversation: holder.conversation, session: session.id }, holder };
    const isTooLarge = (file?.size ?? 0) > MAX_COPY_BYTES;
    const known = sessions.get(session.id) ?? { bytes: 0, tail: new Uint8Array(), facts: '' };
    const isOfUse = isTooLarge ? known.bytes === 0 : await isContinuationOf(file, known);
    const messages = this.#parts.store.cards.listMessages(session.id).slice(-MAX_COPIED_MESSAGES);
    const facts = JSON.stringify(copyFactsFor(shown, { isTooLarge, messages }));
    if (facts !== known.facts || !isOfUse) {
      const isAll = isTooLarge;
      if (!(await this.#copyFacts(facts, { isAnew: !isOfUse, isAll }, { ...place, shown }))) return false;
      sessions.set(session.id, Object.assign(known, { facts, bytes: isOfUse ? known.bytes : 0 }));
    }
    if (isTooLarge) return true;
    if (file === undefined || (await this.#copyPieces(file, known, { ...place, shown })))
      return known.bytes > 0;
    sessions.delete(session.id);
    return false;
  }

  /**
   * @param isAnew the copied part of its transcript is of no use
   * @param isAll nothing else of it is copied: its messages are handled with these facts
   */
  async #copyFacts(
    facts: string,
    { isAnew, isAll }: { readonly isAnew: boolean; readonly isAll: boolean },
    { key, holder, shown: { beganWith, read } }: CopyTarget & { readonly shown: CopyableSession },
  ): Promise<boolean> {
    const over = isAll ? [...beganWith, ...read] : [];
    return await this.#asHolder(this.#parts.cluster, holder, async (sql) => {
      await putFacts(sql, key, JSON.parse(facts));
      if (isAnew) await dropPieces(sql, key);
      if (over.length > 0) await noteHandled(sql, holder.conversation, over);
    });
  }

  /**
   * False when the conversation lives in another cell by now. With the first piece the message that began it is over,
   * with the last one the words that it has read: in one commit, or a cell that is lost between the two would have its
   * task and begin it again.
   */
  async #copyPieces(
    file: TranscriptSource,
    known: KnownCopy,
    { key, holder, shown: { beganWith, read } }: CopyTarget & { readonly shown: CopyableSession },
  ): Promise<boolean> {
    const { cluster } = this.#parts;
    for (;;) {
      const bytes = await file.wholeLines(known.bytes);
      if (bytes.length === 0) return true;
      const over = file.isLastPiece(known.bytes) ? [...beganWith, ...read] : beganWith;
      let isAdded = false;
      const isOurs = await this.#asHolder(cluster, holder, async (sql) => {
        await putFacts(sql, key, JSON.parse(known.facts));
        isAdded = await appendPiece(sql, key, { start: known.bytes, bytes });
        if (!isAdded) await dropPieces(sql, key);
        else if (over.length > 0) await noteHandled(sql, holder.conversation, over);
      });
      if (!isOurs) return false;
      // The piece may be committed although its answer was lost with PostgreSQL: the copy begins anew at once,
      // because later may be too late.
      known.bytes = isAdded ? known.bytes + bytes.length : 0;
      known.tail = isAdded ? tailOf(bytes) : new Uint8Array();
    }
  }
}

/** A session in the form in which another cell should take it. */
interface CopyableSession {
  readonly session: SessionRecord;
  readonly isHeldBack: boolean;
  /** The messages that began it, or that it has read: another cell need not handle them once the session is copied. */
  readonly beganWith: readonly EndedMessage[];
  readonly read: readonly EndedMessage[];
}

interface CopyTarget {
  readonly key: CopyKey;
  readonly holder: Holder;
}

/** A chat as it was read at one moment. */
interface ChatSnapshot {
  readonly sessions: readonly SessionRecord[];
  readonly moment: ChatMoment;
  readonly ended: readonly EndedMessage[];
}

function copyFactsFor(
  { session, isHeldBack }: Pick<CopyableSession, 'session' | 'isHeldBack'>,
  { isTooLarge, messages }: { readonly isTooLarge: boolean; readonly messages: readonly string[] },
): CopyFacts {
  const { state, mode, number, task, locale, project, workspace } = session;
  return {
    status: state.status,
    mode,
    number,
    task: cleanForPostgres(task),
    locale,
    ...projectFacts(project, workspace),
    messages: [...messages],
    ...(isTooLarge ? { isTooLarge } : {}),
    ...(isHeldBack ? { isHeldBack } : {}),
  };
}

async function isContinuationOf(
  file: TranscriptSource | undefined,
  { bytes, tail }: KnownCopy,
): Promise<boolean> {
  return bytes === 0 || (file !== undefined && (await file.hasAt(bytes, tail)));
}

/** -1 where there is no such file. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return -1;
    throw error;
  }
}

/** A transcript while it may be growing. */
class TranscriptSource {
  readonly size: number;
  readonly #file: Awaited<ReturnType<typeof open>>;

  private constructor(file: Awaited<ReturnType<typeof open>>, size: number) {
    this.#file = file;
    this.size = size;
  }

  /** Undefined for a session that has none yet. */
  static async open(path: string): Promise<TranscriptSource | undefined> {
    try {
      const file = await open(path, 'r');
      return new TranscriptSource(file, (await file.stat()).size);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** True when these bytes end at `end`. */
  async hasAt(end: number, bytes: Uint8Array): Promise<boolean> {
    if (end > this.size) return false;
    const there = await this.#read(end - bytes.length, bytes.length);
    return Buffer.compare(there, bytes) === 0;
  }

  /**
   * Reads from `start` at most one piece and at least one line. An incomplete line is left out: it may be cut off
   * again.
   */
  async wholeLines(start: number): Promise<Uint8Array> {
    for (let most = PIECE_BYTES; ; most *= 2) {
      const bytes = await this.#read(start, Math.min(most, this.size - start));
      const end = bytes.lastIndexOf(NEWLINE) + 1;
      if (end > 0 || bytes.length < most) return bytes.subarray(0, end);
    }
  }

  /** True when `wholeLines` has all of the rest. */
  isLastPiece(start: number): boolean {
    return this.size - start <= PIECE_BYTES;
  }

  async close(): Promise<void> {
    await this.#file.close();
  }

  async #read(start: number, length: number): Promise<Buffer> {
    const buffer = Buffer.alloc(Math.max(0, length));
    const { bytesRead } = await this.#file.read(buffer, 0, buffer.length, start);
    return buffer.subarray(0, bytesRead);
  }
}
