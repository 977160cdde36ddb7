/**
 * A front owns the link of one number. It stores incoming messages in its journal and confirms them, brings them to
 * the cell of each conversation, and sends the messages of cells. It knows nothing of tasks, and works on without
 * PostgreSQL as far as it can.
 */
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import { channelOfFront, type FrontName } from '../cluster/names.ts';
import type { PeopleCopy } from '../cluster/people.ts';
import type { Membership } from '../cluster/placement/membership.ts';
import { type Consumer, orderedIds } from '../cluster/queues/queues.ts';
import { FrontNews } from '../cluster/queues/wire.ts';
import type { Channel, ChannelCapabilities } from '../contracts/channel.ts';
import { type Clock, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import { jsonIn } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import type { Locale } from '../core/texts/texts.ts';
import type { Database } from '../store/database.ts';
import { type ArrivalParts, createReceiver, startPublisher } from './arrivals.ts';
import {
  createMedia,
  createPace,
  type DelivererParts,
  epochFence,
  type Pace,
  startDeliverer,
} from './deliverer.ts';
import { createHeldLink, factsIn, holdName, type SharedLink } from './hold-name.ts';
import {
  createInvitations,
  createWelcomeRows,
  type InvitationParts,
  type Invitations,
} from './invitations.ts';
import { createFrontJournal } from './journal.ts';
import type { CopyKeeper } from './link-copy.ts';
import { createFrontChats, type NoticeParts, notifyOfOutages } from './outage-notices.ts';

/** What cells need to know of a front's channel. */
export interface FrontFacts {
  readonly channel: string;
  readonly capabilities: ChannelCapabilities;
  /** Number and LID of its account, once it is linked. */
  readonly own: { readonly phone?: string; readonly lid?: string };
}

export interface FrontParts
  extends Pick<ArrivalParts, 'refusal' | 'languageOf'>,
    Pick<InvitationParts, 'codeIn' | 'hasOpen'> {
  /** Stopped together with the front. */
  readonly people: PeopleCopy;
  readonly db: ClusterDatabase;
  readonly database: Database;
  readonly name: FrontName;
  readonly version: string;
  readonly channel: Channel;
  /** The current facts; see `Front.changed`. */
  facts(): FrontFacts;
  /** If set, the link is open only while this process holds the name, and a second machine may wait for the name. */
  readonly shared?: SharedLink | undefined;
  /** The language for people who have not written in a recognised one. */
  readonly locale: Locale;
  /** Folder for files on their way; emptied at the start. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Front {
  /** Call it when the facts have changed. */
  updateFacts(): void;
  /** Call it when a change of the link was committed: the copy follows. */
  wakeCopy(): void;
  /** Resolves with a sentence when another process has the name of this front for good. */
  readonly displaced: Promise<string>;
  /** Stops the channel first: what it has confirmed is in the journal. */
  stop(): Promise<void>;
}

const LOOK_MS = 5 * SECOND_MS;
/** If the name was not renewed for so long, PostgreSQL counts as away. */
const LATE_RENEWAL_MS = 15 * SECOND_MS;
/**
 * How long PostgreSQL may be away before people get a notice. A shared link closes after 40 s, so the notice has to
 * come earlier.
 */
const PATIENCE_MS = { own: MINUTE_MS, shared: 25 * SECOND_MS };
/** A retry that comes later than this is not recognised. */
const KEEP_MS = 30 * DAY_MS;

/** Returns once the channel has started; with a shared link at once, because another machine may hold it for long. */
export async function startFront(parts: FrontParts): Promise<Front> {
  const { db, name, channel, clock, log, shared } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const journal = createFrontJournal(parts.database);
  const chats = createFrontChats(parts.database);
  const pace = createPace(channel, clock, signal);
  // It runs also while the name is not held: only this machine can publish what its disk has confirmed.
  const publisher = startPublisher({ db, journal, front: name, clock, log });
  let held: HeldFront | undefined;

  const wakeCopy = (): void => held?.copying?.wake();
  const onArrival = (): void => {
    publisher.wake();
    wakeCopy();
  };
  const invitations = invitationsOf(parts, pace);
  const open = () => channel.start(receiverFor({ journal, chats, pace, invitations, onArrival }, parts));
  const link = createHeldLink(open, { gate: shared, clock, log });
  const displaced = holdName(parts, signal, {
    async onHeld(membership) {
      if ((await shared?.copy.begin(membership.epoch)) === 'taken-over') shared?.onTakeOver();
      held = {
        membership,
        deliverer: deliverFor(membership, { journal, pace, signal }, parts),
        copying: shared?.copy.keep(membership.epoch),
      };
      if (shared !== undefined) link.follow(membership);
    },
    async onLost() {
      const ended = held;
      held = undefined;
      if (shared !== undefined) await link.close();
      await Promise.all([ended?.deliverer.stop(), ended?.copying?.stop()]);
    },
  });
  listenForNews(parts, { jobs: () => held?.deliverer.wake(), reconnected: publisher.wake });
  // WhatsApp does not wait: a link that is not shared also opens while PostgreSQL is away.
  if (shared === undefined) await link.open();
  const mayTell = (): boolean => shared === undefined || held?.membership.isHeld() === true;
  const { locale } = parts;
  const awayMs = (): number | undefined => databaseAwayMs(parts, held?.membership);
  const patienceMs = shared === undefined ? PATIENCE_MS.own : PATIENCE_MS.shared;
  const notices = { db, journal, chats, front: name, channel, pace, locale, awayMs, patienceMs, clock, log };
  const looking = maintainFront(notices, { maySend: mayTell, invitations, signal });
  return {
    displaced,
    wakeCopy,
    updateFacts: () =>
      void held?.membership.update(factsIn(parts)).catch((error: unknown) => warnOfFailure(error, log)),
    async stop() {
      await link.end();
      await channel.stop();
      stopping.abort();
      await Promise.all([publisher.stop(), held?.deliverer.stop(), parts.people.stop(), looking]);
      // Copied before the name is given back: another machine may go on from then.
      await held?.copying?.stop();
      await held?.membership.leave().catch((error: unknown) => warnOfFailure(error, log));
      await db.close();
    },
  };
}

interface FrontReceiverParts extends Pick<ArrivalParts, 'journal' | 'chats'> {
  readonly pace: Pace;
  readonly invitations: Invitations;
  onArrival(): void;
}

/** Made when the link opens: its ids follow those of the journal, which a waiting machine has just copied. */
function receiverFor(
  { journal, chats, pace, invitations, onArrival }: FrontReceiverParts,
  parts: FrontParts,
) {
  const { clock } = parts;
  return createReceiver({
    journal,
    chats,
    nextJob: orderedIds(journal.newestJob(), () => clock.nowMs()),
    refusal: (message) => parts.refusal(message),
    tryCode: (message) => invitations.tryCode(message),
    languageOf: (text) => parts.languageOf(text),
    clock,
    onArrival(chat) {
      onArrival();
      pace.noteHeard(chat);
    },
  });
}

function listenForNews(
  { db, name, channel }: FrontParts,
  heard: { jobs(): void; reconnected(): void },
): void {
  db.listen(channelOfFront(name), (payload) => {
    const news = payload === undefined ? undefined : FrontNews.safeParse(jsonIn(payload)).data;
    if (news?.kind === 'typing') channel.setTyping(news.chat, news.on);
    else heard.jobs();
    if (payload === undefined) heard.reconnected();
  });
}

function invitationsOf(
  { db, database, people, codeIn, hasOpen, channel, locale, clock, log }: FrontParts,
  pace: Pace,
): Invitations {
  const rows = createWelcomeRows(database);
  return createInvitations({ db, people, rows, codeIn, hasOpen, channel, pace, locale, clock, log });
}

/** A shared link also goes by its name: a machine that is cut off learns late that a statement has failed. */
function databaseAwayMs(
  { db, shared, clock }: FrontParts,
  membership: Membership | undefined,
): number | undefined {
  const silentMs = shared === undefined ? 0 : (membership?.unrenewedMs() ?? 0);
  if (silentMs > LATE_RENEWAL_MS) return silentMs;
  const sinceUpMs = db.awaySinceUpMs();
  return sinceUpMs === undefined ? undefined : clock.upMs() - sinceUpMs;
}

/** The parts that run as long as the name is held. */
interface HeldFront {
  readonly membership: Membership;
  readonly deliverer: Consumer;
  readonly copying: CopyKeeper | undefined;
}

function deliverFor(
  membership: Membership,
  { journal, pace, signal }: Pick<DelivererParts, 'journal' | 'pace' | 'signal'>,
  { db, name, channel, folder, clock, log }: FrontParts,
): Consumer {
  return startDeliverer({
    db,
    journal,
    front: name,
    channel,
    media: createMedia(db, folder),
    pace,
    isCurrent: epochFence(db, name),
    isHeld: () => membership.isHeld(),
    clock,
    log,
    signal,
  });
}

interface FrontLookOptions {
  /** False while nothing may be sent. */
  maySend(): boolean;
  readonly invitations: Pick<Invitations, 'settle'>;
  readonly signal: AbortSignal;
}

async function maintainFront(
  notices: NoticeParts & Pick<ArrivalParts, 'journal'>,
  { maySend: mayTell, invitations, signal }: FrontLookOptions,
): Promise<void> {
  const { journal, clock } = notices;
  let prunedAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    if (mayTell()) {
      await notifyOfOutages(notices);
      await invitations.settle();
    }
    if (clock.upMs() - prunedAtMs >= HOUR_MS) {
      prunedAtMs = clock.upMs();
      journal.prune(clock.nowMs() - KEEP_MS);
    }
    await clock.sleep(LOOK_MS, signal);
  }
}

function warnOfFailure(error: unknown, log: Log): void {
  log.warn('front.member.failed', { error: messageOf(error) });
}
