/** @module-tag postgres */
import { expect, onTestFinished, test } from 'vitest';
import type { RelayRows } from '../../src/channels/relay/relay-rows.ts';
import { claimRuns } from '../../src/cluster/copies/claim-runs.ts';
import type { CellName } from '../../src/cluster/names.ts';
import { askForHandover } from '../../src/cluster/placement/handovers.ts';
import { moveConversation } from '../../src/cluster/placement/placements.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '../../src/core/clock.ts';
import type { CronId } from '../../src/features/cron/cron.ts';
import { hearing, relayRig } from '../channels/relay/rig.ts';
import { addCron, NOON_MS, stateOf } from '../features/cron/firing/scene.ts';
import { type GatewayRig, gatewayRig } from '../support/gateway-rig.ts';
import { cellAlone } from '../support/machines.ts';
import { freshDatabase, runSql, startPostgres } from '../support/postgres.ts';
import { CELL, FRONT, OTHER, openDatabase } from './rig.ts';

const CHAT = 'ana';
const CONVERSATION = `${FRONT}:${CHAT}`;
const STAND_UP = '⏰ cron kd\nstand up';
const WITHIN = { timeout: 20_000, interval: 20 };

interface Cell {
  readonly rig: GatewayRig;
  readonly rows: RelayRows;
  readonly cron: CronId;
  /** What was said to it when a run was due. */
  readonly claims: readonly string[];
}

/**
 * A cell with its own disk and clock, which believes that the chat is here, and a schedule of it that is due at 13:00.
 */
async function cellAt(url: string, cell: CellName): Promise<Cell> {
  const { channel, rows } = await relayRig({ url, name: cell });
  rows.noteArrival({ chat: CHAT, front: FRONT, epoch: 1 });
  await channel.start(hearing());
  await expect.poll(() => channel.report().isHeld, WITHIN).toBe(true);
  const claims: string[] = [];
  const machines = cellAlone({
    cell,
    async claimRuns({ name, firstMs, lastMs }) {
      const claim = await channel.claimRuns(CHAT, { name, firstMs, lastMs });
      claims.push(claim.kind);
      return claim;
    },
  });
  const rig = await gatewayRig({ locale: 'en', machines });
  onTestFinished(() => rig.remove());
  return { rig, rows, cron: addCron(rig), claims };
}

async function placed(url: string, cell: CellName, epoch = 1): Promise<void> {
  await runSql(
    url,
    `INSERT INTO wasap.placements (conversation, front, person, cell, epoch) VALUES ($1, $2, '34600111222', $3, $4)
     ON CONFLICT (conversation) DO UPDATE SET cell = excluded.cell, epoch = excluded.epoch`,
    [CONVERSATION, FRONT, cell, epoch],
  );
}

const texts = ({ rig }: Cell): readonly string[] => rig.phone.texts;

test('a schedule that two cells have runs once, in the one that has its chat', async () => {
  const url = await freshDatabase();
  const db = await openDatabase(url);
  await placed(url, CELL);
  const [lima, quito] = [await cellAt(url, CELL), await cellAt(url, OTHER)];
  for (const { rig } of [lima, quito]) await rig.clock.advance(HOUR_MS);
  await expect.poll(() => texts(lima), WITHIN).toEqual([STAND_UP]);
  await expect.poll(() => quito.claims, WITHIN).toEqual(['later']);

  // Its copy is of a moment before the run, so by its own rows it is due.
  await moveConversation(db, { conversation: CONVERSATION, to: OTHER });
  await expect.poll(() => quito.rows.origin(CHAT)?.epoch, WITHIN).toBe(2);
  await quito.rig.clock.advance(5 * SECOND_MS);
  await expect.poll(() => stateOf(quito.rig, quito.cron), WITHIN).toBe('active, next 20 14:00');
  expect([texts(quito), quito.claims]).toEqual([[], ['later', 'elsewhere']]);

  for (const { rig } of [lima, quito]) await rig.clock.advance(HOUR_MS);
  await expect.poll(() => texts(quito), WITHIN).toEqual([STAND_UP]);
  await expect.poll(() => lima.claims, WITHIN).toEqual(['ours', 'later']);
  expect(texts(lima)).toEqual([STAND_UP]);
});

test('while PostgreSQL is away a run waits, and comes late: never twice', {
  tags: 'full',
  timeout: 60_000,
}, async () => {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  await openDatabase(server.url);
  await placed(server.url, CELL);
  const lima = await cellAt(server.url, CELL);
  await server.kill();
  await lima.rig.clock.advance(HOUR_MS);
  await expect.poll(() => lima.claims, WITHIN).toEqual(['later']);
  await lima.rig.clock.advance(2 * MINUTE_MS);
  await expect.poll(() => lima.claims, WITHIN).toEqual(['later', 'later']);
  await server.start();
  const again = async () => {
    await lima.rig.clock.advance(5 * SECOND_MS);
    return texts(lima);
  };
  await expect
    .poll(again, { timeout: 30_000, interval: 100 })
    .toEqual([expect.stringMatching(/^⏰ cron kd · \d+ min late\nstand up$/)]);
  await lima.rig.clock.advance(MINUTE_MS);
  expect([texts(lima).length, lima.claims.filter((claim) => claim === 'ours')]).toEqual([1, ['ours']]);
});

test('who says it first has the runs; the same cell may say it again, and nobody else', {
  tags: 'full',
}, async () => {
  const url = await freshDatabase();
  const db = await openDatabase(url);
  const claim = async (cell: CellName, epoch: number, firstMs: number, lastMs = firstMs) => {
    const due = { schedule: 'kd', firstMs, lastMs };
    return await claimRuns(db, { conversation: CONVERSATION, cell, epoch }, due);
  };
  await placed(url, CELL);
  const before = [await claim(CELL, 1, 100), await claim(CELL, 1, 100), await claim(OTHER, 1, 100)];
  await placed(url, OTHER, 2);
  const moved = [await claim(CELL, 1, 200), await claim(OTHER, 2, 100), await claim(OTHER, 2, 150, 300)];
  await placed(url, CELL, 3);
  const back = [await claim(CELL, 3, 200), await claim(CELL, 3, 301), await claim(CELL, 1, 400)];
  expect({ before, moved, back }).toEqual({
    before: [{ kind: 'ours' }, { kind: 'ours' }, { kind: 'later' }],
    moved: [{ kind: 'later' }, { kind: 'elsewhere', throughMs: 100 }, { kind: 'ours' }],
    back: [{ kind: 'elsewhere', throughMs: 300 }, { kind: 'ours' }, { kind: 'later' }],
  });
});

test('two cells that say it at the same moment: one has it', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const [one, other] = [await openDatabase(url), await openDatabase(url)];
  await placed(url, CELL);
  const due = { schedule: 'kd', firstMs: NOON_MS, lastMs: NOON_MS };
  const claimed = await Promise.all([
    claimRuns(one, { conversation: CONVERSATION, cell: CELL, epoch: 1 }, due),
    runSql(url, `UPDATE wasap.placements SET cell = $1, epoch = 2`, [OTHER]).then(() =>
      claimRuns(other, { conversation: CONVERSATION, cell: OTHER, epoch: 2 }, due),
    ),
  ]);
  expect(claimed.filter(({ kind }) => kind === 'ours')).toHaveLength(1);
});

test('a chat that is on its way to another cell begins nothing', { tags: 'full' }, async () => {
  const url = await freshDatabase();
  const db = await openDatabase(url);
  await placed(url, CELL);
  const lima = await cellAt(url, CELL);
  await askForHandover(db, CONVERSATION, { clock: systemClock, withinMs: 20_000 });
  await lima.rig.clock.advance(HOUR_MS);
  await expect.poll(() => lima.claims, WITHIN).toEqual(['later']);
  expect(texts(lima)).toEqual([]);
});
