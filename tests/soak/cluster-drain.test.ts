/** @module-tag postgres */
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRelayRows } from '../../src/channels/relay/relay-rows.ts';
import type { FrontName } from '../../src/cluster/names.ts';
import { systemClock } from '../../src/core/clock.ts';
import { SECOND_MS } from '../../src/core/time.ts';
import { useClusters } from '../support/cluster-scene.ts';
import { says } from '../support/messages-server/replies.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { openTestStore } from '../support/test-store.ts';

const CHATS = Number(process.env.WASAP_DRAIN_CHATS ?? 200);
const FRONT = 'front' as FrontName;
const WITHIN = { timeout: 60_000 };

const open = useClusters();

const chatOf = (at: number): string => `${34_600_000_000 + at}@s.whatsapp.net`;

/** As if so many people had written to this cell and were done. */
async function fill(url: string, dataDir: string, cell: string): Promise<void> {
  const store = openTestStore({ path: path.join(dataDir, 'wasap.db') });
  const rows = createRelayRows(store.database);
  const chats = Array.from({ length: CHATS }, (_, at) => chatOf(at));
  store.atomically(() => {
    for (const chat of chats) rows.arrived({ chat, front: FRONT, epoch: 1 });
  });
  store.close();
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch)
     SELECT $1 || ':' || chat, $1, chat, $2, 1 FROM unnest($3::text[]) AS chat`,
    [FRONT, cell, chats],
  );
}

test(`${CHATS} chats at rest move from one cell to another`, { timeout: 900_000 }, async () => {
  const url = await freshDatabase();
  const { machines } = await open(url, { script: () => says('Done.') });
  for (const cell of ['left', 'right']) {
    machines.startCell(cell);
    await expect
      .poll(() => machines.run('cluster', 'status'), WITHIN)
      .toMatch(new RegExp(`${cell} +running`));
  }
  await fill(url, machines.dataOf('left'), 'left');
  const fromUpMs = systemClock.upMs();
  const said = await machines.run('cluster', 'drain', 'left', '--move');
  const seconds = (systemClock.upMs() - fromUpMs) / SECOND_MS;
  process.stdout.write(
    `${CHATS} chats in ${seconds.toFixed(1)} s, ${(CHATS / seconds).toFixed(1)} a second\n`,
  );
  expect({
    silent: said.split('\n').filter((line) => line.startsWith('⚠️')),
    placed: await runSql(url, 'SELECT cell, count(*)::int AS chats FROM wasap.placements GROUP BY cell'),
  }).toEqual({ silent: [], placed: [{ cell: 'right', chats: CHATS }] });
});
