import { afterEach, expect, test } from 'vitest';
import type { CallRecord } from '../../../src/contracts/store.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { ANA } from '../../support/gateway-rig.ts';
import { sessionRecord } from '../../support/session-record.ts';

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

const shown = (html: string): string =>
  html
    .replace(/^[\s\S]*<main[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');
const commandsIn = (html: string): readonly string[] =>
  [...html.matchAll(/name="command" value="([^"]+)"/g)].map(([, value = '']) => value);
const afterIn = (html: string): string => /name="after" value="(\d+)"/.exec(html)?.[1] ?? '';
const session = (): SessionId => rig.sessions()[0]?.id ?? ('' as SessionId);
const taskPath = (): string => `/tasks/${session()}`;

function call(round: number, position: number, change: Partial<CallRecord> = {}): CallRecord {
  return {
    session: session(),
    id: `call-${round}-${position}` as CallId,
    round,
    position,
    tool: 'run_command',
    input: { command: `echo ${round}` },
    malformed: undefined,
    state: 'done',
    prepared: null,
    result: { text: 'printed', data: null, ok: true, durationMs: 1200 },
    startedAtMs: 1,
    ...change,
  };
}

/** A finished task of Ana whose work waits on a branch. */
async function worktree(options: Parameters<typeof consoleRig>[0] = {}): Promise<void> {
  rig = await consoleRig({ access: ACCESS, ...options });
  await rig.say('/agent fix the login');
  const folder = '/nowhere/worktrees/one';
  const made = {
    baseCommit: 'a'.repeat(40),
    baseBranch: 'refs/heads/main',
    base: { trees: [], skipped: [], moreSkipped: 0, exclude: '', git: null },
    uncommitted: [],
    linked: [],
    dependencies: [],
    setup: null,
  };
  rig.store.worktrees.add({
    session: session(),
    kind: 'branch',
    project: '/projects/shop',
    folder,
    branch: 'wasap/1-fix',
    createdAtMs: 1,
  });
  rig.store.worktrees.setMade(session(), made);
  rig.store.sessions.update(session(), { workspace: folder, atMs: 1 });
}

test('a task whose work waits on a branch has the buttons of its choices, for who began it', async () => {
  await worktree();
  const seenBy = async (person: string) =>
    commandsIn((await rig.get(taskPath(), { cookie: await rig.enter(person) })).body);
  expect({ ana: await seenBy(ANA), machine: await seenBy(LOCAL) }).toEqual({
    ana: ['merge', 'keep', 'discard'],
    machine: ['merge', 'keep', 'discard'],
  });
});

test('a pull request is offered where one can be opened', async () => {
  const worktrees = {
    folderOf: () => '/nowhere',
    maxParallelTasks: 1,
    hasRepository: () => false,
    canOpenPullRequests: true,
  };
  await worktree({ program: { worktrees } });
  const { body } = await rig.get(taskPath(), { cookie: await rig.enter(LOCAL) });
  expect(commandsIn(body)).toEqual(['merge', 'pr', 'keep', 'discard']);
});

test('the merge button is a choice in the chat, once, and the page says what the chat was told', async () => {
  await worktree({
    worktrees: {
      planMerge: async () => ({ kind: 'refused', refusal: { kind: 'conflict', files: ['src/a.ts'] } }),
      commitRest: async () => undefined,
    },
  });
  const cookie = await rig.enter(LOCAL);
  const { body } = await rig.get(taskPath(), { cookie });
  const form = { command: 'merge', after: afterIn(body) };
  const pressed = await Promise.all([1, 2, 3].map(() => rig.post(taskPath(), form, { cookie })));
  await rig.gateway.idle();
  const page = await rig.get(taskPath(), { cookie });
  const told = rig.phone.texts.filter((text) => text.includes('src/a.ts'));
  expect({
    places: new Set(pressed.map(({ headers }) => headers.location)).size,
    told: told.length,
    page: shown(page.body).includes('src/a.ts'),
  }).toEqual({ places: 1, told: 1, page: true });
});

test('a button of a page that is behind is answered by the chat, and does nothing twice', async () => {
  rig = await consoleRig({
    access: ACCESS,
    run: async (_session, agent) => agent.end({ kind: 'parked', reason: 'rounds', detail: '', text: '' }),
  });
  await rig.say('/agent fix the login');
  const cookie = await rig.enter(LOCAL);
  const other = await rig.enter(ANA);
  const [one, two] = [await rig.get(taskPath(), { cookie }), await rig.get(taskPath(), { cookie: other })];
  await rig.post(taskPath(), { command: 'cancel', after: afterIn(one.body) }, { cookie });
  // Two people have two chats, which are handled side by side.
  await rig.gateway.idle();
  const late = await rig.post(taskPath(), { command: 'cancel', after: afterIn(two.body) }, { cookie: other });
  await rig.gateway.idle();
  const page = await rig.get(late.headers.location ?? '', { cookie: other });
  expect([
    rig.sessions()[0]?.state.status,
    late.status,
    shown(page.body).includes('has already ended'),
  ]).toEqual(['cancelled', 303, true]);
});

test('who was a member and now only reads has no button for their own task', async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('/agent fix the login');
  rig.store.sessions.create(
    sessionRecord({
      id: '20261120-0000000a' as SessionId,
      owner: ROY,
      state: { status: 'failed' },
      conversation: rig.sessions()[0]?.conversation,
    }),
  );
  const { status, body } = await rig.get('/tasks/20261120-0000000a', { cookie: await rig.enter(ROY) });
  expect([status, commandsIn(body)]).toEqual([200, []]);
});

test.each([
  ['a member', BEA],
  ['a reader', ROY],
])('for %s the pages of another person are as if they were not there', async (_who, person) => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('/agent a secret plan');
  rig.store.calls.add(call(1, 0));
  const cookie = await rig.enter(person);
  const theirs = ['', '/calls/call-1-0', '/changes', '/trace'].map((end) => `${taskPath()}${end}`);
  const none = ['', '/calls/call-1-0', '/changes', '/trace'].map((end) => `/tasks/20261120-ffffffff${end}`);
  const answers = await Promise.all([...theirs, ...none].map((to) => rig.get(to, { cookie })));
  const bodies = new Set(answers.map(({ body }) => body));
  expect([answers.map(({ status }) => status), bodies.size]).toEqual([Array(8).fill(404), 1]);
});

test('a round says what was said, what it called, what was decided and what it cost', async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('/agent fix the login');
  const { store } = rig;
  store.calls.add(call(1, 0));
  store.commandLog.addAttempt({
    session: session(),
    call: 'call-1-0' as CallId,
    phoneNumber: ANA,
    command: 'echo 1',
    decision: 'ask_approved',
  });
  store.calls.add(
    call(1, 1, {
      tool: 'apply_patch',
      input: { path: 'a.ts' },
      result: { text: 'no', data: null, ok: false, durationMs: 5 },
    }),
  );
  store.history.append(session(), 0, {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I look first.' },
      { type: 'tool_use', id: 'call-1-0', name: 'run_command', input: {} },
      { type: 'tool_use', id: 'call-1-1', name: 'apply_patch', input: {} },
    ],
  });
  const usage = { inputTokens: 4000, outputTokens: 200, cacheReadTokens: 0, cacheWriteTokens: 0 };
  store.spending.add({ session: session(), round: 1, person: ANA, usage, microUsd: 120_000, atMs: 1 });
  const { body } = await rig.get(taskPath(), { cookie: await rig.enter(LOCAL) });
  expect(shown(body)).toMatch(
    /Round by round Round 1 \$0\.12 I look first\. run_command echo 1 1\.2 s Asked, and allowed\. Input .*apply_patch a\.ts failed · 5 ms/,
  );
  expect(shown(body)).toMatch(
    /Cost by round .*Most in round 1: \$0\.12 As a table Round Cost Tokens read Tokens written 1 \$0\.12 4\.0k 200/,
  );
});

test('a long request, and long words of a round, are shown without the beginning of a token at their cut', async () => {
  rig = await consoleRig({ access: ACCESS });
  const token = `ghp_${'a1B2'.repeat(9)}`;
  const acrossCut = (length: number) => `${'go on '.repeat(length).slice(0, length - 20)} ${token} and on`;
  await rig.say(`/agent ${acrossCut(4000)}`);
  rig.store.calls.add(call(1, 0, { input: { command: acrossCut(120) } }));
  rig.store.history.append(session(), 0, {
    role: 'assistant',
    content: [
      { type: 'text', text: acrossCut(1500) },
      { type: 'tool_use', id: 'call-1-0', name: 'run_command', input: {} },
    ],
  });
  const { body } = await rig.get(taskPath(), { cookie: await rig.enter(LOCAL) });
  expect([body.includes('go on go on'), body.includes(token.slice(0, 9))]).toEqual([true, false]);
});

test('the evidence is what the records show', async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('/agent fix the login');
  const data = { exit_code: 1, tests: { passed: 3, failed: 1, skipped: 0 }, test_run: 'exit-code' };
  rig.store.calls.add(
    call(1, 0, { input: { command: 'npm test' }, result: { text: 'failed', data, ok: true, durationMs: 5 } }),
  );
  const { body } = await rig.get(taskPath(), { cookie: await rig.enter(LOCAL) });
  expect(shown(body)).toMatch(/Evidence From the records.* npm test → 1 .*3 passed, 1 failed/);
});

const EVIL =
  '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u001b[31mred\u001b[0m \u202etxt.exe\u202c';

test('whatever a call holds is text: markup, terminal codes, text that runs backwards', async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('/agent look');
  const evil = 'call/../<b>"' as CallId;
  rig.store.calls.add(
    call(1, 0, {
      id: evil,
      tool: EVIL,
      input: { command: EVIL },
      result: { text: `${EVIL}${'x'.repeat(2000)}`, data: null, ok: true, durationMs: 1 },
    }),
  );
  const cookie = await rig.enter(LOCAL);
  const page = await rig.get(taskPath(), { cookie });
  const [, link = ''] = /href="(\/tasks\/[^"]+\/calls\/[^"]+)"/.exec(page.body) ?? [];
  const whole = await rig.get(link, { cookie });
  for (const { body } of [page, whole]) {
    expect(body.match(/<script>|<img| onerror=(?!alert\(1\)&gt;)/g)).toBeNull();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
    expect(/[\u001b\u202e\u202c]/.test(body)).toBe(false);
    expect(body).toContain('\\u{202e}txt.exe');
  }
  expect([whole.status, whole.body.includes('x'.repeat(2000))]).toEqual([200, true]);
});

test('a task of 300 rounds and 3,000 calls: each page is light, and all rounds can be reached', {
  tags: 'full',
}, async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('/agent work for long');
  const text = 'line "quoted" <of> output\n'.repeat(40);
  rig.store.atomically(() => {
    for (let round = 1; round <= 300; round += 1) {
      for (let position = 0; position < 10; position += 1)
        rig.store.calls.add(call(round, position, { result: { text, data: null, ok: true, durationMs: 5 } }));
      const uses = Array.from({ length: 10 }, (_, position) => ({
        type: 'tool_use' as const,
        id: `call-${round}-${position}`,
        name: 'run_command',
        input: { command: `echo ${round}` },
      }));
      rig.store.history.append(session(), 2 * round, {
        role: 'assistant',
        content: [{ type: 'text', text: `step ${round}` }, ...uses],
      });
      rig.store.history.append(session(), 2 * round + 1, { role: 'user', content: [{ type: 'text', text }] });
    }
  });
  const cookie = await rig.enter(LOCAL);
  const rounds: number[] = [];
  const bytes: number[] = [];
  const times: number[] = [];
  for (let to: string | undefined = taskPath(); to !== undefined; ) {
    const began = performance.now();
    const { body } = await rig.get(to, { cookie });
    times.push(performance.now() - began);
    bytes.push(Buffer.byteLength(body));
    rounds.push(...[...body.matchAll(/<h3>Round (\d+)<\/h3>/g)].map(([, round]) => Number(round)));
    to = /href="(\/tasks\/[^"]+\?before=\d+)"/.exec(body)?.[1];
  }
  const [median = 0] = times.sort((a, b) => a - b).slice(Math.floor(times.length / 2));
  expect({
    rounds: [...rounds].sort((a, b) => a - b),
    isLight: Math.max(...bytes) <= 400_000,
    // A machine that has nothing else to do takes a fiftieth of this.
    isQuick: median < 1500,
  }).toEqual({ rounds: Array.from({ length: 300 }, (_, index) => index + 1), isLight: true, isQuick: true });
});

test('of a task with megabytes of results the report is the evidence', async () => {
  rig = await consoleRig({ access: ACCESS });
  await rig.say('/agent read much');
  const text = 'x'.repeat(500_000);
  for (let round = 1; round <= 5; round += 1)
    rig.store.calls.add(call(round, 0, { result: { text, data: null, ok: true, durationMs: 5 } }));
  const { body } = await rig.get(taskPath(), { cookie: await rig.enter(LOCAL) });
  expect(shown(body)).toContain('Too long to sum up here.');
});

test('tasks are filtered by project and person, and a member finds their own only', async () => {
  rig = await consoleRig({ access: ACCESS });
  for (const [index, [owner, project]] of [
    [ANA, '/p/shop'],
    [ANA, '/p/blog'],
    [BEA, '/p/shop'],
  ].entries())
    rig.store.sessions.create(
      sessionRecord({
        id: `20261120-0000000${index}` as SessionId,
        owner,
        project,
        state: { status: 'done' },
        task: `task ${index}`,
      }),
    );
  const found = async (person: string, query: string) => {
    const { body } = await rig.get(`/tasks${query}`, { cookie: await rig.enter(person) });
    return [...body.matchAll(/>(task \d)<\/a>/g)].map(([, name]) => name);
  };
  expect({
    project: await found(LOCAL, '?project=shop'),
    person: await found(LOCAL, `?person=${ANA}`),
    both: await found(LOCAL, `?person=${ANA}&project=shop`),
    member: await found(BEA, `?person=${ANA}`),
  }).toEqual({
    project: ['task 2', 'task 0'],
    person: ['task 1', 'task 0'],
    both: ['task 0'],
    member: ['task 2'],
  });
});

test('a task of another agent is called by its name, in the list and on its page', async () => {
  rig = await consoleRig({ access: ACCESS });
  rig.store.sessions.create(sessionRecord({ owner: 'mcp:planner', state: { status: 'done' } }));
  const cookie = await rig.enter(ANA);
  const namesIt = async (path: string) => shown((await rig.get(path, { cookie })).body).includes(' planner ');
  expect({ list: await namesIt('/tasks'), page: await namesIt(taskPath()) }).toEqual({
    list: true,
    page: true,
  });
});
