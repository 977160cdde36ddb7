import path from 'node:path';
import { createLockStore, type LockStore } from '../../src/features/lock/lock.ts';
import { openFactorFile, type StoredFactor } from '../../src/features/lock/pin-and-totp.ts';
import { openStore } from '../../src/store/open.ts';

/** Sets up what `wasap lock setup` does, beside a program that may be running. */
export function setUpLock(dataDir: string, factor: StoredFactor): void {
  openFactorFile(dataDir, () => undefined).replace(factor);
  withLockRows(dataDir, (rows) => rows.setUp(factor.kind, Date.now()));
}

export function withLockRows<T>(dataDir: string, read: (rows: LockStore) => T): T {
  const store = openStore({ path: path.join(dataDir, 'wasap.db') });
  try {
    return read(createLockStore(store.database));
  } finally {
    store.close();
  }
}
