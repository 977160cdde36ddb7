import type { CronStore } from '../../src/features/cron/cron.ts';
import { createCronStore } from '../../src/features/cron/rows/cron-store.ts';
import type { OpenStore } from '../../src/store/open.ts';

/** The crons in a store, as the feature reads and writes them. */
export function cronsIn({ database }: Pick<OpenStore, 'database'>): CronStore {
  return createCronStore(database);
}
