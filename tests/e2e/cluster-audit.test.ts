/**
 * One of the long runs.
 * @module-tag full
 * @module-tag postgres
 */
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { CellName } from '../../src/cluster/names.ts';
import type { CallId, SessionId } from '../../src/core/ids.ts';
import { startFakeFront } from '../channels/relay/fake-front.ts';
import { freshDatabase, runSql } from '../support/postgres.ts';
import { useScenes } from '../support/scene.ts';
import { openTestStore } from '../support/test-store.ts';

const WITHIN = { timeout: 60_000, interval: 50 };
const SECRET = `sk-ant-api03-${'0123456789abcdef'.repeat(4)}`;

const scene = useScenes();

test('an owner on one cell reads what ran on the other, without its secrets, and hears when that one is gone', {
  timeout: 240_000,
}, async () => {
  const url = await freshDatabase();
  const place = await scene({
    script: [],
    env: { DATABASE_URL: url, ALLOWED_PHONE_NUMBERS: '+34600111222' },
  });
  const dataOf = (name: string): string => path.join(place.folder, `data-${name}`);
  const store = openTestStore({ path: path.join(dataOf('right'), 'wasap.db') });
  store.commandLog.addAttempt({
    session: '20261120-00000001' as SessionId,
    call: 'c1' as CallId,
    phoneNumber: '34600111222',
    command: `deploy --key ${SECRET}`,
    decision: 'deny',
  });
  store.close();
  const startCell = (name: string) =>
    place.start({ args: ['cell', '--name', name], env: { DATA_DIR: dataOf(name) } });
  startCell('left');
  const right = startCell('right');
  const members = async () =>
    (await runSql(url, `SELECT 1 FROM wasap.members WHERE kind = 'cell'`).catch(() => [])).length;
  await expect.poll(members, WITHIN).toBe(2);
  const front = await startFakeFront({ url, cell: 'left' as CellName });
  onTestFinished(() => front.stop());
  const asked = async (): Promise<string> => {
    const before = front.delivered.length;
    await front.says('/audit');
    await expect.poll(() => front.delivered.length, WITHIN).toBeGreaterThan(before);
    const body = front.delivered.at(-1)?.body;
    return body !== undefined && 'text' in body ? String(body.text) : '';
  };
  const both = await asked();
  await right.kill();
  await runSql(url, `UPDATE wasap.members SET heartbeat = now() - interval '1 hour' WHERE name = 'right'`);
  const alone = await asked();
  expect({
    both: both.split('\n'),
    hasSecret: both.includes(SECRET),
    alone: alone.split('\n'),
    left: await runSql(url, 'SELECT * FROM wasap.questions'),
  }).toEqual({
    both: ['🧾 My last commands:', expect.stringMatching(/^🚫 `deploy --key .*`$/), '   right · blocked'],
    hasSecret: false,
    alone: [
      'No commands yet. Start a task: /agent <task>',
      '⚠️ No answer from: right',
      'In a terminal there: wasap audit',
    ],
    left: [],
  });
});
