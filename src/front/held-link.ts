import type { Membership } from '../cluster/placement/membership.ts';
import type { Clock } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import type { Log } from '../core/log.ts';

/** Closes an opened link, and opens it again. */
export interface LinkGate {
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** A link that is open only as long as its front surely holds its name. */
export interface HeldLink {
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
  let turn: Promise<void> = Promise.resolve();
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = turn.then(work);
    turn = done.catch(() => undefined);
    return done;
  };
  const open = (): Promise<void> =>
    inTurn(async () => {
      if (state === 'open' || state === 'ended') return;
      const isNew = state === 'new';
      state = 'open';
      await (isNew ? start() : gate?.resume());
    });
  const close = (): Promise<void> =>
    inTurn(async () => {
      if (state !== 'open') return;
      state = 'closed';
      await gate?.pause();
    });
  const followUntil = async ({ isHeld }: Pick<Membership, 'isHeld'>, signal: AbortSignal): Promise<void> => {
    while (!signal.aborted) {
      try {
        await (isHeld() ? open() : close());
      } catch (error) {
        log.warn('front.link.failed', { error: messageOf(error) });
      }
      await clock.sleep(LOOK_MS, signal);
    }
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
      await inTurn(async () => {
        state = 'ended';
      });
    },
  };
}
