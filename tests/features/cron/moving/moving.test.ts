import { expect, onTestFinished, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/clock.ts';
import { conversationId, type SessionId } from '../../../../src/core/ids.ts';
import type { Json } from '../../../../src/core/json.ts';
import type { CronId, NewCron } from '../../../../src/features/cron/cron.ts';
import {
  type ArrivedCrons,
  type CronMoving,
  createCronMoving,
} from '../../../../src/features/cron/moving.ts';
import type { OpenStore } from '../../../../src/store/open.ts';
import { cronsIn } from '../../../support/crons.ts';
import { openTestStore } from '../../../support/test-store.ts';

const CHAT = conversationId('whatsapp', '34600111222@s.whatsapp.net');
const OTHER_CHAT = conversationId('whatsapp', 'eva');
const NOON_MS = Date.UTC(2026, 10, 27, 12);

interface Machine {
  readonly store: OpenStore;
  readonly moving: CronMoving;
}

/** One that has the project shop, and could bring api. */
function machine(): Machine {
  const store = openTestStore({ path: ':memory:' });
  onTestFinished(() => store.close());
  const { database, conversations } = store;
  const places = new Map([
    ['shop', { path: '/here/shop', isHere: true }],
    ['api', { path: '/here/api', isHere: false }],
  ]);
  return {
    store,
    moving: createCronMoving({ database, conversations, placeOf: (name) => places.get(name) }),
  };
}

/** Every hour, from 13:00 on; words for the chat. */
function add({ store }: Machine, change: Partial<NewCron> = {}): CronId {
  const creation = cronsIn(store).create({
    name: 'kd',
    conversation: CHAT,
    sender: '34600111222',
    inGroup: false,
    workspace: '/there/shop',
    kind: 'cron',
    schedule: '0 * * * *',
    timezone: 'UTC',
    message: 'stand up',
    policy: 'once',
    nextAtMs: NOON_MS + HOUR_MS,
    createdAtMs: NOON_MS,
    ...change,
  });
  if (creation.kind === 'full') throw new Error(`full: ${creation.of}`);
  return creation.cron.id;
}

function moveChat(
  from: Machine,
  to: Machine,
  begun: Readonly<Record<string, number>> = {},
): ArrivedCrons | undefined {
  const copies = from.moving.copies(CHAT);
  return to.moving.arrive({ conversation: CHAT, copies, begun: new Map(Object.entries(begun)) });
}

/** Each in one line: `kd active 13:00 /here/shop`. */
function linesOf({ store }: Machine): readonly string[] {
  return cronsIn(store)
    .listOfChat(CHAT)
    .map(({ name, state, nextAtMs, workspace }) =>
      [
        name,
        state,
        nextAtMs === undefined ? 'never' : new Date(nextAtMs).toISOString().slice(11, 16),
        workspace,
      ].join(' '),
    );
}

test('a schedule comes as it was, with its last run and the zone of its chat', () => {
  const [from, to] = [machine(), machine()];
  const id = add(from, { message: '/agent prueba el año 🐦', policy: 'all', timezone: 'America/Lima' });
  const session = '20261127-0000000a' as SessionId;
  const run = { nominalMs: NOON_MS, atMs: NOON_MS + 5, outcome: 'pending', session } as const;
  cronsIn(from.store).addRun(id, { run: { ...run, key: 'there' } });
  from.store.conversations.setZone(CHAT, 'America/Lima');
  add(to, { conversation: OTHER_CHAT });
  moveChat(from, to);
  const before = cronsIn(from.store).get(id);
  const [came] = cronsIn(to.store).listOfChat(CHAT);
  expect({
    came,
    runs: came && cronsIn(to.store).listRuns(came.id),
    zone: to.store.conversations.zone(CHAT),
  }).toEqual({
    came: { ...before, id: 2, workspace: '/here/shop', last: { ...run, key: came?.last?.key } },
    runs: [came?.last],
    zone: 'America/Lima',
  });
});

test('those that have ended or were deleted stay behind; a paused one stays paused', () => {
  const [from, to] = [machine(), machine()];
  const rows = cronsIn(from.store);
  add(from);
  rows.pause(add(from, { name: 'mp' }), 'failures');
  rows.delete(add(from, { name: 'gg' }), NOON_MS);
  rows.advance(add(from, { name: 'zz' }), NOON_MS + HOUR_MS, { nextAtMs: undefined });
  expect([moveChat(from, to), linesOf(to), cronsIn(to.store).findByName(CHAT, 'mp')?.pauseReason]).toEqual([
    { asTheyWere: ['kd', 'mp'], withoutProject: [], inDoubt: [] },
    ['kd active 13:00 /here/shop', 'mp paused 13:00 /here/shop'],
    'failures',
  ]);
});

test('where the chat left, its schedules have ended, and those of other chats go on', () => {
  const from = machine();
  add(from);
  add(from, { name: 'mp', conversation: OTHER_CHAT });
  cronsIn(from.store).pause(add(from, { name: 'zz' }), 'asked');
  from.moving.end(CHAT);
  expect([linesOf(from), cronsIn(from.store).listDue(['whatsapp'], NOON_MS + HOUR_MS).length]).toEqual([
    ['kd ended never /there/shop', 'zz ended never /there/shop'],
    1,
  ]);
});

test('a chat that comes back has its schedules once, as they are by then', () => {
  const [from, to] = [machine(), machine()];
  add(from);
  moveChat(from, to);
  from.moving.end(CHAT);
  const there = cronsIn(to.store);
  const id = there.findByName(CHAT, 'kd')?.id as CronId;
  there.advance(id, NOON_MS + HOUR_MS, { nextAtMs: NOON_MS + 2 * HOUR_MS });
  moveChat(to, from);
  moveChat(to, from);
  expect(linesOf(from)).toEqual(['kd active 14:00 /here/shop']);
});

test.each<[string, Partial<NewCron>, string | undefined, Partial<ArrivedCrons>, readonly string[]]>([
  ['nothing began', {}, undefined, {}, ['kd active 13:00 /here/shop']],
  ['what began was copied', {}, '12:30', {}, ['kd active 13:00 /here/shop']],
  ['its run began', {}, '13:00', { inDoubt: ['kd'] }, ['kd active 14:00 /here/shop']],
  ['several were caught up on', {}, '15:20', { inDoubt: ['kd'] }, ['kd active 16:00 /here/shop']],
  [
    'a distance keeps its beat',
    { kind: 'every', schedule: 'every 90m' },
    '14:31',
    { inDoubt: ['kd'] },
    ['kd active 16:00 /here/shop'],
  ],
  [
    'a single time does not come again',
    { kind: 'at', schedule: '2026-11-27T13:00' },
    '13:00',
    { asTheyWere: [], inDoubt: ['kd'] },
    [],
  ],
  [
    'one that cannot be read is left to whoever begins it',
    { schedule: 'no schedule' },
    '13:00',
    { inDoubt: ['kd'] },
    ['kd active 13:00 /here/shop'],
  ],
])('runs do not begin twice: %s', (_, change, begun, arrived, lines) => {
  const [from, to] = [machine(), machine()];
  add(from, change);
  const untilMs = begun === undefined ? undefined : Date.parse(`2026-11-27T${begun}:00Z`);
  expect([moveChat(from, to, untilMs === undefined ? {} : { kd: untilMs }), linesOf(to)]).toEqual([
    { asTheyWere: ['kd'], withoutProject: [], inDoubt: [], ...arrived },
    lines,
  ]);
});

test('a task that was handed over and had not begun is in doubt', () => {
  const [from, to] = [machine(), machine()];
  const id = add(from);
  const run = {
    key: 'there',
    nominalMs: NOON_MS,
    atMs: NOON_MS,
    outcome: 'pending',
    session: undefined,
  } as const;
  cronsIn(from.store).addRun(id, { run });
  expect(moveChat(from, to)).toEqual({ asTheyWere: ['kd'], withoutProject: [], inDoubt: ['kd'] });
});

test('what was missed on the way is due', () => {
  const [from, to] = [machine(), machine()];
  add(from, { nextAtMs: NOON_MS - MINUTE_MS });
  moveChat(from, to);
  expect(cronsIn(to.store).listDue(['whatsapp'], NOON_MS)).toEqual([
    { id: 1, nextAtMs: NOON_MS - MINUTE_MS },
  ]);
});

test.each<[string, string, string | undefined, string]>([
  ['a task in a project that is here', '/agent fix it', '/there/shop', 'kd active 13:00 /here/shop'],
  ['a task in one that can be brought', '/agent fix it', '/there/api', 'kd paused 13:00 /here/api'],
  ['a task in one that cannot', '/agent fix it', '/there/gone', 'kd paused 13:00 '],
  ['a task wherever its chat works', '/agent fix it', undefined, 'kd active 13:00 '],
  ['words need no project', 'stand up', '/there/gone', 'kd active 13:00 '],
])('%s', (_, message, workspace, line) => {
  const [from, to] = [machine(), machine()];
  add(from, { message, workspace });
  const arrived = moveChat(from, to);
  expect([linesOf(to), arrived?.withoutProject]).toEqual([[line], line.includes('paused') ? ['kd'] : []]);
});

test.each<[string, Json]>([
  ['no object', 'all of them'],
  ['no list', { crons: 3 }],
  ['a kind of a newer version', { crons: [{ name: 'kd', kind: 'lunar' }] }],
])('copies that cannot be read change nothing: %s', (_, copies) => {
  const to = machine();
  add(to);
  expect([to.moving.arrive({ conversation: CHAT, copies, begun: new Map() }), linesOf(to)]).toEqual([
    undefined,
    ['kd active 13:00 /there/shop'],
  ]);
});

test('words come without the one character that PostgreSQL refuses', () => {
  const [from, to] = [machine(), machine()];
  add(from, { message: 'zero \u0000 bird 🐦' });
  moveChat(from, to);
  expect(cronsIn(to.store).findByName(CHAT, 'kd')?.message).toBe('zero  bird 🐦');
});
