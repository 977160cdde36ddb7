/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { expect, test } from 'vitest';
import { CONNECTED, useClusters } from '../support/cluster-scene.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { answersOn, SHARED, tells, WAITS } from '../support/standby-scene.ts';

const LIMIT = { timeout: 240_000 };
const WITHIN_MS = 60_000;

const open = useClusters();

/** As if the 45 seconds of its lease had passed. */
async function leaseRunsOut(database: string): Promise<void> {
  await runSql(
    database,
    `UPDATE wasap.members SET heartbeat = heartbeat - interval '46 s' WHERE kind = 'front'`,
  );
}

test(
  'after kill -9 of a front the machine that waits goes on with its link, and the old one waits',
  LIMIT,
  async () => {
    const database = await freshDatabase();
    const { machines, ana } = await open(database, { script: tells, env: SHARED });
    const { events } = machines.world;
    machines.startCell('left');
    const first = await machines.startFront();
    await ana.says('/agent tell me one');
    await ana.reads(/Here is one\./, WITHIN_MS);
    const second = machines.startFrontOn('second');
    await second.heard(WAITS, WITHIN_MS);
    await first.kill();
    await ana.says('/agent tell me two');
    await leaseRunsOut(database);
    await second.heard(CONNECTED, WITHIN_MS);
    await ana.reads(/Here is two\./, WITHIN_MS);
    const again = machines.startFrontOn('first');
    await again.heard(WAITS, WITHIN_MS);
    await ana.says('/agent tell me three');
    await ana.reads(/Here is three\./, WITHIN_MS);
    const unreadable = events.unreadable.length;
    // Asked to end, the second one gives the number back: the first goes on at once, with what the second has done.
    second.process.kill('SIGTERM');
    expect(await second.exit).toBe(0);
    await again.heard(CONNECTED, WITHIN_MS);
    await ana.says('/agent tell me four');
    await ana.reads(/Here is four\./, WITHIN_MS);
    expect({
      answers: answersOn(ana),
      newDevices: events.connects.filter(({ as }) => as === 'new').length,
      readable: events.unreadable.length === unreadable,
    }).toEqual({
      answers: ['Here is one. 1', 'Here is two. 1', 'Here is three. 1', 'Here is four. 1'],
      newDevices: 1,
      readable: true,
    });
  },
);
