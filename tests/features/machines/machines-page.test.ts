import { afterEach, expect, test } from 'vitest';
import type { ClusterSnapshot } from '../../../src/cluster/overview/cluster-snapshot.ts';
import {
  type ConsoleRig,
  consoleRig,
  LOCAL,
  runningTags,
  SECRET,
  wordsOf,
} from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { formWith, SCRIPTS } from '../../support/shown-page.ts';
import { BIG, CHATS, type FakeMachines, fakeMachines, members, OLD } from './scene.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['shop'] },
  ],
  groups: [],
} as const;

let rig: ConsoleRig;
afterEach(() => rig.close());

async function seeing(
  seen: Partial<ClusterSnapshot> | 'never' = {},
  locale: 'en' | 'es' = 'en',
): Promise<FakeMachines> {
  const machines = fakeMachines(seen);
  rig = await consoleRig({ access: ACCESS, machines, locale });
  return machines;
}

const page = async (query = '', person = LOCAL) =>
  await rig.get(`/machines${query}`, { cookie: await rig.enter(person) });

test('an owner sees each machine with what it does, and which chats live where', async () => {
  await seeing();
  const { body } = await page();
  const words = wordsOf(body);
  const cells = ['big-one', 'old', 'quito'].map((name) => {
    const from = body.indexOf(`id="cell-${name}-title"`);
    return wordsOf(`<main>${body.slice(from - 4, body.indexOf('</section>', from))}`);
  });
  expect({
    big: /^big-one this one running tasks running 2 tasks waiting 1 today \(UTC\) \$1\.25 chats 2 messages waiting 0 Last heard < 1 min ago Version 1\.2\.0 Projects: shop, site Record of commands: intact up to 118, checked 3 h ago No new chats/.test(
      cells[0] ?? '',
    ),
    chats: /Chats on big-one \+34600111222 via support Move Group 1203630@g\.us via support Move$/.test(
      cells[0] ?? '',
    ),
    old: /^old gone chats 1 messages waiting 4 oldest message 4 min ago Last heard 5 min ago Version 1\.2\.0 Projects: not known Record of commands: not checked yet/.test(
      cells[1] ?? '',
    ),
    quito: /^quito draining .*New chats again/.test(cells[2] ?? ''),
    front: /Fronts support running Messages waiting: 0 Last heard < 1 min ago Version 1\.2\.0$/.test(words),
    name: body.includes('wasap · big-one'),
    away: words.includes("doesn't answer"),
  }).toEqual({ big: true, chats: true, old: true, quito: true, front: true, name: true, away: false });
});

test('while PostgreSQL is away it says so, shows what was known last, and offers nothing', async () => {
  await seeing({ isAway: true, atMs: Date.now() - 10 * 60_000 });
  const { body } = await page('?move=support:34600111222@s.whatsapp.net');
  const words = wordsOf(body);
  expect([
    words.includes("PostgreSQL doesn't answer. This is what I knew last: 10 min ago"),
    words.includes('big-one'),
    words.includes('No new chats'),
    words.includes('Move'),
    words.includes('Search'),
  ]).toEqual([true, true, false, false, false]);
});

test.each<['en' | 'es', string, string]>([
  ['en', '34600555666', 'Search +34600555666 via support on old Move big-one'],
  ['es', '1203630', 'Buscar Grupo 1203630@g.us por support en big-one Mover big-one'],
  ['en', '"><script>alert(1)</script>', 'Search No chat has that in its name. big-one'],
])(
  'a chat is found by a part of its name, with the cell that has it (%s, %s)',
  async (locale, searched, said) => {
    await seeing({}, locale);
    await rig.say('/help');
    const { body } = await rig.get(`/machines?${new URLSearchParams({ find: searched })}`, {
      cookie: await rig.enter(ANA),
    });
    expect({ words: wordsOf(body).includes(said), tags: runningTags(body) }).toEqual({
      words: true,
      tags: [],
    });
  },
);

test('what all cells do and have spent stands above them', async () => {
  await seeing();
  expect(wordsOf((await page()).body)).toContain(
    'All cells together tasks running 4 tasks waiting 2 today (UTC) $2.50 chats 3 Find a chat',
  );
});

test('before they were ever seen it says so', async () => {
  await seeing('never');
  expect(wordsOf((await page()).body)).toMatch(/I've seen no machine yet\.$/);
});

test('its buttons ask what the command does, once, and show what came of it', async () => {
  const machines = await seeing();
  await rig.say('/help');
  const cookie = await rig.enter(ANA);
  const opened = await rig.get('/machines', { cookie });
  const form = formWith(opened.body, 'No new chats');
  const pressed = await rig.post('/machines', form, { cookie });
  await rig.post('/machines', form, { cookie });
  const then = await rig.get(pressed.headers.location ?? '', { cookie });
  expect({ asked: machines.asked, said: /big-one gets no new chats/.test(wordsOf(then.body)) }).toEqual({
    asked: [`drain ${BIG}`],
    said: true,
  });
});

test('a chat moves after it was confirmed where to', async () => {
  const machines = await seeing();
  await rig.say('/help');
  const cookie = await rig.enter(ANA);
  const chosen = await rig.get('/machines?move=support%3A34600555666%40s.whatsapp.net', { cookie });
  const before = [...machines.asked];
  const form = formWith(chosen.body, 'Move this chat');
  await rig.post('/machines', { ...form, cell: BIG }, { cookie });
  expect({
    before,
    // Neither where it lives, nor one that drains.
    offered: [...chosen.body.matchAll(/<option value="([^"]*)"/g)].map(([, name]) => name),
    asked: machines.asked,
  }).toEqual({
    before: [],
    offered: [BIG],
    asked: [`move support:34600555666@s.whatsapp.net ${BIG}`],
  });
});

test.each([
  ['nothing', {}],
  ['an unknown wish', { do: 'explode', cell: 'quito' }],
  ['no name of a cell', { do: 'drain', cell: 'quito; rm -rf' }],
  ['a chat with words behind it', { do: 'move', cell: 'quito', chat: 'support:1 other\n/agent x' }],
  ['no chat', { do: 'move', cell: 'quito', chat: '' }],
])('a form that asks for %s is refused', async (_what, form) => {
  const machines = await seeing();
  const cookie = await rig.enter(ANA);
  expect([(await rig.post('/machines', form, { cookie })).status, machines.asked]).toEqual([404, []]);
});

test.each([
  ['a member', BEA],
  ['a reader', ROY],
])('for %s there is no such page, no data, and nothing is done', async (_who, person) => {
  const machines = await seeing();
  const cookie = await rig.enter(person);
  const headers = { authorization: `Bearer ${rig.token(person)}` };
  expect([
    (await page('', person)).status,
    (await rig.post('/machines', { do: 'drain', cell: BIG }, { cookie })).status,
    (await rig.get('/', { cookie })).body.includes('href="/machines"'),
    (await rig.get('/api/v1/machines', { headers })).status,
    machines.asked,
  ]).toEqual([404, 404, false, 404, []]);
});

test('on a program that is alone there is no such page, and no name of a machine', async () => {
  rig = await consoleRig({ access: ACCESS });
  const cookie = await rig.enter(LOCAL);
  const { body } = await rig.get('/', { cookie });
  expect([(await page()).status, body.includes('/machines'), body.includes('wasap ·')]).toEqual([
    404,
    false,
    false,
  ]);
});

test.each(SCRIPTS)('what machines and chats are called is only text: %s', async (script) => {
  const atMs = Date.now();
  const [first] = members(atMs);
  if (first?.snapshot === undefined) throw new Error('the scene has a cell');
  const named = {
    ...first,
    name: script,
    version: script,
    snapshot: { ...first.snapshot, projects: [script, SECRET] },
  };
  const chat = { conversation: `support:${script}`, front: script, person: script, cell: script };
  await seeing({ members: [named, { ...named, kind: 'front' }], chats: [chat], atMs });
  const { body } = await page(`?move=${encodeURIComponent(chat.conversation)}`);
  expect([runningTags(body), body.includes('sk-canary')]).toEqual([[], false]);
});

test('in Spanish', async () => {
  await seeing({}, 'es');
  const words = wordsOf((await page()).body);
  expect(words).toMatch(
    /big-one esta en marcha tareas en marcha 2 tareas en espera 1 hoy \(UTC\) \$1\.25 .*intacto hasta 118, .*Sin chats nuevos .*old no responde .*Frentes support en marcha/,
  );
});

test('the same as data', async () => {
  await seeing({
    members: members(Date.now()).filter(({ name }) => name === OLD),
    atMs: Date.UTC(2026, 10, 20),
  });
  const headers = { authorization: `Bearer ${rig.token(LOCAL)}` };
  const { body } = await rig.get('/api/v1/machines', { headers });
  expect(JSON.parse(body)).toEqual({
    cell: BIG,
    seen_at: '2026-11-20T00:00:00.000Z',
    postgres_answers: true,
    machines: [
      {
        kind: 'cell',
        name: OLD,
        state: 'gone',
        version: '1.2.0',
        heard_at: '2026-11-19T23:55:00.000Z',
        messages_waiting: 4,
        oldest_waiting_at: '2026-11-19T23:56:00.000Z',
        chats: 1,
        projects: null,
        tasks: null,
        today_usd: null,
        record: null,
      },
    ],
    chats: CHATS.map(({ conversation, front, person, cell }) => ({
      chat: conversation,
      front,
      person,
      cell,
    })),
    chats_left_out: 0,
  });
});

test('a chat that was found by a search can be chosen, though its cell shows others', async () => {
  await seeing({ chats: [] });
  await rig.say('/help');
  const { body } = await rig.get('/machines?move=support:34600555666@s.whatsapp.net', {
    cookie: await rig.enter(ANA),
  });
  expect(wordsOf(body)).toContain('The chat with +34600555666 lives on old. ');
});

test('where no chat of a cell has a place on the page, their number stands there', async () => {
  await seeing({ chats: [] });
  const words = wordsOf((await page()).body);
  expect([
    words.includes('More chats: 2. Search for one above.'),
    words.includes('Chats on big-one'),
  ]).toEqual([true, false]);
});

test('as data: the chats that were found, or how many are left out', async () => {
  await seeing();
  const headers = { authorization: `Bearer ${rig.token(LOCAL)}` };
  const read = async (query: string) =>
    JSON.parse((await rig.get(`/api/v1/machines${query}`, { headers })).body);
  const [all, found] = [await read(''), await read('?find=1203630')];
  expect({
    all: [all.chats.length, all.chats_left_out],
    found: [found.chats.map(({ chat }: { chat: string }) => chat), found.chats_left_out],
  }).toEqual({ all: [3, 0], found: [['support:1203630@g.us'], null] });
});

test.each([
  [
    'en',
    /Projects 1 project on big-one .*On other machines shop on old \(gone\), quito site on old \(gone\), quito Their pages/,
  ],
  [
    'es',
    /Proyectos 1 proyecto en big-one .*En otras máquinas shop en old \(no responde\), quito site en old \(no responde\), quito Sus/,
  ],
] as const)(
  'the page of projects has those of the other machines, each with its own (%s)',
  async (locale, said) => {
    const [big, old, quito] = members(Date.now());
    const of = (member: typeof big) => ({ ...member, snapshot: big?.snapshot }) as NonNullable<typeof big>;
    await seeing({ members: [of(big), of(old), of(quito)] }, locale);
    expect(wordsOf((await rig.get('/projects', { cookie: await rig.enter(LOCAL) })).body)).toMatch(said);
  },
);

test('somebody with a single project does not hear of others on other machines', async () => {
  await seeing();
  const words = wordsOf((await rig.get('/projects', { cookie: await rig.enter(BEA) })).body);
  expect([words.includes('shop on quito'), words.includes('site')]).toEqual([true, false]);
});

test('the page of the record has the commands of all cells, each with its own, and says who did not answer', async () => {
  await seeing();
  const { commandLog } = rig.store;
  const ids = { session: '20261120-00000001' as never, call: 'c1' as never };
  commandLog.addAttempt({ ...ids, phoneNumber: ANA, command: 'sudo ls', decision: 'deny' });
  const words = wordsOf((await rig.get('/audit', { cookie: await rig.enter(LOCAL) })).body);
  expect(words).toMatch(
    /record of big-one\. .* No answer from: old In a terminal there: wasap audit .*sudo ls blocked .* big-one .*npm run deploy approved .* quito .*Entry 7 .*Output deployed/,
  );
});
