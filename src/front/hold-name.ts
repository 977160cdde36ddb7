import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import type { FrontName } from '../cluster/names.ts';
import { joinCluster, type Membership } from '../cluster/placement/membership.ts';
import { type Clock, MINUTE_MS } from '../core/clock.ts';
import { isFailure, messageOf } from '../core/failure.ts';
import type { Json } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import { repeatUntilAborted } from '../core/waiting.ts';
import { createSerialQueue } from '../core/work-queues.ts';
import type { LinkCopy } from './link-copy.ts';

/** Closes an opened link, and opens it again. */
interface LinkGate {
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** A link that is open only as long as its front surely holds its name. */
interface HeldLink {
  open(): Promise<void>;
  /** Opens it while the name is held, and closes it before another process can have the name. */
  follow(membership: Pick<Membership, 'isHeld'>): void;
  close(): Promise<void>;
  /** After this nothing opens it. */
  end(): Promise<void>;
}

/** When the lease is no longer trusted, five seconds of it are left; closing takes up to three. */
const LOOK_MS = 1000;

interface HeldLinkParts {
  /** Undefined: the link is never closed. */
  readonly gate: LinkGate | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** @param start opens it for the first time */
export function createHeldLink(start: () => Promise<void>, { gate, clock, log }: HeldLinkParts): HeldLink {
  let state: 'new' | 'open' | 'closed' | 'ended' = 'new';
  let following = new AbortController();
  const changes = createSerialQueue();
  const open = (): Promise<void> =>
    changes.run(async () => {
      if (state === 'open' || state === 'ended') return;
      const isNew = state === 'new';
      state = 'open';
      await (isNew ? start() : gate?.resume());
    });
  const close = (): Promise<void> =>
    changes.run(async () => {
      if (state !== 'open') return;
      state = 'closed';
      await gate?.pause();
    });
  const followUntil = ({ isHeld }: Pick<Membership, 'isHeld'>, signal: AbortSignal): Promise<void> => {
    const onError = (error: unknown): void => log.warn('front.link.failed', { error: messageOf(error) });
    return repeatUntilAborted(() => (isHeld() ? open() : close()), {
      everyMs: LOOK_MS,
      clock,
      signal,
      onError,
    });
  };
  return {
    open,
    follow(membership) {
      following.abort();
      following = new AbortController();
      void followUntil(membership, following.signal);
    },
    async close() {
      following.abort();
      await close();
    },
    async end() {
      following.abort();
      await changes.run(async () => {
        state = 'ended';
      });
    },
  };
}

/** A link that several machines may have, one at a time. */
export interface SharedLink extends LinkGate {
  readonly copy: LinkCopy;
  /** Called when another machine holds the name and this one waits. */
  onWait(): void;
  /** Called when this machine goes on with the link of another one. */
  onTakeOver(): void;
  /** The sentence for "another machine has taken over": from then on the link's state on this disk is out of date. */
  readonly replaced: string;
}

interface HoldingParts {
  readonly db: ClusterDatabase;
  readonly name: FrontName;
  readonly version: string;
  /** The current facts. */
  facts(): object;
  readonly shared?: SharedLink | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

interface NameHoldListener {
  /** @throws Failure: the name is given back, and taken again later where that may help */
  onHeld(membership: Membership): Promise<void>;
  onLost(): Promise<void>;
}

/** How long a front waits for the lease of a killed process; with a shared link there is no limit. */
const NAME_WITHIN_MS = 2 * MINUTE_MS;
const AGAIN_MS = 5000;

/**
 * Takes the front's name, and takes it again whenever it could not be renewed in time. Resolves with a sentence when
 * another process has it; with a shared link as soon as one has taken over, because the state here is out of date
 * from then on.
 */
export async function holdName(
  parts: HoldingParts,
  signal: AbortSignal,
  holding: NameHoldListener,
): Promise<string> {
  const { clock, shared } = parts;
  while (!signal.aborted) {
    try {
      await holdOnce(parts, signal, holding);
      if (shared !== undefined) return shared.replaced;
    } catch (error) {
      const end = reasonToGiveUp(error, parts);
      if (end !== undefined) return end;
      await clock.sleep(AGAIN_MS, signal);
    }
  }
  // The front was asked to end: no other process has displaced it.
  return await new Promise(() => undefined);
}

/** Waits for the name, and returns when it is lost. */
async function holdOnce(parts: HoldingParts, signal: AbortSignal, holding: NameHoldListener): Promise<void> {
  const { db, name, version, clock, log, shared } = parts;
  await shared?.copy.check();
  const waitMs = shared === undefined ? NAME_WITHIN_MS : Number.POSITIVE_INFINITY;
  const waits = (): void => shared?.onWait();
  const member = { kind: 'front', name, version, facts: factsIn(parts) } as const;
  const membership = await joinCluster(db, member, { clock, log, signal, waitMs, waits });
  try {
    await holding.onHeld(membership);
  } catch (error) {
    // The next try would wait for this lease to end.
    await membership.leave();
    throw error;
  }
  log.info('front.joined', { front: name, epoch: membership.epoch });
  log.warn('front.name.lost', { front: name, reason: await membership.lost });
  await holding.onLost();
}

/** Why the front gives up; undefined when trying again may help. */
function reasonToGiveUp(error: unknown, { shared, log }: HoldingParts): string | undefined {
  if (!isFailure(error)) throw error;
  const { kind, message } = error;
  if (kind === 'denied') return message;
  if (kind === 'conflict') return shared?.replaced ?? message;
  if (kind !== 'stopped') log.warn('front.member.failed', { error: message });
  return undefined;
}

/** The cast is safe: the facts are plain data. */
export function factsIn(parts: Pick<HoldingParts, 'facts'>): Json {
  return parts.facts() as unknown as Json;
}
