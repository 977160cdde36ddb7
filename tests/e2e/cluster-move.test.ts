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
import { calls, says } from '../support/messages-server/replies.ts';
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
  // A cell copies behind its work: before this, a move would hand the message to the other cell as well.
  await expect.poll(() => copied(database), WITHIN).toMatchObject({ handled: 1 });
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
    moved: moved.split('\n')[1]?.replace(/:.*? now/, ':<chat> now'),
    oldNews: ana.person.received.filter(({ content }) =>
      JSON.stringify(content).includes('Here is old news'),
    ),
    isFenced: frontLog.includes('front.delivery.fenced'),
  }).toEqual({
    moved: '✅ front:<chat> now lives on right; 0 waiting messages went along.',
    oldNews: [],
    isFenced: true,
  });
});

test('a cell dies for good in the middle of a task: its chat goes on in another, and is told what is lost', {
  timeout: 240_000,
}, async () => {
  const database = await freshDatabase();
  let isLast = false;
  const { machines, ana } = await open(database, {
    script: (request) => {
      const texts = JSON.stringify(request.messages);
      if (texts.includes('go on please')) return says('I went on here.');
      if (!texts.includes('tool_result'))
        return calls(['write_source_file', { path: 'half.txt', content: 'half of it\n' }]);
      isLast = true;
      return new Promise(() => undefined);
    },
  });
  const left = machines.startCell('left');
  await machines.startFront();
  await ana.says('/agent write half.txt');
  await expect.poll(() => isLast, WITHIN).toBe(true);
  await expect.poll(() => copied(database), WITHIN).toMatchObject({ hasResult: true, handled: 1 });
  await left.kill();
  machines.startCell('right');
  await expect.poll(() => machines.run('cluster', 'status'), WITHIN).toMatch(/right +running/);
  await machines.run('cluster', 'move', await onlyConversation(database), '--to', 'right');
  const told = await ana.reads(/^📦/, 60_000);
  await ana.says('/agent-resume 1 go on please');
  await ana.reads(/I went on here\./, 60_000);
  expect({
    told: ana
      .states(told.id)
      .at(-1)
      ?.text.split('\n')
      .filter((line) => line.startsWith('#') || line.startsWith('/')),
    times: ana.buzzes().filter(({ content }) => JSON.stringify(content).includes('📦')).length,
  }).toEqual({
    told: ['/agent-resume 1 · write half.txt', '#1 changed without a commit: half.txt'],
    times: 1,
  });
});

/** Whether PostgreSQL has the result of a call, and how many messages it knows as handled. */
async function copied(database: string): Promise<object> {
  const pieces = await runSql(database, "SELECT convert_from(bytes, 'UTF8') AS text FROM wasap.transcripts");
  const handled = await runSql(database, 'SELECT message FROM wasap.handled');
  return { hasResult: JSON.stringify(pieces).includes('tool_result'), handled: handled.length };
}
