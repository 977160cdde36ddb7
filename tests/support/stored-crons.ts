import path from 'node:path';
import { conversationId } from '../../src/core/ids.ts';
import type { NewCron } from '../../src/features/cron/cron.ts';
import { cronsIn } from './crons.ts';
import { openTestStore } from './test-store.ts';

/** Adds crons to a data folder, from outside: each runs once, so many milliseconds from now, in the console. */
export function addStoredCrons(
  dataDir: string,
  crons: readonly (Partial<NewCron> & { readonly inMs: number; readonly message: string })[],
): void {
  const store = openTestStore({ path: path.join(dataDir, 'wasap.db') });
  const nowMs = Date.now();
  try {
    store.atomically(() => {
      for (const { inMs, ...change } of crons) {
        const conversation = change.conversation ?? conversationId('console', 'local');
        const nextAtMs = nowMs + inMs;
        const creation = cronsIn(store).create({
          name: cronsIn(store).freeName(conversation),
          conversation,
          sender: 'local',
          inGroup: false,
          workspace: undefined,
          kind: 'at',
          schedule: new Date(nextAtMs).toISOString(),
          timezone: 'UTC',
          policy: 'once',
          nextAtMs,
          createdAtMs: nowMs,
          ...change,
        });
        if (creation.kind === 'full') throw new Error(`no room for one more: ${creation.of}`);
      }
    });
  } finally {
    store.close();
  }
}

/** Makes the crons of a data folder due once, at this time in milliseconds since 1970, from outside. */
export function hastenStoredCrons(dataDir: string, dueMs: number): void {
  const store = openTestStore({ path: path.join(dataDir, 'wasap.db') });
  try {
    const schedule = new Date(dueMs).toISOString();
    store.database
      .write('UPDATE user_cron_jobs SET next_at_ms = @dueMs, schedule = @schedule')
      .run({ dueMs, schedule });
  } finally {
    store.close();
  }
}
