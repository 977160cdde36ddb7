import { AsyncLocalStorage } from 'node:async_hooks';
import type { SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys';

/** The client's type of the tokens that an account gives its contacts, with when each was given. */
const TOKENS = 'tctoken';

/**
 * Stores when a contact was given its token, which holds for a week. The client writes that down once the server has
 * answered, in the transaction of a message that was sent long before: nothing of it would be stored, and behind every
 * message the server would be asked for another token.
 */
export function storeTokensAtOnce(keys: SignalKeyStoreWithTransaction): void {
  const outside = AsyncLocalStorage.snapshot();
  const { set } = keys;
  keys.set = (data) => (TOKENS in data ? outside(() => set(data)) : set(data));
}
