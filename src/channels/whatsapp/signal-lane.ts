import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys';
import type { Clock } from '../../base/clock.ts';

/** No name of a kind of key: the client takes locks of those names inside a transaction, and would wait for itself. */
const LANE = 'signal';
/** Then the rest of the program comes first. */
const LONGEST_STRETCH_MS = 20;

/** Runs work on sessions when no other such work is under way, in a commit of its own. */
export type SignalLane = <Result>(work: () => Promise<Result>) => Promise<Result>;

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
    if (workedMs >= LONGEST_STRETCH_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      workedMs = 0;
    }
    const beganMs = clock.nowMs();
    try {
      return await work();
    } finally {
      workedMs += clock.nowMs() - beganMs;
    }
  };
  return (work) => outside(() => keys.transaction(() => inTurn(work), LANE));
}
