import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys';
import type { Clock } from '../../base/clock.ts';

/** No name of a kind of key: the client takes locks of those names inside a transaction, and would wait for itself. */
const LANE = 'signal';
/** Then the rest of the program comes first. */
const MAX_STRETCH_MS = 20;

/** Most pieces of work in one commit: whatever else uses keys waits for all of them. */
const MAX_TOGETHER = 16;

export interface SignalLane {
  /** Runs work on sessions when no other such work is under way, in a commit of its own. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * The same, in one commit with what else is asked for at the same moment: a message is encrypted for each device of
   * both sides. Only for work that stores nothing when it fails.
   */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Pieces of work that share a commit. */
interface Batch {
  readonly works: (() => Promise<void>)[];
  /** Resolves once all of it is stored. */
  readonly stored: Promise<void>;
}

/**
 * Encrypting and decrypting both read a contact's session, change it and write it back. The client locks them by the
 * address they were asked for, and a contact has two; and what it sends, it encrypts inside a transaction as long as
 * the whole sending, under yet another lock. So one of them could write back a session without what the other had done
 * meanwhile: a key was used twice, and the phone could not read the message, or showed it as one that comes again. Here
 * they take turns, and what a message was encrypted with is stored before the message leaves.
 */
export function createSignalLane(keys: SignalKeyStoreWithTransaction, clock: Clock): SignalLane {
  // Whoever calls may be inside a transaction of the client, which would take the work into its own, late commit.
  const outside = AsyncLocalStorage.snapshot();
  let workedMs = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The client works through a burst without ever giving way: all that it awaits is there at once. Every message
    // comes through here, so here the rest of the program gets its turn: timers, other chats, the answers of the model.
    if (workedMs >= MAX_STRETCH_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      workedMs = 0;
    }
    const beganMs = clock.upMs();
    try {
      return await work();
    } finally {
      workedMs += clock.upMs() - beganMs;
    }
  };
  const run = <Result>(work: () => Promise<Result>) => outside(() => keys.transaction(work, LANE));
  let open: Batch | undefined;
  const begin = (): Batch => {
    const works: Batch['works'] = [];
    const workOff = async (): Promise<void> => {
      // Those that belong to it are asked for one after the other, without anything else between them.
      await new Promise((resolve) => setImmediate(resolve));
      await run(async () => {
        if (open?.works === works) open = undefined;
        for (const work of works) await inTurn(work);
      });
    };
    return { works, stored: workOff() };
  };
  return {
    alone: (work) => run(() => inTurn(work)),
    async together<Result>(work: () => Promise<Result>) {
      if (open === undefined || open.works.length >= MAX_TOGETHER) open = begin();
      const { works, stored } = open;
      // What failed must not keep the others from being stored.
      const outcome = new Promise<PromiseSettledResult<Result>>((resolve) => {
        works.push(async () => {
          const [settled] = await Promise.allSettled([work()]);
          resolve(settled);
        });
      });
      await stored;
      const settled = await outcome;
      if (settled.status === 'rejected') throw settled.reason;
      return settled.value;
    },
  };
}
