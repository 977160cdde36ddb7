import * as z from 'zod';
import {
  channelOfCell,
  channelOfFront,
  conversationKey,
  queueInto,
  queueOutOf,
} from '../../cluster/names.ts';
import { joinCluster, type Membership } from '../../cluster/placement/membership.ts';
import { conversationsMovedTo, placementsOf } from '../../cluster/placement/placements.ts';
import { MAX_MEDIA_BYTES, takeMedia } from '../../cluster/queues/media.ts';
import { type Consumer, jobIdOf, type NewQueueJob, orderedIds } from '../../cluster/queues/queues.ts';
import {
  CellNews,
  type FrontAnswer,
  InboundJob,
  notifyChannel,
  type OutboundJob,
  WIRE_VERSION,
} from '../../cluster/queues/wire.ts';
import type { SqlSession } from '../../cluster/sql.ts';
import type {
  Attachment,
  ChannelCapabilities,
  ChannelEnd,
  ChannelReceiver,
  OutboundBody,
  OutboundMessage,
} from '../../contracts/channel.ts';
import type { DueRuns, RunClaim } from '../../contracts/machines.ts';
import { MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../core/failure.ts';
import type { ConversationId } from '../../core/ids.ts';
import { jsonIn } from '../../core/json.ts';
import { backoffMs, unlessAborted } from '../../core/waiting.ts';
import { WHATSAPP_CAPABILITIES } from '../whatsapp/capabilities.ts';
import { createFormatter } from '../whatsapp/format.ts';
import { isOwn, WHATSAPP } from '../whatsapp/identity.ts';
import { AWAY_RETRY, ChatOwnership, HandingOver, KnownMembers, leaveForProject } from './chat-ownership.ts';
import { Arrivals, chatIn, receiveJobs } from './receive-jobs.ts';
import {
  type ChatMoveRequest,
  FrontAnswers,
  finalKind,
  type OtherCell,
  type RelayChannel,
  type RelayParts,
  type RelayReport,
} from './relay-channel.ts';
import type { ChatOrigin } from './relay-rows.ts';
import { readBody } from './remote-body.ts';

/** A process that was killed holds its name for 45 s. */
const WAIT_FOR_NAME_MS = MINUTE_MS;
/** A NOTIFY is lost with its connection. */
const LOOK_AGAIN_MS = 2 * SECOND_MS;
const REFRESH_MS = 10 * SECOND_MS;
const FETCH_WITHIN_MS = 2 * MINUTE_MS;
const LEAVE_WITHIN_MS = 2 * SECOND_MS;

/**
 * The channel of a cell: its other side is a front, and between them lie queues in PostgreSQL. It keeps no message: the
 * inbox and the outbox of the program are its journals. A job into the cell is done when the inbox has it; `send`
 * resolves when the front's job is done, which is when the chat network has accepted the message.
 */
export function createRelayChannel(parts: RelayParts): RelayChannel {
  return new Relay(parts);
}

type OutboundItem = OutboundJob['item'];

/** An attachment's reference together with its chat, which determines the front that can fetch it. */
const Reference = z.object({ chat: z.string(), reference: z.json() });

class Relay implements RelayChannel {
  readonly name = WHATSAPP;
  readonly capabilities: ChannelCapabilities;
  readonly format = createFormatter();
  readonly ended: Promise<ChannelEnd>;

  readonly #parts: RelayParts;
  readonly #stopping = new AbortController();
  readonly #answers: FrontAnswers;
  readonly #others: KnownMembers;
  readonly #nextId: () => string;
  readonly #arrivals: Arrivals;
  readonly #ownership: ChatOwnership;
  readonly #handingOver: HandingOver;
  #end: (end: ChannelEnd) => void = () => undefined;
  #membership: Membership | undefined;
  #consumer: Consumer | undefined;
  #courses: Promise<unknown> = Promise.resolve();
  #look: Promise<void> = Promise.resolve();
  #nextLook: Promise<void> | undefined;
  /** When it last looked around. */
  #refreshedUpMs = Number.NEGATIVE_INFINITY;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    const { journals, ...capabilities } = WHATSAPP_CAPABILITIES;
    this.capabilities = capabilities;
    this.#answers = new FrontAnswers(parts.cluster.queues);
    this.#others = new KnownMembers(parts.cluster, parts.cell);
    this.#arrivals = new Arrivals(parts);
    this.#handingOver = new HandingOver(parts, this.#stopping.signal);
    this.#ownership = new ChatOwnership(parts, {
      isHeld: () => this.#isHeld(),
      isHandingOver: (chat) => this.isHandingOver(chat),
      stopping: this.#stopping.signal,
    });
    this.#nextId = orderedIds(undefined, () => parts.clock.nowMs());
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  async start(receiver: ChannelReceiver): Promise<void> {
    const { cluster, cell } = this.#parts;
    cluster.listen(channelOfCell(cell), (payload) => this.#heard(payload, receiver));
    // The program starts while PostgreSQL is away, and continues with its own rows.
    const copying = { isHeld: () => this.#isHeld(), signal: this.#stopping.signal };
    this.#courses = Promise.all([
      this.#serve(receiver),
      this.#lookAgain(receiver),
      this.#parts.mover.keepCopying(copying),
    ]);
  }

  async send({ id: messageId, chat, body, mayRepeat }: OutboundMessage): Promise<void> {
    const put = readBody(body);
    const { front } = this.#originOf(chat);
    const id = jobIdOf(`${this.#parts.cell} ${messageId}`);
    const key = conversationKey(front, chat);
    if (body.kind === 'reaction') return await this.#react({ id: messageId, chat, body, mayRepeat });
    const answer = await this.#ask({ id, key, front }, async (ask) => {
      if (mayRepeat && (await this.#answers.isThere(id))) return;
      await ask(async (sql) => ({
        kind: 'send',
        message: { id: messageId, chat, body: await put(sql), mayRepeat },
      }));
    });
    if (!answer.ok) throw new Failure(finalKind(answer), answer.reason);
    this.#parts.mover.noteSent(chat);
  }

  /**
   * Sends a reaction to an existing message: it is handed on without waiting, and has an order of its own. Several of
   * them may precede each answer.
   */
  async #react({
    id: messageId,
    chat,
    body,
    mayRepeat,
  }: OutboundMessage & { readonly body: Extract<OutboundBody, { kind: 'reaction' }> }): Promise<void> {
    const { front } = this.#originOf(chat);
    const id = jobIdOf(`${this.#parts.cell} ${messageId}`);
    const key = `${conversationKey(front, chat)} reactions`;
    const item: OutboundItem = { kind: 'send', message: { id: messageId, chat, body, mayRepeat } };
    await this.#untilDone(() => this.#add({ id, key, front }, async () => item), this.#stopping.signal);
  }

  async fetch({ reference: whole, ...rest }: Attachment, mostBytes: number): Promise<Uint8Array> {
    const { chat, reference } = Reference.parse(whole);
    const { front } = this.#originOf(chat);
    const id = this.#nextId();
    const key = `${conversationKey(front, chat)} ${id}`;
    const most = Math.min(mostBytes, MAX_MEDIA_BYTES);
    const answer = await this.#ask({ id, key, front, limit: AbortSignal.timeout(FETCH_WITHIN_MS) }, (ask) =>
      ask(async () => ({ kind: 'fetch', chat, attachment: { ...rest, reference }, mostBytes: most })),
    );
    if (!answer.ok) throw new Failure(answer.failure, answer.reason);
    if (answer.media === undefined) throw new Failure('not-found', 'The front sent no file. Send it again.');
    const bytes = await takeMedia(this.#parts.cluster, answer.media);
    if (bytes.byteLength > mostBytes)
      throw new Failure(
        'invalid',
        `The file is larger than ${mostBytes / 1_000_000} MB. Send a smaller one.`,
      );
    return bytes;
  }

  setTyping(chat: string, on: boolean): void {
    const { cluster, rows, log } = this.#parts;
    const origin = rows.origin(chat);
    if (origin === undefined || origin.hasLeft || !this.#isHeld()) return;
    notifyChannel(cluster, channelOfFront(origin.front), { kind: 'typing', chat, on }).catch(
      (error: unknown) => log.warn('channel.relay.typing.failed', { error: messageOf(error) }),
    );
  }

  /** Unknown until the front has said which number is its own: then nothing is deleted. */
  canDelete(chat: string): boolean {
    const { front } = this.#parts.rows.origin(chat) ?? {};
    const own = front === undefined ? undefined : this.#others.ownAddresses(front);
    return own !== undefined && isOwn(chat, { phone: own.phone, lid: own.lid });
  }

  ownsItsWork(conversation: ConversationId): Promise<boolean> {
    return this.#ownership.ownsItsWork(conversation);
  }

  beforeCommand(conversation: ConversationId): Promise<void> {
    return this.#ownership.beforeCommand(conversation);
  }

  claimRuns(chat: string, due: Omit<DueRuns, 'conversation'>): Promise<RunClaim> {
    return this.#ownership.claimRuns(chat, due);
  }

  report(): RelayReport {
    const { cell, cluster, clock } = this.#parts;
    const awaySinceUpMs = cluster.awaySinceUpMs();
    const awayMs = awaySinceUpMs === undefined ? undefined : clock.upMs() - awaySinceUpMs;
    return { cell, isHeld: this.#isHeld(), awayMs };
  }

  otherCells(): readonly OtherCell[] {
    return this.#others.cells();
  }

  isHandingOver(chat: string): boolean {
    return this.#handingOver.includes(chat);
  }

  async moveToProject(wanted: ChatMoveRequest): Promise<boolean> {
    const { chat } = wanted;
    const { front } = this.#originOf(chat);
    // Messages that come from now on wait in the queue, and move with the chat.
    this.#handingOver.begin(chat);
    let mayHaveLeft = true;
    try {
      mayHaveLeft = await leaveForProject(wanted, front, this.#parts, this.#stopping.signal);
      return mayHaveLeft;
    } catch (error) {
      // Without an answer of PostgreSQL it may have been committed all the same.
      mayHaveLeft = isFailure(error) && error.kind === 'unavailable';
      throw error;
    } finally {
      if (!mayHaveLeft) this.#handingOver.end(chat);
    }
  }

  async stop(): Promise<void> {
    if (this.#stopping.signal.aborted) return;
    this.#stopping.abort();
    await this.#courses;
    await Promise.all(this.#parts.beside.map((task) => task.stop()));
    await this.#parts.cluster.close();
    this.#end({ kind: 'ended' });
  }

  #isHeld(): boolean {
    return this.#membership?.isHeld() ?? false;
  }

  /** Runs until the program ends, or until another process has the name: then all running work stops. */
  async #serve(receiver: ChannelReceiver): Promise<void> {
    const { cell, cluster, rows, version, clock, log } = this.#parts;
    const { signal } = this.#stopping;
    try {
      const membership = await joinCluster(
        cluster,
        { kind: 'cell', name: cell, version, facts: this.#parts.facts() },
        { clock, log, signal, waitMs: WAIT_FOR_NAME_MS },
      );
      this.#membership = membership;
      const isHeld = (): boolean => !signal.aborted && membership.isHeld();
      this.#consumer = cluster.queues.consume(queueInto(cell), InboundJob, {
        mayTake: isHeld,
        handle: receiveJobs({
          cluster,
          rows,
          receiver,
          arrivals: this.#arrivals,
          isHandingOver: (chat) => this.isHandingOver(chat),
          signal,
          isHeld,
          clock,
          log,
        }),
      });
      await this.#refresh(receiver);
      const why = await unlessAborted(membership.lost, signal);
      await this.#consumer.stop();
      if (why !== undefined) throw new Failure('conflict', why);
      await unlessAborted(membership.leave(), AbortSignal.timeout(LEAVE_WITHIN_MS));
    } catch (error) {
      if (signal.aborted) return;
      log.error('channel.relay.ended', { error: messageOf(error) });
      this.#end({ kind: 'broken', reason: messageOf(error) });
    }
  }

  #heard(payload: string | undefined, receiver: ChannelReceiver): void {
    if (payload === undefined) {
      this.#consumer?.wake();
      void this.#refresh(receiver);
      return;
    }
    const news = CellNews.safeParse(jsonIn(payload)).data;
    if (news?.kind === 'jobs') this.#consumer?.wake();
    if (news?.kind === 'answer') this.#answers.heard(news.id, news.answer);
    if (news?.kind === 'moved') void this.#refresh(receiver);
  }

  async #lookAgain(receiver: ChannelReceiver): Promise<void> {
    const { clock, cluster } = this.#parts;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      await clock.sleep(LOOK_AGAIN_MS, signal);
      if (signal.aborted || cluster.awaySinceUpMs() !== undefined) continue;
      if (clock.upMs() - this.#refreshedUpMs >= REFRESH_MS) await this.#refresh(receiver);
      else await this.#try(() => this.#answers.lookUp());
    }
  }

  /**
   * Looks for changes in PostgreSQL, also where no NOTIFY came. Only one look runs at a time. Calls that come meanwhile
   * share the next one: a cell that is emptied gets hundreds of moves. Never rejects, because it is called again.
   */
  #refresh(receiver: ChannelReceiver): Promise<void> {
    this.#nextLook ??= this.#look.then(() => {
      this.#nextLook = undefined;
      this.#look = this.#syncWithCluster(receiver);
      return this.#look;
    });
    return this.#nextLook;
  }

  async #syncWithCluster(receiver: ChannelReceiver): Promise<void> {
    await this.#try(async () => {
      const asOfUpMs = this.#parts.clock.upMs();
      await this.#answers.lookUp();
      await this.#others.look();
      await this.#leaveMoved(receiver);
      await this.#takeInMoved();
      await this.#handingOver.beginAsked(receiver, (work) => this.#try(work));
      this.#refreshedUpMs = asOfUpMs;
      await this.#membership?.update(this.#parts.facts());
    });
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      // The connection says itself that PostgreSQL is away.
      if (!isFailure(error) || error.kind !== 'unavailable')
        this.#parts.log.error('channel.relay.refresh.failed', { error: messageOf(error) });
    }
  }

  /** Conversations that live elsewhere by now: their tasks end here, and nothing of them is sent. */
  async #leaveMoved(receiver: ChannelReceiver): Promise<void> {
    const { cell, cluster, rows, openSessions, log } = this.#parts;
    const origins = rows.origins();
    const keyOf = ({ front, chat }: ChatOrigin): string => conversationKey(front, chat);
    const placements = await placementsOf(cluster, origins.map(keyOf));
    for (const origin of origins) {
      const placement = placements.get(keyOf(origin));
      if (placement === undefined || placement.epoch <= origin.epoch) continue;
      const { chat, front } = origin;
      if (placement.cell === cell)
        await this.#try(() => this.#arrivals.arrive({ chat, front, epoch: placement.epoch }));
      else if (!origin.hasLeft) {
        // Done first: on a full disk it is not yet recorded that the chat has left.
        receiver.interrupt(chat, openSessions(chat));
        this.#handingOver.end(chat);
        // A chat that the disk cannot store must delay neither other chats nor the cell's report to the cluster.
        await this.#try(async () => {
          this.#parts.mover.leave(chat, () => rows.noteLeft(chat));
          log.info('channel.relay.moved_away', { to: placement.cell, epoch: placement.epoch });
        });
      }
    }
  }

  /** Chats that came from another cell, whether or not anything has been written there since. */
  async #takeInMoved(): Promise<void> {
    const { cell, cluster, rows } = this.#parts;
    for (const { conversation, front, epoch } of await conversationsMovedTo(cluster, cell)) {
      const chat = chatIn(conversation, front);
      const known = rows.origin(chat);
      // A chat of another front with this person: its first message reports that they cannot both be here.
      if (known !== undefined && known.front !== front) continue;
      // A chat without room must not delay the others.
      if ((known?.takenEpoch ?? 0) < epoch)
        await this.#try(() => this.#arrivals.arrive({ chat, front, epoch }));
    }
  }

  /** @throws Failure `not-found` for a chat without any message so far, `denied` when it lives in another cell */
  #originOf(chat: string): ChatOrigin {
    const origin = this.#parts.rows.origin(chat);
    if (origin === undefined)
      throw new Failure(
        'not-found',
        'Nothing ever came from this chat, so it is not known which front has it.',
      );
    if (origin.hasLeft) throw new Failure('denied', 'This conversation has moved to another cell.');
    return origin;
  }

  /**
   * Brings a job to a front and waits for its answer. Tried until PostgreSQL has it; a try that was committed unnoticed
   * is found by its id.
   */
  async #ask(
    { id, key, front, limit }: AskParts,
    attempt: (ask: (item: (sql: SqlSession) => Promise<OutboundItem>) => Promise<void>) => Promise<void>,
  ): Promise<FrontAnswer> {
    const { signal: stopping } = this.#stopping;
    const signal = limit === undefined ? stopping : AbortSignal.any([stopping, limit]);
    const answered = this.#answers.await(id, queueOutOf(front));
    try {
      await this.#untilDone(() => attempt((item) => this.#add({ id, key, front }, item)), signal);
      const answer = await unlessAborted(answered, signal);
      if (answer === undefined) throw unansweredFailure();
      return answer;
    } finally {
      this.#answers.forget(id);
    }
  }

  async #untilDone(work: () => Promise<void>, signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      try {
        // Without the lease another process may speak for this cell.
        if (this.#isHeld()) return await work();
      } catch (error) {
        if (!isFailure(error) || error.kind !== 'unavailable') throw error;
      }
      await this.#parts.clock.sleep(backoffMs(attempt, AWAY_RETRY), signal);
    }
    throw unansweredFailure();
  }

  async #add(
    { id, key, front }: Omit<AskParts, 'limit'>,
    itemIn: (sql: SqlSession) => Promise<OutboundItem>,
  ): Promise<void> {
    const { cell, cluster } = this.#parts;
    const queue = { name: queueOutOf(front), wakes: channelOfFront(front) };
    await cluster.transaction(async (sql) => {
      const item = await itemIn(sql);
      const chat = item.kind === 'send' ? item.message.chat : item.chat;
      // Read now: while it waited the conversation may have moved away and come back.
      const { epoch } = this.#originOf(chat);
      const { answers = [], ends } = item.kind === 'send' ? this.#parts.mover.settledBy(chat) : {};
      const settled = { answers: [...answers], ...(ends === undefined ? {} : { ends }) };
      const data: OutboundJob = { v: WIRE_VERSION, cell, epoch, ...settled, item };
      const job: NewQueueJob = { id, key, data };
      await cluster.queues.add(sql, queue, [job]);
    });
  }
}

interface AskParts {
  readonly id: string;
  readonly key: string;
  readonly front: ChatOrigin['front'];
  readonly limit?: AbortSignal | undefined;
}

function unansweredFailure(): Failure {
  return new Failure('unavailable', 'The front has not answered yet. I keep trying.');
}
