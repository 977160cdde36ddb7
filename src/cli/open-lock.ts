import { join } from 'node:path';
import type { OpenLock } from '../features/lock/cli/at-terminal.ts';
import { createLockStore } from '../features/lock/lock.ts';
import { openFactorFile } from '../features/lock/pin-and-totp.ts';
import { readSettings } from '../settings/settings.ts';
import { openStore } from '../store/open.ts';
import { isOfCluster } from './cluster/of-cluster.ts';
import { clusterWords } from './cluster/texts/texts.ts';

/** The lock of the data folder, beside a program that may be running: it reads the rows each time. */
export const openLock: OpenLock = async ({ packageRoot }) => {
  const { folders, terminalLocale: locale } = await readSettings({ packageRoot });
  const store = openStore({ path: join(folders.data, 'wasap.db') });
  return {
    rows: createLockStore(store.database),
    file: openFactorFile(folders.data, () => undefined),
    atomically: store.atomically,
    locale,
    refusal: isOfCluster(store.database) ? clusterWords(locale).cluster.noLock : undefined,
    close: () => store.close(),
  };
};
