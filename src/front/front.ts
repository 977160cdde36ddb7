/**
 * A front owns the link of one number. It takes what comes into its journal and confirms it, brings it to the cell of each
 * conversation, and sends what cells give it. It knows nothing of tasks, and works on without PostgreSQL as far as it can.
 */
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import type { PeopleCopy } from '../cluster/copy-people.ts';
import { orderedIds } from '../cluster/job-ids.ts';
import { joinCluster, type Membership } from '../cluster/membership.ts';
import { channelOfFront, type FrontName } from '../cluster/names.ts';
import type { Consumer } from '../cluster/queues.ts';
import { FrontNews } from '../cluster/wire.ts';
import type { Channel, ChannelCapabilities, InboundMessage } from '../contracts/channel.ts';
import type { Clock } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import { newMessageId } from '../core/ids.ts';
import { type Json, jsonIn } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { type Locale, texts } from '../core/texts/texts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../core/time.ts';
import type { Database } from '../store/database.ts';
import { type ArrivalParts, createReceiver } from './arrivals.ts';
import { createFrontChats } from './chats.ts';
import { startDeliverer } from './deliverer.ts';
import { type InvitationParts, isLetIn } from './invitations.ts';
import { createFrontJournal } from './journal.ts';
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
  /** Resolves with a sentence when another process has the name of this front for good. */
  readonly displaced: Promise<string>;
  /** Stops the channel first: what it has confirmed is in the journal. */
  stop(): Promise<void>;
}

/** How long a front waits for the lease of one that was killed. */
const NAME_WITHIN_MS = 2 * MINUTE_MS;
const LOOK_MS = 5000;
/** A retry that comes later than this is not recognised. */
const KEEP_MS = 30 * DAY_MS;

/** Returns once the channel has started. */
export async function startFront(parts: FrontParts): Promise<Front> {
  const { db, name, channel, clock, log } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const journal = createFrontJournal(parts.database);
  const chats = createFrontChats(parts.database);
  const pace = createPace(channel, clock, signal);
  const publisher = startPublisher({ db, journal, front: name, clock, log });
  let deliverer: Consumer | undefined;
  let membership: Membership | undefined;

  const deliver = (held: Membership): void => {
    membership = held;
    deliverer = startDeliverer({
      db,
      journal,
      front: name,
      channel,
      media: createMedia(db, parts.folder),
      pace,
      isHeld: () => held.isHeld(),
      clock,
      log,
      signal,
    });
  };
  const displaced = holdName(parts, signal, {
    held: deliver,
    async lost() {
      const ended = deliverer;
      deliverer = undefined;
      await ended?.stop();
    },
  });
  db.listen(channelOfFront(name), (payload) => {
    const news = payload === undefined ? undefined : FrontNews.safeParse(jsonIn(payload)).data;
    if (news?.kind === 'typing') channel.typing(news.chat, news.on);
    else deliverer?.wake();
    if (payload === undefined) publisher.wake();
  });
  await channel.start(
    createReceiver({
      journal,
      chats,
      nextJob: orderedIds(journal.newestJob(), () => clock.nowMs()),
      refusal: (message) => parts.refusal(message),
      tryCode: (message) => tryCode(message, parts, pace),
      languageOf: (text) => parts.languageOf(text),
      clock,
      arrived(chat) {
        publisher.wake();
        pace.heard(chat);
      },
    }),
  );
  const looking = look(
    { db, journal, chats, front: name, channel, pace, locale: parts.locale, clock, log },
    (beforeMs) => journal.prune(beforeMs),
    signal,
  );
  return {
    displaced,
    changed: () => void membership?.update(factsOf(parts)).catch((error: unknown) => warn(error, log)),
    async stop() {
      await channel.stop();
      stopping.abort();
      await Promise.all([publisher.stop(), deliverer?.stop(), parts.people.stop(), looking]);
      await membership?.leave().catch((error: unknown) => warn(error, log));
      await db.close();
    },
  };
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

interface Holding {
  held(membership: Membership): void;
  lost(): Promise<void>;
}

/** Takes the front's name, again each time that it could not be renewed in time. Resolves when another process has it. */
async function holdName(parts: FrontParts, signal: AbortSignal, holding: Holding): Promise<string> {
  const { db, name, version, clock, log } = parts;
  while (!signal.aborted) {
    try {
      const member = { kind: 'front', name, version, facts: factsOf(parts) } as const;
      const membership = await joinCluster(db, member, { clock, log, signal, waitMs: NAME_WITHIN_MS });
      holding.held(membership);
      log.info('front.joined', { front: name, epoch: membership.epoch });
      log.warn('front.name.lost', { front: name, reason: await membership.lost });
      await holding.lost();
    } catch (error) {
      if (!isFailure(error)) throw error;
      if (error.kind === 'conflict') return error.message;
      if (error.kind !== 'stopped') warn(error, log);
      await clock.sleep(LOOK_MS, signal);
    }
  }
  // It was asked to end: nobody has displaced it.
  return await new Promise(() => undefined);
}

async function look(
  notices: Omit<NoticeParts, 'patienceMs'>,
  prune: (beforeMs: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, journal, chats, front, channel, pace, locale, clock, log } = notices;
  let prunedAtMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const patienceMs = MINUTE_MS;
    await tellOfOutages({ db, journal, chats, front, channel, pace, locale, patienceMs, clock, log });
    if (clock.upMs() - prunedAtMs >= HOUR_MS) {
      prunedAtMs = clock.upMs();
      prune(clock.nowMs() - KEEP_MS);
    }
    await clock.sleep(LOOK_MS, signal);
  }
}

/** Safe: the facts are plain data. */
function factsOf(parts: FrontParts): Json {
  return parts.facts() as unknown as Json;
}

function warn(error: unknown, log: Log): void {
  log.warn('front.member.failed', { error: messageOf(error) });
}
