import type { Channel, ChannelReceiver, Gap, InboundMessage } from '../../contracts/channel.ts';
import type { FeatureInChats, MessageArrival } from '../../contracts/feature.ts';
import type { ChatStores, FlushControl, InboxRow, Store } from '../../contracts/store.ts';
import { type Clock, DAY_MS, MINUTE_MS } from '../../core/clock.ts';
import { isFailure, messageOf } from '../../core/failure.ts';
import { type ConversationId, conversationId, type InstanceId, type SessionId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { formatTimeIn } from '../../core/texts/format.ts';
import { type Locale, texts } from '../../core/texts/texts.ts';
import type { KeyedQueue } from '../../core/work-queues.ts';
import { shownZone } from '../conversation.ts';
import type { Dispatch } from '../dispatch.ts';
import type { Outbox } from '../outgoing/outbox.ts';
import type { OutgoingMessages } from '../outgoing/outgoing.ts';
import { type AccessCheck, type Admission, acceptInvitation } from '../people/access.ts';
import { localeHere } from './language.ts';
import { type MessageBatch, MessageBatches } from './message-batches.ts';
import { amendmentIn, amendUnread } from './message-edits.ts';
import { createCredentialFilter } from './without-credentials.ts';

const NOTICE_MS = 10 * MINUTE_MS;

interface IntakeParts {
  readonly store: FlushControl & ChatStores & Pick<Store, 'approvals' | 'people' | 'sessions'>;
  readonly outgoing: OutgoingMessages;
  /** By conversation. */
  readonly queue: KeyedQueue;
  readonly dispatch: Dispatch;
  readonly accessCheck: AccessCheck;
  readonly features: readonly FeatureInChats[];
  readonly locale: Locale | undefined;
  /** IANA name; for conversations without one of their own. Undefined: that of the machine. */
  readonly timezone: string | undefined;
  /** Messages of one conversation that may wait to be handled, to be read by a run, or to start. */
  readonly backlog: number;
  readonly instance: InstanceId;
  readonly clock: Clock;
  readonly log: Log;
}

/** Entry of all messages: each is stored first, and then handled in the order of its conversation. */
export class Intake {
  readonly #parts: IntakeParts;
  readonly #batches: MessageBatches;
  readonly #outageNotices: OutageNotices;
  readonly #withoutCredentials: (message: InboundMessage) => InboundMessage;

  constructor(parts: IntakeParts) {
    this.#parts = parts;
    const { clock, outgoing, timezone } = parts;
    const { conversations } = parts.store;
    this.#outageNotices = new OutageNotices({
      outbox: outgoing.outbox,
      localeOf: (conversation) => this.#localeOf(conversation),
      zoneOf: (conversation) => shownZone(conversation, { conversations, timezone }),
    });
    this.#withoutCredentials = createCredentialFilter(
      parts.features.flatMap(({ commands = [] }) => commands),
    );
    this.#batches = new MessageBatches({
      clock,
      take: (conversation, batch) => this.#take(conversation, batch),
    });
  }

  /**
   * Returns once the message is stored; one that is stored already is ignored.
   * @throws Failure `unavailable` when it could not be stored: the channel must not acknowledge it
   */
  receive(channel: Channel, message: InboundMessage): void {
    const conversation = conversationId(channel.name, message.chat);
    const row = this.#accept(channel, message, conversation);
    if (row === undefined) this.#parts.outgoing.nudge();
    else this.#enqueue(row, conversation);
  }

  /** Messages that another program accepted and did not finish, in order. */
  recover(rows: readonly InboxRow[]): void {
    const { store, outgoing, accessCheck } = this.#parts;
    for (const row of rows) {
      const channel = outgoing.channels.get(row.channel);
      const admission: Admission | undefined = channel && accessCheck(row.message, channel.capabilities);
      if (admission?.kind === 'refused') store.inbox.finish(row.seq, 'refused', admission.reason);
      else this.#enqueue(row, conversationId(row.channel, row.message.chat));
    }
  }

  /** An unreadable message came: a person who may talk here is asked to write it again. */
  unreadable(channel: Channel, message: Parameters<ChannelReceiver['receiveUnreadable']>[0]): void {
    const { store, outgoing, accessCheck } = this.#parts;
    if (
      accessCheck(message, channel.capabilities).kind === 'refused' ||
      store.inbox.find(message) !== undefined
    )
      return;
    const conversation = conversationId(channel.name, message.chat);
    const text = texts(this.#localeOf(conversation)).replies.unreadable;
    outgoing.outbox.enqueue({ conversation, key: `unreadable:${message.id}`, body: { kind: 'text', text } });
    outgoing.nudge();
  }

  /** The channel's link is back after this gap. */
  missed(channel: Channel, gap: Gap): void {
    this.#outageNotices.notify(channel.name, gap);
    this.#parts.outgoing.nudge();
  }

  /** Stops these sessions of the chat, once the messages before it are handled. */
  interrupt(channel: Channel, chat: string, sessions: readonly SessionId[]): void {
    const conversation = conversationId(channel.name, chat);
    this.#inOrder(conversation, async () => this.#parts.dispatch.interrupt(conversation, sessions));
  }

  /** True when the conversation's backlog is full. */
  isFull(conversation: ConversationId): boolean {
    return this.#backlog(conversation) >= this.#parts.backlog;
  }

  /** Ends the wait for further parts of batches: no message will come. */
  flush(): void {
    this.#batches.flushAll();
  }

  #enqueue(row: InboxRow, conversation: ConversationId): void {
    if (this.#mayGoOn(row, conversation)) {
      this.#batches.add(conversation, row);
      return;
    }
    this.#batches.flush(conversation);
    this.#take(conversation, [row]);
  }

  #take(conversation: ConversationId, batch: MessageBatch): void {
    this.#inOrder(conversation, () => this.#parts.dispatch.handleBatch(batch));
  }

  #inOrder(conversation: ConversationId, work: () => Promise<void>): void {
    const { queue, log } = this.#parts;
    queue.run(conversation, work).catch((error: unknown) => {
      log.error('gateway.message.failed', { conversation, error: messageOf(error) });
    });
  }

  /** A command is complete, and an answer to a question is handled at once. */
  #mayGoOn({ channel, message }: InboxRow, conversation: ConversationId): boolean {
    const { outgoing, store } = this.#parts;
    if (outgoing.channels.get(channel)?.capabilities.gather !== true) return false;
    if (message.gesture !== undefined || message.code !== undefined) return false;
    return (
      !message.text.trimStart().startsWith('/') && store.approvals.listPending(conversation).length === 0
    );
  }

  /** Stores a message in one commit. Returns the row if it is to be handled: not a duplicate, not refused. */
  #accept(channel: Channel, message: InboundMessage, conversation: ConversationId): InboxRow | undefined {
    const { store, instance, clock, outgoing, accessCheck } = this.#parts;
    const admission = accessCheck(message, channel.capabilities);
    // A stranger's text is not kept: only that somebody wrote, when, and why nothing happened.
    const kept = admission.kind === 'admitted' ? this.#withoutCredentials(message) : withoutContent(message);
    const isKept = admission.kind === 'admitted' && channel.capabilities.journals === true;
    try {
      const row = (isKept ? store.unflushed : store.atomically)(() => {
        const stored =
          admission.kind === 'admitted'
            ? this.#arriving(kept, { conversation, person: admission.person })
            : kept;
        const entry = { channel: channel.name, message: stored, instance, atMs: clock.nowMs() };
        const row = store.inbox.accept(entry);
        if (row === undefined || admission.kind === 'admitted') return row && this.#fit(row, conversation);
        this.#refuse({ ...row, message }, { conversation, reason: admission.reason });
        return undefined;
      });
      outgoing.storageNotice.noteStored(conversation);
      return row;
    } catch (error) {
      if (admission.kind === 'admitted' && isFailure(error)) {
        const what = channel.capabilities.handsInAgain === true ? 'kept' : 'lost';
        outgoing.storageNotice.notify(conversation, this.#localeOf(conversation), what);
      }
      throw error;
    }
  }

  /**
   * The message as the features leave it. A message that is stored already is not shown to them again: a code counts
   * once.
   */
  #arriving(message: InboundMessage, arrival: MessageArrival): InboundMessage {
    const { store, features } = this.#parts;
    const unjudged = withoutVerdict(message);
    if (store.inbox.find(unjudged) !== undefined) return unjudged;
    return features.reduce((so, { messages }) => messages?.beforeStoring?.(so, arrival) ?? so, unjudged);
  }

  /** The row to be handled of an admitted person's message; any other message is closed here. */
  #fit(row: InboxRow, conversation: ConversationId): InboxRow | undefined {
    const { store, clock } = this.#parts;
    const { message } = row;
    if (message.group === undefined && message.call === undefined && this.#isFoundHere(row))
      store.people.noteDirectChat(message.sender, conversation, clock.nowMs());
    const amendment = amendmentIn(message);
    if (amendment !== undefined && amendUnread(message, amendment, store)) {
      store.inbox.finish(row.seq, 'done', undefined);
      return undefined;
    }
    const unfit = this.#unfit(row, conversation);
    if (unfit === undefined) return row;
    store.inbox.finish(row.seq, 'refused', unfit);
    return undefined;
  }

  /** A stranger gets no answer, unless the message is the code of an invitation. */
  #refuse(
    row: InboxRow,
    { conversation, reason }: { readonly conversation: ConversationId; readonly reason: string },
  ): void {
    const { store, clock, outgoing, log } = this.#parts;
    const { message, channel } = row;
    const invited = acceptInvitation(message, store.people, clock.nowMs());
    if (invited === undefined) {
      store.inbox.finish(row.seq, 'refused', reason);
      log.warn('gateway.access.refused', { channel, sender: message.sender, reason });
      return;
    }
    store.inbox.finish(row.seq, 'done', undefined);
    store.people.noteDirectChat(invited.phone, conversation, clock.nowMs());
    log.info('gateway.access.invited', { channel, sender: message.sender, role: invited.role });
    const text = texts(this.#localeOf(conversation)).replies.welcome;
    outgoing.outbox.enqueue({ conversation, key: `welcome:${row.seq}`, body: { kind: 'text', text } });
  }

  #backlog(conversation: ConversationId): number {
    const { store, queue } = this.#parts;
    const waiting = store.sessions.countWaiting(conversation);
    return queue.depth(conversation) + this.#batches.depth(conversation) + waiting;
  }

  /** Why an admitted person's message is still not acted on. The person is told. */
  #unfit(row: InboxRow, conversation: ConversationId): string | undefined {
    const { clock, backlog } = this.#parts;
    const { message } = row;
    const tooOld = isTooOld(message, clock.nowMs());
    if (message.delayed === true) this.#outageNotices.note(conversation, tooOld ? 'tooOld' : 'taken');
    if (tooOld) {
      // A channel that marks what is delayed also says when that is over; a queue between machines does neither.
      if (message.delayed !== true) this.#notifyTooOld(conversation);
      return 'older than a day';
    }
    if (this.#isLocal(row) || !this.isFull(conversation)) return undefined;
    this.#notifyFlood(conversation);
    return `more than ${backlog} messages wait in this conversation`;
  }

  #notifyFlood(conversation: ConversationId): void {
    this.#notifyOnce('flood', conversation, texts(this.#localeOf(conversation)).replies.flood);
  }

  #notifyTooOld(conversation: ConversationId): void {
    this.#notifyOnce('too-old', conversation, texts(this.#localeOf(conversation)).replies.leftOut);
  }

  /** The key keeps the notice from being repeated for a while. */
  #notifyOnce(kind: string, conversation: ConversationId, text: string): void {
    const { outgoing, clock } = this.#parts;
    const key = `${kind}:${conversation}:${Math.floor(clock.nowMs() / NOTICE_MS)}`;
    outgoing.outbox.enqueue({ conversation, key, body: { kind: 'text', text } });
  }

  #isLocal({ channel }: InboxRow): boolean {
    return this.#parts.outgoing.channels.get(channel)?.capabilities.localOwner === true;
  }

  /**
   * True when this person is written to on this channel from now on. On a web page that is closed, a question would not
   * reach them, so the phone comes first.
   */
  #isFoundHere(row: InboxRow): boolean {
    const { store, outgoing } = this.#parts;
    if (this.#isLocal(row)) return false;
    const isBeside = outgoing.channels.get(row.channel)?.capabilities.beside === true;
    return !isBeside || store.people.directChat(row.message.sender) === undefined;
  }

  #localeOf(conversation: ConversationId): Locale {
    return localeHere(conversation, this.#parts.locale, this.#parts.store.conversations);
  }
}

/** Removes a verdict on a code that came with the message: only the program may give one. */
function withoutVerdict(message: InboundMessage): InboundMessage {
  const { code, ...own } = message;
  return code === undefined ? message : own;
}

/** Keeps that a message came, but nothing of its content. */
function withoutContent({ account, chat, sender, id, sentAtMs }: InboundMessage): InboundMessage {
  return { account, chat, sender, id, sentAtMs, text: '' };
}

/** Older messages are not acted on: their authors no longer expect it. */
const MAX_AGE_MS = DAY_MS;

function isTooOld(message: { readonly sentAtMs: number }, nowMs: number): boolean {
  return nowMs - message.sentAtMs > MAX_AGE_MS;
}

/** A shorter gap is reported only if something was missed: otherwise every restart would notify every chat. */
const MIN_GAP_MS = MINUTE_MS;

interface MissedCounts {
  taken: number;
  tooOld: number;
}

interface OutageNoticesParts {
  readonly outbox: Outbox;
  localeOf(conversation: ConversationId): Locale;
  /** IANA name of the conversation's time zone. */
  zoneOf(conversation: ConversationId): string;
}

/** Counts messages that came while the program was away, and reports them in each conversation. */
class OutageNotices {
  readonly #parts: OutageNoticesParts;
  readonly #missed = new Map<ConversationId, MissedCounts>();

  constructor(parts: OutageNoticesParts) {
    this.#parts = parts;
  }

  note(conversation: ConversationId, as: keyof MissedCounts): void {
    const missed = this.#missed.get(conversation) ?? { taken: 0, tooOld: 0 };
    missed[as] += 1;
    this.#missed.set(conversation, missed);
  }

  /** Adds one message to each conversation of this channel that wrote meanwhile. */
  notify(channel: string, { fromMs, untilMs }: Gap): void {
    for (const [conversation, { taken, tooOld }] of this.#missed) {
      if (!conversation.startsWith(`${channel}:`)) continue;
      this.#missed.delete(conversation);
      if (untilMs - fromMs < MIN_GAP_MS && tooOld === 0) continue;
      const zone = this.#parts.zoneOf(conversation);
      const { away, tooOld: left } = texts(this.#parts.localeOf(conversation)).replies;
      const lines = [
        away(
          formatTimeIn(zone, fromMs, untilMs),
          `${formatTimeIn(zone, untilMs, fromMs)} (${zone})`,
          taken + tooOld,
        ),
        ...(tooOld > 0 ? [left(tooOld)] : []),
      ];
      const body = { kind: 'text', text: lines.join('\n') } as const;
      this.#parts.outbox.enqueue({ conversation, key: `away:${conversation}:${untilMs}`, body });
    }
  }
}
