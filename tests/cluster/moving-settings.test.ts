/** @module-tag postgres */
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import type { CellName } from '../../src/cluster/names.ts';
import { moveConversation } from '../../src/cluster/placement/placements.ts';
import type { SessionId } from '../../src/core/ids.ts';
import { createChosenModelStore } from '../../src/features/models/model-choice.ts';
import { createQuietStore } from '../../src/features/quiet/quiet-times.ts';
import { createVoiceStore } from '../../src/features/voice/voice.ts';
import { movingTables } from '../docs/moving-tables.ts';
import { approvalRecord } from '../store/records.ts';
import { cronsIn } from '../support/crons.ts';
import { runSql } from '../support/postgres.ts';
import { CHAT, CONVERSATION, INSTANCE, type Machine, machine, messageLine } from './moving-rig.ts';
import { CELL, joinAs, OTHER } from './rig.ts';
import { KEY, moveTo, twoCells } from './two-cells.ts';

const ANA = '34600111222';
const BEFORE = '20261120-00000001' as SessionId;

/** Everything that a person can set in a chat. */
function setEverything({ store, project }: Machine): void {
  const { database, conversations } = store;
  conversations.setLanguage(CONVERSATION, { locale: 'es', isChosen: true, others: 0 });
  conversations.setZone(CONVERSATION, 'America/Lima');
  conversations.beginAfresh(CONVERSATION, ANA, BEFORE);
  store.chosenWorkspaces.choose(CONVERSATION, path.join(project, '../projects/web'), 0);
  createChosenModelStore(database).choose(CONVERSATION, 'large', 0);
  createQuietStore(database).choose(CONVERSATION, { hours: { from: 1320, to: 420 } });
  createVoiceStore(database).hear(CONVERSATION, 'questions', 0);
  cronsIn(store).create({
    name: 'kd',
    conversation: CONVERSATION,
    sender: ANA,
    inGroup: false,
    workspace: undefined,
    kind: 'cron',
    schedule: '0 9 * * *',
    timezone: 'America/Lima',
    message: 'recuérdame la reunión — ya',
    policy: 'skip',
    nextAtMs: Date.UTC(2099, 0, 1, 14),
    createdAtMs: 0,
  });
}

/** When a machine stored the row, which says nothing to people. The times of what they said are the same on both. */
const OWN = ['conversation_workspaces.at_ms', 'chosen_models.at_ms', 'voice_chats.at_ms'];
const Row = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));

/** All that a machine has of the chat in the tables that go along; folders by their names. */
function settingsOf({ store: { database } }: Machine): Readonly<Record<string, readonly unknown[]>> {
  const tables = movingTables().filter(({ goes }) => goes === 'yes');
  return Object.fromEntries(
    tables.map(({ table }) => {
      const key = table === 'conversations' ? 'id' : 'conversation';
      const rows = database.read(`SELECT * FROM ${table} WHERE ${key} = @conversation`, Row);
      return [table, rows.all({ conversation: CONVERSATION }).map((row) => sharedRow(table, row))];
    }),
  );
}

function sharedRow(table: string, row: z.infer<typeof Row>) {
  const shown = Object.entries(row).filter(([column]) => !OWN.includes(`${table}.${column}`));
  return Object.fromEntries(
    shown.map(([column, value]) => [
      column,
      column === 'workspace' && typeof value === 'string' ? path.basename(value) : value,
    ]),
  );
}

test('all that a person has set in a chat is there as it was, and there is something of each', async () => {
  const { cluster, from } = await twoCells({ second: 'web' });
  setEverything(from);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER, second: 'web' });
  await moveTo(cluster, to, 2);
  const set = settingsOf(from);
  expect(
    settingsOf(to),
    'A table that goes along has a ChatState in its feature, and a line in features/moving.ts.',
  ).toEqual(set);
  const empty = Object.entries(set).filter(([, rows]) => rows.length === 0);
  expect(empty, 'Set something in this table, too: setEverything() in this file.').toEqual([]);
});

test('what was set back to usual on the other machine is usual here, too', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  setEverything(from);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  createChosenModelStore(to.store.database).forget(CONVERSATION);
  createVoiceStore(to.store.database).silence(CONVERSATION);
  createQuietStore(to.store.database).choose(CONVERSATION, { hours: undefined });
  await to.copier().pass();
  await moveTo(cluster, from, 3);
  const { database } = from.store;
  expect({
    model: createChosenModelStore(database).find(CONVERSATION),
    voice: createVoiceStore(database).heardIn(CONVERSATION),
    quiet: createQuietStore(database).findChosen(CONVERSATION),
  }).toEqual({ model: undefined, voice: undefined, quiet: { hours: undefined } });
});

test('hours that nobody has chosen stay those of the settings', { tags: 'full' }, async () => {
  const { cluster, from } = await twoCells();
  createQuietStore(from.store.database).noteHeard(CONVERSATION, 1);
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  createQuietStore(to.store.database).choose(CONVERSATION, { hours: { from: 0, to: 60 } });
  await moveTo(cluster, to, 2);
  expect(createQuietStore(to.store.database).findChosen(CONVERSATION)).toBeUndefined();
});

test('of a cell of an earlier version nothing comes, and what is here stays', { tags: 'full' }, async () => {
  const { url, cluster, from } = await twoCells();
  await from.copier().pass();
  await runSql(url, `UPDATE wasap.chats SET facts = facts - 'states' - 'permissions'`);
  const to = machine(cluster, { name: OTHER });
  createChosenModelStore(to.store.database).choose(CONVERSATION, 'large', 0);
  await moveTo(cluster, to, 2);
  expect(createChosenModelStore(to.store.database).find(CONVERSATION)).toBe('large');
});

test.each<[string, string]>([
  ['quiet', '{"hours": {"from": 99999, "to": "<script>"}}'],
  ['voice', '"everything"'],
  ['model', '{"name": "large"}'],
  ['fresh', '"ana"'],
  ['held', '[{"id": 1}]'],
])(
  'a copy of %s that cannot be read is said, and the others are taken',
  { tags: 'full' },
  async (name, copy) => {
    const { url, cluster, from } = await twoCells();
    from.store.conversations.beginAfresh(CONVERSATION, ANA, BEFORE);
    createVoiceStore(from.store.database).hear(CONVERSATION, 'reports', 0);
    await from.copier().pass();
    await runSql(
      url,
      `UPDATE wasap.chats SET facts = jsonb_set(facts, ARRAY['states', $1::text], $2::jsonb)`,
      [name, copy],
    );
    const to = machine(cluster, { name: OTHER });
    await moveTo(cluster, to, 2);
    expect({
      said: to.told.map((text) => text.split('\n').filter((line) => line.includes('settings'))),
      voice: createVoiceStore(to.store.database).heardIn(CONVERSATION),
      fresh: to.store.conversations.freshAfter(CONVERSATION, ANA),
    }).toEqual({
      said: [["⚠️ I couldn't read all its settings: this machine has an earlier version. Look at: /status"]],
      voice: name === 'voice' ? undefined : 'reports',
      fresh: name === 'fresh' ? undefined : BEFORE,
    });
  },
);

test.each<['en' | 'es', string]>([
  ['en', '🔐 What you always allowed there, I ask about again here. Permissions left there: 2'],
  ['es', '🔐 Lo que allá permitiste siempre, aquí lo pregunto otra vez. Permisos que se quedan allá: 2'],
])(
  'no permission goes along, and the chat is told how many stay (%s)',
  { tags: 'full' },
  async (locale, line) => {
    const { cluster, from } = await twoCells();
    from.store.conversations.setLanguage(CONVERSATION, { locale, isChosen: true, others: 0 });
    const { session } = from.begin();
    const approval = approvalRecord({ session: session.id, conversation: CONVERSATION, state: 'approved' });
    from.store.approvals.create(approval);
    for (const scope of ['always', 'session', 'always'] as const)
      from.store.grants.add({
        scope,
        kind: 'name',
        conversation: CONVERSATION,
        session: session.id,
        workspace: from.project,
        words: ['push'],
        executable: undefined,
        scripts: [],
        outside: [],
        access: undefined,
        display: 'push',
        grantedBy: ANA,
        grantedAtMs: 0,
        approval: approval.id,
      });
    await from.copier().pass();
    const to = machine(cluster, { name: OTHER });
    await moveTo(cluster, to, 2);
    expect({
      told: to.told[0]?.split('\n').filter((text) => text.startsWith('🔐')),
      grants: to.store.grants.listOfChat(CONVERSATION),
    }).toEqual({ told: [line], grants: [] });
  },
);

/** A message in words that waits for the morning; a question has the key of one. */
function hold({ store }: Machine, id: string, key = `ended:${id}`): void {
  const row = store.outbox.add({
    id,
    instance: INSTANCE,
    conversation: CONVERSATION,
    chat: CHAT,
    channel: 'whatsapp',
    dedupeKey: key,
    body: { kind: 'text', text: `about ${id}` },
    ephemeral: false,
    atMs: 0,
  });
  if (row !== undefined) store.outbox.hold(row.seq, 1);
}

test('what waits for the morning is told by the next machine, once, behind what moved; a question is not', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  hold(from, 'one');
  hold(from, 'two', 'ask:a1:s1');
  hold(from, 'three');
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  await to.arrive(2);
  from.mover.leave(CHAT, () => from.rows.noteLeft(CHAT));
  expect({
    told: to.told.map((text) => text.split('\n', 1)[0]),
    left: from.store.outbox.listHeld(CONVERSATION, INSTANCE),
  }).toEqual({
    told: ['📦 This chat moved to another machine.', 'about one', 'about three'],
    left: [],
  });
});

test('a machine that never heard that its chat had left tells nothing of that night when it is back', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  hold(from, 'one');
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  await to.copier().pass();
  await moveTo(cluster, from, 3);
  expect({ told: from.told.slice(1), held: from.store.outbox.listHeld(CONVERSATION, INSTANCE) }).toEqual({
    told: [],
    held: [],
  });
});

test('a chat knows where it lived before, the last place first, and not where it is', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  const [to, third] = [machine(cluster, { name: OTHER }), machine(cluster, { name: 'rio' as CellName })];
  await joinAs(cluster, 'rio' as CellName);
  await moveTo(cluster, to, 2);
  await moveConversation(cluster, { conversation: KEY, to: 'rio' as CellName });
  await third.arrive(3);
  await moveTo(cluster, from, 5);
  expect([to, third, from].map(({ rows }) => rows.earlierCells(CHAT))).toEqual([
    [CELL],
    [OTHER, CELL],
    ['rio', OTHER],
  ]);
});

test('a reply to the report or the card of a task, of before the move, is about that task', {
  tags: 'full',
}, async () => {
  const { cluster, from } = await twoCells();
  const { session, file } = from.begin({ state: { status: 'done' } });
  file.append([messageLine(0, 'fix it')]);
  from.store.cards.put(session.id, { id: 'card', openedAtMs: 0 });
  hold(from, 'report', `ended:${session.id}:1`);
  hold(from, 'other', 'ended:20991231-ffffffff:1');
  await from.copier().pass();
  const to = machine(cluster, { name: OTHER });
  await moveTo(cluster, to, 2);
  const about = (id: string) => to.store.sessions.findByMessage(CONVERSATION, id)?.id;
  expect([about('card'), about('report'), about('other')]).toEqual([session.id, session.id, undefined]);
});
