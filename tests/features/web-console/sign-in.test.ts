import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { conversationId } from '../../../src/core/ids.ts';
import { createAuditStore } from '../../../src/features/audit/rows/audit-store.ts';
import { createAddressStore } from '../../../src/features/web-console/rows/address-store.ts';
import { createVisitStore, LINK_MS } from '../../../src/features/web-console/visit-store.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { ANA, INSTANCE } from '../../support/gateway-rig.ts';
import { metricsOf } from '../../support/metrics-of.ts';
import { openTestStore } from '../../support/test-store.ts';

const BEA = '34600333444';
const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: BEA, role: 'member', workspaces: ['shop'] },
    { phone: ROY, role: 'reader', workspaces: ['shop'] },
  ],
  groups: [{ id: 'team', people: [ANA] }],
} as const;

let rig: ConsoleRig;
beforeEach(async () => {
  rig = await consoleRig({ access: ACCESS });
});
afterEach(() => rig.close());

test('a one-time link signs in, once, with a cookie that scripts and other sites never get', async () => {
  const code = rig.invite(LOCAL);
  const opened = await rig.get('/enter');
  const entered = await rig.post('/enter', { code });
  const again = await rig.post('/enter', { code });
  const [cookie = ''] = entered.headers['set-cookie'] ?? [];
  expect({
    opened: opened.status,
    entered: [entered.status, entered.headers.location],
    cookie: cookie.replace(/=[\w-]{43};/, '=<secret>;'),
    again: [again.status, again.headers['set-cookie']],
    page: (await rig.get('/', { cookie: cookie.split(';')[0] ?? '' })).status,
  }).toEqual({
    opened: 200,
    entered: [303, '/'],
    cookie: 'wasap=<secret>; Max-Age=2592000; Path=/; HttpOnly; SameSite=Strict',
    again: [401, undefined],
    page: 200,
  });
});

test.each([
  ['an unknown one', 'A'.repeat(43)],
  ['an empty one', ''],
  ['a hash of one', 'a'.repeat(64)],
])('%s signs nobody in', async (_what, code) => {
  const { status, headers } = await rig.post('/enter', { code });
  expect([status, headers['set-cookie']]).toEqual([401, undefined]);
});

test('whoever guesses is stopped', async () => {
  const answers = [];
  for (let guess = 0; guess < 12; guess += 1)
    answers.push((await rig.post('/enter', { code: `guess-${guess}` })).status);
  expect(answers).toEqual([...Array(10).fill(401), 429, 429]);
});

test.each(['/', '/tasks', '/questions', '/tasks/20261120-00000001', '/nothing'])(
  '%s shows nothing to somebody who is not signed in',
  async (to) => {
    await rig.say('/agent a secret plan');
    const answers = [await rig.get(to), await rig.get(to, { cookie: `wasap=${'x'.repeat(43)}` })];
    expect(answers.map(({ status, body }) => [status, body.includes('secret plan')])).toEqual([
      [401, false],
      [401, false],
    ]);
  },
);

test('neither code nor secret is stored', async () => {
  const code = rig.invite(LOCAL);
  const cookie = await rig.enter(ANA);
  const rows = JSON.stringify(
    ['web_links', 'web_sessions', 'inbox', 'outbox'].map((table) =>
      rig.store.database.read(`SELECT * FROM ${table}`, z.looseObject({})).all({}),
    ),
  );
  expect([code, cookie.slice('wasap='.length)].filter((secret) => rows.includes(secret))).toEqual([]);
});

test('/web is for an owner alone, and its link leads in', async () => {
  await rig.say('/web', { chat: 'bea', sender: BEA });
  await rig.say('/web', { chat: 'roy', sender: ROY });
  await rig.say('/web');
  // Whole programs are in tests/e2e; here no address is in the rows.
  expect(rig.phone.texts).toEqual([
    'Only an owner can do that.',
    'Only an owner can do that.',
    "The console isn't running.\nSet WEB_PORT and restart me, or start me in a terminal.",
  ]);
});

test('the link of /web works once, as the owner who asked for it', async () => {
  createAddressStore(rig.store.database).put({ instance: INSTANCE, address: rig.address }, 1);
  await rig.say('/web');
  const [, code = ''] = /\/enter#(\S+)/.exec(rig.phone.texts[0] ?? '') ?? [];
  const entered = await rig.post('/enter', { code });
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const { body } = await rig.get('/', { cookie });
  expect({
    first: rig.phone.texts[0]?.split('\n')[0],
    who: body.includes(`+${ANA}`),
    again: (await rig.post('/enter', { code })).status,
  }).toEqual({ first: '🔗 Your console:', who: true, again: 401 });
});

test('whoever has a phone is told where a link of this machine opens, and what is no /web gives none', async () => {
  const addresses = createAddressStore(rig.store.database);
  const lastLines = async (address: string): Promise<string | undefined> => {
    addresses.put({ instance: INSTANCE, address }, 1);
    await rig.say('/web');
    return rig.phone.texts.at(-1)?.split('\n').slice(2).join('\n');
  };
  const [here, elsewhere] = [await lastLines('http://127.0.0.1:8790'), await lastLines('https://a.example')];
  await rig.say('/web of');
  expect([here, elsewhere, rig.phone.texts.at(-1)?.split('\n')[0]]).toEqual([
    "It works once, for 10 minutes. Don't pass it on.\nIt opens only on the machine I run on.\nFor your phone, set WEB_HOST or WEB_ORIGIN there.",
    "It works once, for 10 minutes. Don't pass it on.",
    '/web [off | pair <number>]',
  ]);
});

test('in a group nobody gets a link', async () => {
  createAddressStore(rig.store.database).put({ instance: INSTANCE, address: rig.address }, 1);
  await rig.say('/web', { chat: 'team', group: { addressed: true } });
  expect(rig.phone.texts).toEqual([
    "I can't send that link to a group.\nWrite /web in your own chat with me.",
  ]);
});

test('/web off signs everybody out, and its links with them', async () => {
  const cookies = [await rig.enter(LOCAL), await rig.enter(ANA), await rig.enter(ROY)];
  const code = rig.invite(LOCAL);
  await rig.say('/web off', { chat: 'roy', sender: ROY });
  const before = await Promise.all(cookies.map((cookie) => rig.get('/', { cookie })));
  await rig.say('/web off');
  const after = await Promise.all(cookies.map((cookie) => rig.get('/', { cookie })));
  expect({
    before: before.map(({ status }) => status),
    after: after.map(({ status }) => status),
    link: (await rig.post('/enter', { code })).status,
    said: rig.phone.texts,
  }).toEqual({
    before: [200, 200, 200],
    after: [401, 401, 401],
    link: 401,
    said: ['Only an owner can do that.', '🔒 Signed out everywhere (browsers: 3).\nOpen it again: /web'],
  });
});

test('who came in, whose used link was tried again and who signed everybody out is in the record', async () => {
  const code = rig.invite(ANA);
  for (const tried of [code, code, 'A'.repeat(43)]) await rig.post('/enter', { code: tried });
  rig.token(ROY);
  await rig.say('/web off', { chat: 'roy', sender: ROY });
  await rig.say('/web off');
  const { database } = rig.store;
  const rows = database.read(
    `SELECT session_id AS task, phone_number AS person, command, decision, exit_code AS exit
     FROM agent_command_log ORDER BY id`,
    z.looseObject({}),
  );
  const noted = { task: '-', decision: 'allow', exit: 0 };
  expect({ rows: rows.all({}), check: (await createAuditStore(database).verify()).kind }).toEqual({
    rows: [
      { ...noted, person: ANA, command: 'web sign-in' },
      { ...noted, person: ANA, command: 'web sign-in', decision: 'deny', exit: null },
      { ...noted, person: ROY, command: 'web token' },
      { ...noted, person: ANA, command: 'web off' },
    ],
    check: 'intact',
  });
});

test('an owner sees sign-ins with /audit, a reader does not, and they count as no commands', async () => {
  await rig.enter(ANA);
  await rig.say('/audit');
  await rig.say('/audit', { chat: 'roy', sender: ROY });
  const { commands } = metricsOf(rig.store).over({ sinceMs: 0, untilMs: Date.now() });
  expect({ said: rig.phone.texts, executed: commands.executed }).toEqual({
    said: [
      '🧾 My last commands:\n✅ `web sign-in`\n   allowed · exit code 0 · 0 s',
      'No commands yet. Start a task: /agent <task>',
    ],
    executed: 0,
  });
});

test('who may no longer write is out at once, and stays out when they are back', async () => {
  const phone = '34600777888';
  const admit = () => {
    rig.store.people.invite({
      codeHash: phone,
      role: 'owner',
      workspaces: undefined,
      expiresAtMs: 9e15,
      tries: 1,
    });
    const seq = rig.store.people.openInvitation()?.seq ?? 0;
    rig.store.people.accept(seq, { phone, role: 'owner', workspaces: undefined }, 1);
  };
  admit();
  rig.store.people.noteDirectChat(phone, conversationId('phone', 'new'), 1);
  const cookie = await rig.enter(phone);
  const statuses = [(await rig.get('/', { cookie })).status];
  rig.store.people.remove(phone);
  statuses.push((await rig.get('/', { cookie })).status);
  admit();
  statuses.push((await rig.get('/', { cookie })).status);
  expect(statuses).toEqual([200, 401, 401]);
});

test('signing out ends this session and no other', async () => {
  const [one, other] = [await rig.enter(LOCAL), await rig.enter(LOCAL)];
  const left = await rig.post('/leave', {}, { cookie: one });
  expect([
    left.status,
    (await rig.get('/', { cookie: one })).status,
    (await rig.get('/', { cookie: other })).status,
  ]).toEqual([303, 401, 200]);
});

test('a link followed from another program gets there in two steps', async () => {
  const to = '/tasks?q=a%22b';
  const { status, body } = await rig.get(to, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect([status, /http-equiv="refresh" content="0;url=([^"]*)"/.exec(body)?.[1]]).toEqual([
    200,
    `${rig.address}/tasks?q=a%22b`,
  ]);
});

test('a path that looks like an address of others leads nowhere else', async () => {
  const { body } = await rig.get('//evil.example/x', { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(/url=([^"]*)"/.exec(body)?.[1]).toBe(`${rig.address}//evil.example/x`);
});

test.each([
  ['a link, after 10 minutes', 0, LINK_MS, undefined],
  ['a link, just before', 0, LINK_MS - 1, 'in'],
])('%s', (_what, madeMs, usedMs, result) => {
  const store = openTestStore({ path: ':memory:' });
  const visits = createVisitStore(store);
  const code = visits.invite(LOCAL, madeMs);
  expect(visits.enter(code, usedMs) === undefined ? undefined : 'in').toBe(result);
  store.close();
});

test('a session ends after 7 days unseen, and after 30 days whatever is seen', () => {
  const store = openTestStore({ path: ':memory:' });
  const visits = createVisitStore(store);
  const day = 86_400_000;
  const secret = visits.enter(visits.invite(ANA, 0), 0) ?? '';
  const unseen = visits.enter(visits.invite(ANA, 0), 0) ?? '';
  const seen = [6, 12, 18, 24, 29, 30].map((days) => visits.person(secret, days * day));
  expect({ seen, unseen: visits.person(unseen, 7 * day) }).toEqual({
    seen: [ANA, ANA, ANA, ANA, ANA, undefined],
    unseen: undefined,
  });
  store.close();
});
