import { afterEach, beforeEach, expect, test } from 'vitest';
import { askingOnce, type ConsoleRig, consoleRig, LOCAL, SECRET } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';

const ROY = '34600555666';
const ACCESS = {
  people: [
    { phone: ANA, role: 'owner', workspaces: undefined },
    { phone: ROY, role: 'reader', workspaces: ['shop'] },
  ],
  groups: [],
} as const;

let rig: ConsoleRig;
beforeEach(async () => {
  rig = await consoleRig({ access: ACCESS, run: askingOnce() });
  await rig.say(`/agent tidy up ${SECRET}`);
});
afterEach(() => rig.close());

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
const read = async (to: string, person = LOCAL) =>
  JSON.parse((await rig.get(to, bearer(rig.token(person)))).body);

test('what runs, what waits and what it cost', async () => {
  const [session] = rig.sessions();
  const approval = rig.store.approvals.get('k7x' as never);
  expect(await read('/api/v1/now')).toEqual({
    version: '0.1.0',
    whatsapp: null,
    tasks: [
      {
        id: session?.id,
        task: 'tidy up [secret]',
        status: 'waiting',
        project: 'shop',
        person: ANA,
        rounds: 0,
      },
    ],
    questions: [
      {
        id: 'k7x',
        task_id: session?.id,
        person: ANA,
        tool: 'run_command',
        details: 'curl https://example.com',
        asked_at: new Date(approval?.askedAtMs ?? 0).toISOString(),
      },
    ],
    spent_today_usd: 0,
  });
});

test('tasks by state and words, page by page', async () => {
  const all = await read('/api/v1/tasks?q=TIDY&state=waiting&limit=1');
  const rest = await read(`/api/v1/tasks?limit=1&before=${all.next}`);
  expect([all.tasks.map(({ task }: { task: string }) => task), rest]).toEqual([
    ['tidy up [secret]'],
    { tasks: [], next: null },
  ]);
});

test('a reader reads what is theirs', async () => {
  const data = [await read('/api/v1/tasks', ROY), await read('/api/v1/questions', ROY)];
  expect(data).toEqual([{ tasks: [], next: null }, { questions: [] }]);
});

test.each([
  ['no token', {}],
  ['a wrong one', bearer('x'.repeat(43))],
  ['another scheme', { headers: { authorization: 'Basic eDp5' } }],
])('%s reads nothing', async (_what, asking) => {
  const answers = await Promise.all(
    ['/api/v1/now', '/api/v1/tasks', '/api/v1/openapi.json'].map((to) => rig.get(to, asking)),
  );
  expect(answers.map(({ status, body }) => [status, body.includes('tidy')])).toEqual(
    Array(3).fill([401, false]),
  );
});

test('the session of a browser reads no data, and a token shows no page', async () => {
  const cookie = await rig.enter(LOCAL);
  const [data, page] = [
    await rig.get('/api/v1/now', { cookie }),
    await rig.get('/tasks', bearer(rig.token(LOCAL))),
  ];
  expect([data.status, page.status]).toEqual([401, 401]);
});

test('a token ends with /web off', async () => {
  const token = rig.token(LOCAL);
  const before = await rig.get('/api/v1/now', bearer(token));
  await rig.say('/web off');
  expect([before.status, (await rig.get('/api/v1/now', bearer(token))).status]).toEqual([200, 401]);
});

test.each(['?state=odd', '?limit=0', '?limit=1000', '?before=x'])(
  'an unknown parameter is named: %s',
  async (query) => {
    const { status, body } = await rig.get(`/api/v1/tasks${query}`, bearer(rig.token(LOCAL)));
    const [, name = ''] = /\?(\w+)/.exec(query) ?? [];
    expect([status, body.includes(name)]).toEqual([400, true]);
  },
);

test('it describes itself (-u writes the description anew)', async () => {
  const { body } = await rig.get('/api/v1/openapi.json', bearer(rig.token(LOCAL)));
  await expect(`${JSON.stringify(JSON.parse(body), null, 2)}\n`).toMatchFileSnapshot('./openapi.golden.json');
});
