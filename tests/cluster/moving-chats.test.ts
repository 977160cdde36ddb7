/** @module-tag postgres */
import { expect, test } from 'vitest';
import { claimRuns } from '../../src/cluster/copies/claim-runs.ts';
import type { CellName } from '../../src/cluster/names.ts';
import { moveConversation } from '../../src/cluster/placement/placements.ts';
import { HOUR_MS } from '../../src/core/clock.ts';
import type { NewCron } from '../../src/features/cron/cron.ts';
import { cronsIn } from '../support/crons.ts';
import { runSql } from '../support/postgres.ts';
import { CHAT, CONVERSATION, type Machine, machine } from './moving-rig.ts';
import { CELL, OTHER } from './rig.ts';
import { KEY, moveTo, twoCells } from './two-cells.ts';

/** Full hours. */
const NEXT_MS = Date.UTC(2099, 0, 1, 13);

function addCron({ store, project }: Machine, change: Partial<NewCron> = {}): void {
  cronsIn(store).create({
    name: 'kd',
    conversation: CONVERSATION,
    sender: '34600111222',
    inGroup: false,
    workspace: project,
    kind: 'cron',
    schedule: '0 * * * *',
    timezone: 'UTC',
    message: 'stand up',
    policy: 'once',
    nextAtMs: NEXT_MS,
    createdAtMs: 0,
    ...change,
  });
}

const crons = ({ store, project }: Machine): readonly string[] =>
  cronsIn(store)
    .listOfChat(CONVERSATION)
    .map(({ name, state, nextAtMs = NEXT_MS, workspace }) =>
      [name, state, (nextAtMs - NEXT_MS) / HOUR_MS, workspace === project ? 'here' : 'elsewhere'].join(' '),
    );

/** The lines of a message about what came along, without the first and the last one. */
const linesOf = (told: string | undefined): readonly string[] => told?.split('\n').slice(2, -1) ?? [];

test('schedules go along once, in the language of the chat, and end where it left', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  addCron(from);
  from.store.conversations.setLanguage(CONVERSATION, { locale: 'es', isChosen: true, others: 0 });
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  await to.arrive(2);
  from.mover.leave(CHAT, () => from.rows.noteLeft(CHAT));
  expect({
    there: crons(from),
    here: crons(to),
    told: to.told.map(linesOf),
    language: to.store.conversations.language(CONVERSATION),
  }).toEqual({
    there: ['kd ended 0 here'],
    here: ['kd active 0 here'],
    told: [['📁 Aquí trabaja en shop.', '⏰ Vino lo programado: kd']],
    language: { locale: 'es', isChosen: true, others: 0 },
  });
});

test('a cell begins a run only while the chat lives there, and no other one begins it again', async () => {
  const { cluster, from } = await twoCells();
  addCron(from);
  await from.copier().pass();
  const claim = (cell: CellName, epoch: number, atMs: number) =>
    claimRuns(cluster, { conversation: KEY, cell, epoch }, { schedule: 'kd', firstMs: atMs, lastMs: atMs });
  const first = await claim(CELL, 1, NEXT_MS);
  // The machine is lost before anything of that run was copied.
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  expect({
    first,
    afterwards: await claim(CELL, 1, NEXT_MS + HOUR_MS),
    here: await claim(OTHER, 2, NEXT_MS + HOUR_MS),
    crons: crons(to),
    told: linesOf(to.told[0]),
  }).toEqual({
    first: { kind: 'ours' },
    afterwards: { kind: 'later' },
    here: { kind: 'ours' },
    crons: ['kd active 1 here'],
    told: [
      '📁 It works in shop here.',
      '⏰ Its schedules came along: kd',
      "⚠️ I can't tell whether the last run began, so I don't repeat it: kd",
    ],
  });
});

test('a chat that was moved and came back has its schedules once', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  addCron(from);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  addCron(to, { name: 'mp', message: 'new here' });
  await to.copier().pass();
  // The first cell was away all the time: it never heard that the chat had left.
  await moveTo(cluster, from, 3);
  expect(crons(from)).toEqual(['kd active 0 here', 'mp active 0 here']);
});

test('a task at a set time is paused where its project is not, and its chat works in the usual one', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  addCron(from, { message: '/agent fix it' });
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER, project: 'web' });
  await moveTo(cluster, to, 2);
  expect([crons(to), linesOf(to.told[0])]).toEqual([
    ['kd paused 0 elsewhere'],
    [
      "📁 The project shop isn't here, so it works in web now. All projects: /workspace",
      "⏸️ Schedules paused, because their project isn't here: kd. When it is: /cron resume <name>",
    ],
  ]);
});

test('the project that people asked for on the way is the one that the chat works in', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER, project: 'web' });
  await moveConversation(cluster, { conversation: KEY, from: CELL, to: OTHER, project: 'web' });
  await to.arrive(2);
  expect(linesOf(to.told[0])).toEqual(['📁 It works in web here.']);
});

test('a chat of a cell of an earlier version keeps the schedules that this one has', {
  tags: 'full',
}, async () => {
  const { url, cluster } = await twoCells();
  const to = machine(cluster, { name: OTHER });
  addCron(to);
  await moveTo(cluster, to, 2);
  expect({
    crons: crons(to),
    told: linesOf(to.told[0]),
    rows: await runSql(url, 'SELECT * FROM wasap.chats'),
  }).toEqual({
    crons: ['kd active 0 here'],
    told: [],
    rows: [],
  });
});

test('schedules of a newer version are said not to be readable', { tags: 'full' }, async () => {
  const { url, cluster, from } = await twoCells();
  addCron(from);
  await from.copier().pass();
  await runSql(url, `UPDATE wasap.chats SET facts = jsonb_set(facts, '{schedules,crons,0,kind}', '"lunar"')`);
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  expect([crons(to), linesOf(to.told[0])[1]]).toEqual([
    [],
    "⚠️ I couldn't read its schedules: this machine has an earlier version. Set them again: /cron",
  ]);
});

test('a change of a schedule is copied, and nothing is written while nothing changes', {
  tags: 'full',
}, async () => {
  const { url, cluster, from } = await twoCells();
  addCron(from);
  const copier = from.copier();
  await copier.pass();
  const facts = async () => (await runSql(url, 'SELECT facts, xmin::text FROM wasap.chats'))[0];
  const before = await facts();
  copier.lookAt(CHAT);
  await copier.pass();
  const unchanged = await facts();
  addCron(from, { name: 'mp' });
  copier.lookAt(CHAT);
  await copier.pass();
  await moveConversation(cluster, { conversation: KEY, to: OTHER });
  addCron(from, { name: 'zz' });
  copier.lookAt(CHAT);
  await copier.pass();
  expect({ isUnchanged: JSON.stringify(unchanged) === JSON.stringify(before), after: await facts() }).toEqual(
    {
      isUnchanged: true,
      after: {
        facts: expect.objectContaining({
          schedules: {
            crons: [expect.objectContaining({ name: 'kd' }), expect.objectContaining({ name: 'mp' })],
          },
        }),
        xmin: expect.any(String),
      },
    },
  );
});
