import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys';
import type { Clock } from '../../core/clock.ts';

/**
 * Not the name of a key type: the client takes locks of those names inside a transaction, and would wait for itself.
 */
const LANE = 'signal';
/** After this time other work of the program runs first. */
const MAX_STRETCH_MS = 20;

/** How many pieces of work share one commit: other work on keys waits for all of them. */
const MAX_TOGETHER = 16;

export interface SignalLane {
  /** Runs work on sessions exclusively, in a commit of its own. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>;
  /**
   * The same, in one commit with other work that is requested at the same moment: a message is encrypted for each
   * device of both sides. Only for work that stores nothing when it fails.
   */
  together<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Pieces of work that share a commit. */
interface Batch {
  readonly works: (() => Promise<void>)[];
  /** Resolves once all of the batch is stored. */
  readonly stored: Promise<void>;
}

/**
 * Encrypting and decrypting both read a contact's session, change it and write it back. The client locks them by the
 * requested address, and a contact has two; and it encrypts inside a transaction that lasts for the whole sending,
 * under yet another lock. So one of them could overwrite the other's changes to a session: a key was used twice, and
 * the phone could not read the message, or took it for a repeated one. Here they run one at a time, and the keys of a
 * message are stored before it is sent.
 */
export function createSignalLane(keys: SignalKeyStoreWithTransaction, clock: Clock): SignalLane {
  // The caller may be inside a transaction of the client, which would include the work in its own, late commit.
  const outside = AsyncLocalStorage.snapshot();
  let workedMs = 0;
  const inTurn = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    // The client processes a burst without ever yielding, because everything that it awaits is available at once.
    // Every message comes through here, so this is where other work gets a turn: timers, other chats, answers of the
    // model.
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
      // The requests for one batch come one after the other, with nothing in between.
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
      // A failure must not keep the others from being stored.
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
