import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { ClusterSnapshot } from '../../../src/cluster/overview/cluster-snapshot.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/core/clock.ts';
import { ANA, type GatewayRig, gatewayRig, INSTANCE } from '../../support/gateway-rig.ts';
import { fakeMachines, members } from './scene.ts';

const BOB = '34600999888';
const NOON_MS = Date.UTC(2026, 10, 20, 12);
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BOB, role: 'member', workspaces: undefined },
  ],
  groups: [{ id: 'team', people: [ANA, BOB] }],
} as const;

let rig: GatewayRig;
afterEach(() => rig.remove());

async function open(seen: Partial<ClusterSnapshot> | 'never' = {}): Promise<void> {
  const machines = fakeMachines(
    seen === 'never' ? 'never' : { atMs: NOON_MS, members: [...members(NOON_MS)], ...seen },
  );
  rig = await gatewayRig({ access: ACCESS, locale: 'en', machines });
  rig.store.instances.register({ id: INSTANCE, pid: 1, startTime: '0', atMs: 0 });
}

/** The lines from the one on that names this cell, or says that PostgreSQL is away. */
async function othersIn(
  text: string,
  change: Parameters<GatewayRig['say']>[1] = {},
): Promise<readonly string[]> {
  const before = rig.phone.texts.length;
  await rig.say(text, { sender: ANA, chat: 'ana', ...change });
  // Figures are added up by another thread.
  await expect.poll(() => rig.phone.texts.length).toBeGreaterThan(before);
  const lines = (rig.phone.texts.at(-1) ?? '').split('\n');
  const from = lines.findIndex((line) => /^(?:🖥️|⚠️ PostgreSQL)/u.test(line));
  return from === -1 ? [] : lines.slice(from);
}

const OTHERS = [
  'Cell old: gone for 5 min 00 s · chats: 1 · messages waiting: 4 (4 min 00 s)',
  'Cell quito: draining · tasks 2 + 1 waiting · $1.25 today · 3 s ago',
  'Front support: running · 3 s ago',
  'All cells together: tasks 4 + 2 waiting · $2.50 today',
];

test('/metrics of a cell names it, and says how the others are', async () => {
  await open();
  expect(await othersIn('/metrics')).toEqual(["🖥️ I'm the cell big-one. The others:", ...OTHERS]);
});

test('while PostgreSQL is away it is the state of then', async () => {
  await open({ isAway: true, atMs: NOON_MS - 10 * MINUTE_MS });
  expect((await othersIn('/metrics')).slice(0, 2)).toEqual([
    "⚠️ PostgreSQL doesn't answer. As of 10 min 00 s ago:",
    'Cell old: gone for 15 min 00 s · chats: 1 · messages waiting: 4 (4 min 00 s)',
  ]);
});

test('before they were ever seen it says so', async () => {
  await open('never');
  expect(await othersIn('/metrics')).toEqual(["⚠️ PostgreSQL doesn't answer. I've seen no machine yet."]);
});

test('/audit verify of a cell adds how far the others have verified theirs', async () => {
  await open();
  expect(await othersIn('/audit verify')).toEqual([
    "🖥️ I'm the cell big-one. The others:",
    'Cell old: gone for 5 min 00 s · record not checked yet',
    'Cell quito: record intact up to 118, checked 3 h 00 min ago, hash c0ffee000000',
  ]);
});

test('what a cell that is gone had spent today counts, of yesterday it does not, and its tasks are at work nowhere', async () => {
  const [big, old, quito] = members(NOON_MS);
  if (big === undefined || old === undefined || quito?.snapshot === undefined)
    throw new Error('the scene has three cells');
  const { snapshot } = quito;
  const said = (secondsOld: number) => ({
    members: [big, { ...old, snapshot: { ...snapshot, secondsOld } }],
  });
  await open(said(11 * 3600));
  const today = (await othersIn('/metrics')).at(-1);
  await rig.remove();
  await open(said(13 * 3600));
  expect([today, (await othersIn('/metrics')).at(-1)]).toEqual([
    'All cells together: tasks 2 + 1 waiting · $2.50 today',
    'All cells together: tasks 2 + 1 waiting · $1.25 today',
  ]);
});

test('a record that was found broken elsewhere is told', async () => {
  const [, , quito] = members(NOON_MS);
  if (quito?.snapshot === undefined) throw new Error('the scene has a cell');
  const snapshot = { ...quito.snapshot, verified: { atMs: NOON_MS - HOUR_MS, head: null } };
  await open({ members: [{ ...quito, snapshot }] });
  expect((await othersIn('/audit verify')).at(-1)).toBe('Cell quito: record broken, checked 1 h 00 min ago');
});

test.each([
  ['a member', { sender: BOB, chat: 'bob' }],
  ['a group', { chat: 'team', group: { addressed: true } }],
] as const)('%s hears of this chat alone', async (_who, change) => {
  await open();
  expect([await othersIn('/metrics', change), await othersIn('/audit verify', change)]).toEqual([[], []]);
});

test('what a check of the record found is told to the others; without being asked once a day', async () => {
  await open();
  const row = z.object({ atMs: z.int(), newest: z.int(), hash: z.string() });
  const rows = rig.store.database.read('SELECT at_ms AS atMs, newest, hash FROM audit_verified', row);
  const verified = () => rows.get({});
  const tidied = async () => {
    await rig.features.find(({ name }) => name === 'audit')?.tidy?.();
    return verified();
  };
  const before = verified();
  const { commandLog } = rig.store;
  commandLog.addAttempt({
    session: '20261120-00000001' as never,
    call: 'c1' as never,
    phoneNumber: ANA,
    command: 'ls',
    decision: 'deny',
  });
  const first = await tidied();
  await rig.clock.advance(DAY_MS - MINUTE_MS);
  const soon = await tidied();
  await rig.clock.advance(MINUTE_MS);
  expect({ before, first, soon, later: await tidied() }).toEqual({
    before: undefined,
    first: { atMs: NOON_MS, newest: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    soon: first,
    later: { ...first, atMs: NOON_MS + DAY_MS },
  });
});

/** The whole answer to an owner who is alone, else to whom `change` says. */
async function saidTo(text: string, change: Parameters<GatewayRig['say']>[1] = {}): Promise<string> {
  const before = rig.phone.texts.length;
  await rig.say(text, { sender: ANA, chat: 'ana', ...change });
  await expect.poll(() => rig.phone.texts.length).toBeGreaterThan(before);
  return rig.phone.texts.at(-1) ?? '';
}

function attempt(command: string): void {
  const ids = { session: '20261120-00000001' as never, call: command as never };
  rig.store.commandLog.addAttempt({ ...ids, phoneNumber: ANA, command, decision: 'deny' });
}

test('/audit lists the commands of all cells, each with its own, and names who did not answer', async () => {
  await open();
  attempt('sudo ls');
  expect((await saidTo('/audit')).split('\n')).toEqual([
    '🧾 My last commands:',
    '🚫 `sudo ls`',
    '   big-one · blocked',
    '✅ `npm run deploy`',
    '   quito · approved · exit code 0 · 1 s',
    '⚠️ No answer from: old',
    'In a terminal there: wasap audit',
  ]);
});

test('/audit while PostgreSQL is away says whose it is', async () => {
  await open({ isAway: true });
  attempt('sudo ls');
  expect((await saidTo('/audit denied')).split('\n')).toEqual([
    '🚫 Blocked or rejected:',
    '🚫 `sudo ls`',
    '   big-one · blocked',
    "⚠️ PostgreSQL doesn't answer, so these are of big-one alone.",
  ]);
});

test.each([
  ['a member', { sender: BOB, chat: 'bob' }],
  ['a group', { chat: 'team', group: { addressed: true } }],
] as const)('/audit of %s is of this chat alone', async (_who, change) => {
  await open();
  attempt('sudo ls');
  expect(await saidTo('/audit', change)).toBe('No commands yet. Start a task: /agent <task>');
});

test('/model says from whose settings its list is', async () => {
  await open();
  expect((await saidTo('/model')).split('\n').slice(-2)).toEqual([
    '🖥️ From the settings of big-one.',
    'Chats on another machine use its list.',
  ]);
});

test.each([
  ['en', ['🖥️ Only those of big-one. This chat lived before on: lima', 'Owners there see those.']],
  ['es', ['🖥️ Solo los de big-one. Este chat vivió antes en: lima', 'Esos los ven los dueños de ahí.']],
] as const)('/audit of a member whose chat came from another machine says so (%s)', async (locale, said) => {
  const machines = { ...fakeMachines(), earlierCells: () => ['lima'] };
  rig = await gatewayRig({ access: ACCESS, locale, machines });
  rig.store.instances.register({ id: INSTANCE, pid: 1, startTime: '0', atMs: 0 });
  expect((await saidTo('/audit', { sender: BOB, chat: 'bob' })).split('\n').slice(-2)).toEqual(said);
});
