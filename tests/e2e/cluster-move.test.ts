/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { useClusters } from '../support/cluster-scene.ts';
import { says } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { taskOf } from '../support/messages-server/request.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';

const WITHIN = { timeout: 60_000 };

const open = useClusters();

/** How many messages of cells the front has yet to send. */
async function waitingOut(database: string): Promise<number> {
  const rows = await runSql(
    database,
    "SELECT id FROM pgboss.job WHERE name = 'out.front' AND state < 'completed'",
  );
  return rows.length;
}

async function onlyConversation(database: string): Promise<string> {
  const rows = await runSql(database, 'SELECT conversation FROM wasap.placements');
  const [row] = z.array(z.object({ conversation: z.string() })).parse(rows);
  return row?.conversation ?? '';
}

test('a cell that stood still while its chat moved away says nothing there any more', {
  timeout: 240_000,
}, async () => {
  const database = await freshDatabase();
  let answer: (reply: Reply) => void = () => undefined;
  let isAsked = false;
  const { place, machines, ana } = await open(database, {
    script: (request) => {
      if (!taskOf(request).includes('old news')) return says('Here is fresh news.');
      isAsked = true;
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const left = machines.startCell('left');
  const earlier = await machines.startFront();
  await ana.says('/agent tell me old news');
  await expect.poll(() => isAsked, WITHIN).toBe(true);
  earlier.process.kill('SIGTERM');
  await earlier.exit;
  answer(says('Here is old news.'));
  // What it says is on its way to the front, which is away, when the cell freezes.
  await expect.poll(() => waitingOut(database), WITHIN).toBeGreaterThan(0);
  left.process.kill('SIGSTOP');
  machines.startCell('right');
  await expect.poll(() => machines.run('cluster', 'status'), WITHIN).toMatch(/right +running/);
  const moved = await machines.run('cluster', 'move', await onlyConversation(database), '--to', 'right');
  await machines.startFront();
  await ana.says('/agent tell me fresh news');
  await ana.reads(/Here is fresh news\./, 60_000);
  left.process.kill('SIGCONT');
  await expect.poll(() => machines.logOf('left'), WITHIN).toContain('channel.relay.moved_away');
  await expect.poll(() => waitingOut(database), WITHIN).toBe(0);
  const frontLog = readFileSync(path.join(place.dataDir, 'wasap.log'), 'utf8');
  expect({
    moved: moved
      .split('\n')[1]
      ?.replace(/:.*? now/, ':<chat> now')
      .replace(/\d+ waiting/, 'its'),
    oldNews: ana.person.received.filter(({ content }) =>
      JSON.stringify(content).includes('Here is old news'),
    ),
    isFenced: frontLog.includes('front.delivery.fenced'),
  }).toEqual({
    moved: '✅ front:<chat> now lives on right; its messages went along.',
    oldNews: [],
    isFenced: true,
  });
});
