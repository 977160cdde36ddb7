/** @module-tag postgres */
import { expect, test } from 'vitest';
import { CONNECTED, useClusters } from '../support/cluster-scene.ts';
import { emptyDatabase } from '../support/postgres.ts';
import { answersOn, SHARED, tells, WAITS } from '../support/standby-scene.ts';

const WITHIN_MS = 60_000;

const open = useClusters();

test('a front that stood still for longer than its lease is replaced within a minute, and closes its link', {
  timeout: 300_000,
}, async () => {
  const { machines, ana } = await open(await emptyDatabase(), { script: tells, env: SHARED });
  const { events } = machines.world;
  machines.startCell('left');
  const first = await machines.startFront();
  await ana.says('/agent tell me one');
  await ana.reads(/Here is one\./, WITHIN_MS);
  const second = machines.startFrontOn('second');
  await second.heard(WAITS, WITHIN_MS);
  const stoppedAt = Date.now();
  first.process.kill('SIGSTOP');
  await ana.says('/agent tell me two');
  await second.heard(CONNECTED, 90_000);
  const tookMs = Date.now() - stoppedAt;
  await ana.reads(/Here is two\./, WITHIN_MS);
  const connects = events.connects.length;
  first.process.kill('SIGCONT');
  await first.exit;
  await ana.says('/agent tell me three');
  await ana.reads(/Here is three\./, WITHIN_MS);
  expect({
    isWithinAMinute: tookMs <= 60_000,
    said: first.errors,
    answers: answersOn(ana),
    connectedAgain: events.connects.length - connects,
  }).toEqual({
    isWithinAMinute: true,
    said: expect.stringContaining('Another machine has taken over front, so I closed its link.'),
    answers: ['Here is one. 1', 'Here is two. 1', 'Here is three. 1'],
    connectedAgain: 0,
  });
});
