import { readFileSync } from 'node:fs';
import path from 'node:path';
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

/** The request of the guide, about this task. */
const GUIDE = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guide/browser-task.md'), 'utf8');
const taskAddress = (id: string): string => `${/http:\/\/[^/]+(\S+\?id=)/.exec(GUIDE)?.[1]}${id}`;

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

test('one task with its plan, its rounds and what they cost', async () => {
  const [session] = rig.sessions();
  if (session === undefined) throw new Error('no session');
  const { store } = rig;
  store.history.setPlan(session.id, { steps: [{ title: `use ${SECRET}`, status: 'in_progress' }] });
  store.calls.add({
    session: session.id,
    id: 'call-7' as never,
    round: 1,
    position: 0,
    tool: 'run_command',
    input: { command: `echo ${SECRET}` },
    malformed: undefined,
    state: 'done',
    prepared: null,
    result: { text: 'ok', data: null, ok: true, durationMs: 12 },
    startedAtMs: 1,
  });
  const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, cacheWriteTokens: 1 };
  store.spending.add({ session: session.id, round: 1, person: ANA, usage, microUsd: 2500, atMs: 1 });
  expect(await read(taskAddress(session.id))).toEqual({
    id: session.id,
    task: 'tidy up [secret]',
    kind: 'task',
    status: 'waiting',
    project: 'shop',
    person: ANA,
    rounds: 0,
    cost_usd: 0,
    started_at: new Date(session.origin.createdAtMs).toISOString(),
    plan: [{ title: 'use [secret]', status: 'in_progress', note: null }],
    costs: [{ round: 1, cost_usd: 0.0025, tokens_read: 14, tokens_written: 5 }],
    course: [
      {
        round: 1,
        said: '',
        calls: [
          {
            id: 'call-7',
            tool: 'run_command',
            subject: 'echo [secret]',
            state: 'done',
            ok: true,
            decision: null,
            duration_ms: 12,
            input: '{"command":"echo [secret]"}',
            output: 'ok',
          },
        ],
        calls_left_out: 0,
      },
    ],
    earlier_rounds: 0,
    report: null,
  });
});

test.each([
  ['of another person', () => rig.sessions()[0]?.id ?? ''],
  ['that never was', () => '20261120-ffffffff'],
  ['with an odd name', () => "'%20OR%201=1"],
])('a task %s is not there', async (_what, id) => {
  const { status, body } = await rig.get(`/api/v1/task?id=${id()}`, bearer(rig.token(ROY)));
  expect([status, JSON.parse(body)]).toEqual([
    404,
    { error: 'There is no such thing, or it is not yours to read.' },
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
