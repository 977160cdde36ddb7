/**
 * A front owns the link of one number. It takes what comes into its journal and confirms it, brings it to the cell of each
 * conversation, and sends what cells give it. It knows nothing of tasks, and works on without PostgreSQL as far as it can.
 */
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import type { PeopleCopy } from '../cluster/copy-people.ts';
import { orderedIds } from '../cluster/job-ids.ts';
import type { Membership } from '../cluster/membership.ts';
import { channelOfFront, type FrontName } from '../cluster/names.ts';
import type { Consumer } from '../cluster/queues.ts';
import { FrontNews } from '../cluster/wire.ts';
import type { Channel, ChannelCapabilities, InboundMessage } from '../contracts/channel.ts';
import type { Clock } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import { newMessageId } from '../core/ids.ts';
import { jsonIn } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { Database } from '../store/database.ts';
import { type ArrivalParts, createReceiver } from './arrivals.ts';
import { createFrontChats } from './chats.ts';
import { type DelivererParts, startDeliverer } from './deliverer.ts';
import { createHeldLink } from './held-link.ts';
import { factsIn, holdName, type SharedLink } from './hold-name.ts';
import { type InvitationParts, isLetIn } from './invitations.ts';
import { createFrontJournal } from './journal.ts';
import type { CopyKeeper } from './link-copy.ts';
import { createMedia } from './media.ts';
import { type NoticeParts, tellOfOutages } from './notices.ts';
import { createPace, type Pace } from './pace.ts';
import { startPublisher } from './publisher.ts';

/** What cells have to know of a front's channel. */
export interface FrontFacts {
  readonly channel: string;
  readonly capabilities: ChannelCapabilities;
  /** Number and LID of its account, once it is linked. */
  readonly own: { readonly phone?: string; readonly lid?: string };
}

export interface FrontParts
  extends Pick<ArrivalParts, 'refusal' | 'languageOf'>,
    Pick<InvitationParts, 'codeIn' | 'hasOpen'> {
  /** It ends with the front. */
  readonly people: PeopleCopy;
  readonly db: ClusterDatabase;
  readonly database: Database;
  readonly name: FrontName;
  readonly version: string;
  readonly channel: Channel;
  /** As they are now. */
  facts(): FrontFacts;
  /** With it the link is open only while the name is held, and a second machine may wait for the name. */
  readonly shared?: SharedLink | undefined;
  /** Of people whose words show none. */
  readonly locale: Locale;
  /** For files on their way; emptied at the start. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Front {
  /** The facts have changed. */
  changed(): void;
  /** Something of the link was committed. */
  committed(): void;
  /** Resolves with a sentence when another process has the name of this front for good. */
  readonly displaced: Promise<string>;
  /** Stops the channel first: what it has confirmed is in the journal. */
  stop(): Promise<void>;
}

const LOOK_MS = 5000;
/** A retry that comes later than this is not recognised. */
const KEEP_MS = 30 * DAY_MS;

/** Returns once the channel has started; of a shared link at once, since another machine may hold it for long. */
export async function startFront(parts: FrontParts): Promise<Front> {
  const { db, name, channel, clock, log, shared } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const journal = createFrontJournal(parts.database);
  const chats = createFrontChats(parts.database);
  const pace = createPace(channel, clock, signal);
  // What this disk has confirmed and not handed on is handed on by a machine that waits, too.
  const publisher = startPublisher({ db, journal, front: name, clock, log });
  let held: HeldFront | undefined;

  const committed = (): void => held?.copying?.wake();
  const arrived = (): void => {
    publisher.wake();
    committed();
  };
  const open = () => channel.start(receiverFor({ journal, chats, pace, arrived }, parts));
  const link = createHeldLink(open, { gate: shared, clock, log });
  const displaced = holdName(parts, signal, {
    async held(membership) {
      if ((await shared?.copy.begin(membership.epoch)) === 'taken-over') shared?.tookOver();
      held = {
        membership,
        deliverer: deliverFor(membership, { journal, pace, signal }, parts),
        copying: shared?.copy.keep(membership.epoch),
      };
      if (shared !== undefined) link.follow(membership);
    },
    async lost() {
      const ended = held;
      held = undefined;
      if (shared !== undefined) await link.close();
      await Promise.all([ended?.deliverer.stop(), ended?.copying?.stop()]);
    },
  });
  listenForNews(parts, { jobs: () => held?.deliverer.wake(), reconnected: publisher.wake });
  // The network waits for nobody: a link of this machine alone is open also while PostgreSQL is away.
  if (shared === undefined) await link.open();
  const mayTell = (): boolean => shared === undefined || held?.membership.isHeld() === true;
  const notices = { db, journal, chats, front: name, channel, pace, locale: parts.locale, clock, log };
  const looking = look(notices, { mayTell, prune: (beforeMs) => journal.prune(beforeMs), signal });
  return {
    displaced,
    committed,
    changed: () => void held?.membership.update(factsIn(parts)).catch((error: unknown) => warn(error, log)),
    async stop() {
      await link.end();
      await channel.stop();
      stopping.abort();
      await Promise.all([publisher.stop(), held?.deliverer.stop(), parts.people.stop(), looking]);
      // The last that it has done is copied before another machine may go on.
      await held?.copying?.stop();
      await held?.membership.leave().catch((error: unknown) => warn(error, log));
      await db.close();
    },
  };
}

interface Receiving extends Pick<ArrivalParts, 'journal' | 'chats'> {
  readonly pace: Pace;
  arrived(): void;
}

/** Its ids follow those of the journal as it is when the link opens: a waiting machine copies it before. */
function receiverFor({ journal, chats, pace, arrived }: Receiving, parts: FrontParts) {
  const { clock } = parts;
  return createReceiver({
    journal,
    chats,
    nextJob: orderedIds(journal.newestJob(), () => clock.nowMs()),
    refusal: (message) => parts.refusal(message),
    tryCode: (message) => tryCode(message, parts, pace),
    languageOf: (text) => parts.languageOf(text),
    clock,
    arrived(chat) {
      arrived();
      pace.heard(chat);
    },
  });
}

function listenForNews(
  { db, name, channel }: FrontParts,
  heard: { jobs(): void; reconnected(): void },
): void {
  db.listen(channelOfFront(name), (payload) => {
    const news = payload === undefined ? undefined : FrontNews.safeParse(jsonIn(payload)).data;
    if (news?.kind === 'typing') channel.typing(news.chat, news.on);
    else heard.jobs();
    if (payload === undefined) heard.reconnected();
  });
}

async function tryCode(message: InboundMessage, parts: FrontParts, pace: Pace): Promise<void> {
  if (await isLetIn(message, parts)) void welcome(message.chat, parts, pace);
}

/** Not waited for: what comes next must not wait for the acknowledgement, which comes by the same way. */
async function welcome(chat: string, { channel, locale, log }: FrontParts, pace: Pace): Promise<void> {
  const text = texts(locale).replies.welcome;
  const message = { id: newMessageId(), chat, body: { kind: 'text', text } as const };
  try {
    if (await pace.turn(message)) await channel.send({ ...message, mayRepeat: false });
  } catch (error) {
    log.warn('front.welcome.failed', { error: messageOf(error) });
  }
}

/** What runs as long as the name is held. */
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
    isHeld: () => membership.isHeld(),
    clock,
    log,
    signal,
  });
}

async function look(
  notices: Omit<NoticeParts, 'patienceMs'>,
  {
    mayTell,
    prune,
    signal,
  }: { mayTell(): boolean; prune(beforeMs: number): void; readonly signal: AbortSignal },
): Promise<void> {
  const { db, journal, chats, front, channel, pace, locale, clock, log } = notices;
  let prunedAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const patienceMs = MINUTE_MS;
    if (mayTell())
      await tellOfOutages({ db, journal, chats, front, channel, pace, locale, patienceMs, clock, log });
    if (clock.upMs() - prunedAtMs >= HOUR_MS) {
      prunedAtMs = clock.upMs();
      prune(clock.nowMs() - KEEP_MS);
    }
    await clock.sleep(LOOK_MS, signal);
  }
}

function warn(error: unknown, log: Log): void {
  log.warn('front.member.failed', { error: messageOf(error) });
}
