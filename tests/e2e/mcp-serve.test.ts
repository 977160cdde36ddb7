/** @module-tag full */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { calls, says, slow } from '../support/messages-server/replies.ts';
import { byKeyword } from '../support/messages-server/script.ts';
import { makeToken, overHttp, overStdio, printed, takesCalls } from '../support/outside-agent.ts';
import type { Program } from '../support/program.ts';
import { type Scene, useScenes } from '../support/scene.ts';

const scene = useScenes();

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const ASKED = { command: 'touch made.txt && touch made-too.txt' };

function makeScene(): Promise<Scene> {
  return scene({
    script: byKeyword([
      {
        keyword: 'nota',
        steps: [calls(['write_source_file', { path: 'NOTA.md', content: 'Una nota.\n' }]), says('Escrita.')],
      },
      { keyword: 'files', steps: [calls(['run_command', ASKED]), says('That is all.')] },
      { keyword: 'slowly', steps: [slow(calls(['git_status', {}]), 1_500), slow(says('At last.'), 1_500)] },
      { keyword: 'forever', steps: [slow(calls(['git_status', {}]), 60_000), says('At last.')] },
      { steps: [says('Nothing to do.')] },
    ]),
  });
}

async function running(place: Scene): Promise<Program> {
  return await takesCalls(place, place.start());
}

test('another agent starts a task in Spanish, follows it by a cursor, and reads its report', async () => {
  const place = await makeScene();
  const program = await running(place);
  const agent = await overStdio(place, await makeToken(place, 'ci-bot'));
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([
    'start_task',
    'task_status',
    'wait_for_task',
    'list_tasks',
    'send_message',
    'cancel_task',
    'get_report',
  ]);
  const task = await agent.begin('escribe una nota');
  const ended = await agent.settled(task);
  expect(ended.data).toMatchObject({
    task_id: task,
    task: 'escribe una nota',
    project: 'project',
    waits_for_a_person: [],
    events: [{ number: 1, round: 1, tool: 'write_source_file', what: 'NOTA.md', ok: true }],
    cursor: 1,
    more: false,
  });
  expect((await agent.call('task_status', { task_id: task, cursor: 1 })).data).toMatchObject({
    events: [],
    cursor: 1,
  });
  const report = (await agent.call('get_report', { task_id: task })).data;
  expect(report).toMatchObject({ files: [{ path: 'NOTA.md', added: 1, removed: 0 }], pull_request: null });
  expect(report.report).toContain('Escrita.');
  expect((await agent.call('list_tasks', {})).data).toMatchObject({ tasks: [{ task_id: task }] });
  expect(JSON.stringify(place.server.requests)).toContain('comes from another agent, ci-bot');
  expect(existsSync(path.join(place.workspace, 'NOTA.md'))).toBe(true);
  await program.hangUp();
});

test('what needs a yes is asked at the terminal; no word of the agent counts as one', async () => {
  const place = await makeScene();
  const program = await running(place);
  const agent = await overStdio(place, await makeToken(place, 'ci-bot'));
  const task = await agent.begin('make the files');
  const question = await program.heard(/\/approve ...,/);
  expect(question).toContain('a task of the agent ci-bot, over MCP');
  const asking = await agent.settled(task);
  expect(asking.data).toMatchObject({
    status: 'waiting',
    waits_for_a_person: [{ tool: 'run_command', question: expect.stringContaining('made-too.txt') }],
  });
  const code = /\/approve (...),/.exec(question)?.[1] ?? '';
  for (const [at, message] of ['yes', `/approve ${code}`, `${code} yes`, 'sí', '1', '👍'].entries())
    await agent.call('send_message', { request_id: `yes-${at}`, task_id: task, message });
  await sleep(500);
  expect((await agent.call('task_status', { task_id: task })).data.status).toBe('waiting');
  expect(existsSync(path.join(place.workspace, 'made-too.txt'))).toBe(false);
  program.say('yes');
  await program.heard(/✅ Allowed/u);
  expect((await agent.settled(task)).data.status).toBe('done');
  expect(existsSync(path.join(place.workspace, 'made-too.txt'))).toBe(true);
  await program.hangUp();
});

test('the same call again starts nothing: forty at once, and after kill -9 in the middle', async () => {
  const place = await makeScene();
  const first = await running(place);
  const agent = await overStdio(place, await makeToken(place, 'ci-bot'));
  const again = () => agent.call('start_task', { request_id: 'once', task: 'go slowly' });
  const ids = await Promise.all(Array.from({ length: 40 }, again));
  expect(new Set(ids.map(({ data }) => data.task_id)).size).toBe(1);
  await first.kill();
  const [before] = ids;
  const without = await again();
  expect(without).toMatchObject({ isError: true, text: expect.stringContaining('wasap is not running') });
  expect((await agent.call('list_tasks', {})).data.tasks).toHaveLength(1);
  const second = await running(place);
  expect((await again()).data.task_id).toBe(before?.data.task_id);
  expect((await agent.settled(String(before?.data.task_id))).data).toMatchObject({ status: 'done' });
  expect((await agent.call('list_tasks', {})).data.tasks).toHaveLength(1);
  expect(await agent.call('start_task', { request_id: 'once', task: 'something else' })).toMatchObject({
    isError: true,
    text: expect.stringContaining('was used for another call'),
  });
  await second.hangUp();
});

test('of forty tasks at once five are taken, and a cancelled one makes room', async () => {
  const place = await makeScene();
  const program = await running(place);
  const agent = await overStdio(place, await makeToken(place, 'ci-bot'));
  const all = await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      agent.call('start_task', { request_id: `t${n}`, task: 'go forever' }),
    ),
  );
  expect(all.filter(({ isError }) => !isError)).toHaveLength(5);
  expect(all.find(({ isError }) => isError)?.text).toContain('5 of your tasks are open already');
  const { tasks } = (await agent.call('list_tasks', {})).data as { tasks: { task_id: string }[] };
  for (const { task_id } of tasks) await agent.call('cancel_task', { task_id });
  await expect
    .poll(
      async () =>
        (await agent.call('start_task', { request_id: `n${Math.random()}`, task: 'hello' })).isError,
    )
    .toBe(false);
  await program.kill();
});

test('a token sees its own tasks alone, and nothing once it is revoked', async () => {
  const place = await makeScene();
  const program = await running(place);
  const [one, other] = [
    await overStdio(place, await makeToken(place, 'one')),
    await overStdio(place, await makeToken(place, 'other')),
  ];
  const task = await one.begin('make the files');
  const unknown = { isError: true, text: expect.stringContaining('You have no task') };
  for (const [tool, more] of [
    ['task_status', {}],
    ['wait_for_task', {}],
    ['get_report', {}],
    ['cancel_task', {}],
    ['send_message', { request_id: 'x', message: 'hello' }],
  ] as const)
    expect(await other.call(tool, { task_id: task, ...more })).toMatchObject(unknown);
  expect((await other.call('list_tasks', {})).data).toEqual({ tasks: [] });
  await program.heard(/\/approve ...,/);
  expect((await printed(place, ['mcp', 'token', 'revoke', 'one'])).exitCode).toBe(0);
  for (const [tool, input] of [
    ['task_status', { task_id: task }],
    ['start_task', { request_id: 'late', task: 'hello' }],
  ] as const)
    expect(await one.call(tool, input)).toMatchObject({
      isError: true,
      text: expect.stringContaining('revoked'),
    });
  expect(await program.heard(/The token of one was revoked[\s\S]*wasap sessions/)).toContain(
    'I stopped its task: make the files',
  );
  program.say('yes');
  await sleep(1_000);
  expect(existsSync(path.join(place.workspace, 'made-too.txt'))).toBe(false);
  await program.kill();
});

test('a task at work when the program is killed with -9 and its token revoked is stopped by the next one', async () => {
  const place = await makeScene();
  const first = await running(place);
  const agent = await overStdio(place, await makeToken(place, 'ci-bot'));
  await agent.begin('go forever');
  await first.kill();
  await printed(place, ['mcp', 'token', 'revoke', 'ci-bot']);
  const second = await running(place);
  expect(await second.heard(/The token of ci-bot was revoked[\s\S]*wasap sessions/)).toContain('go forever');
  await second.kill();
});

test('a reader asks about the project, and cannot have it changed', async () => {
  const place = await makeScene();
  const program = await running(place);
  const agent = await overStdio(place, await makeToken(place, 'docs', '--role', 'reader'));
  const task = await agent.begin('escribe una nota');
  await agent.settled(task);
  expect(existsSync(path.join(place.workspace, 'NOTA.md'))).toBe(false);
  await program.hangUp();
});

const UNUSABLE = [
  ['no task', { request_id: 'a' }, 'task'],
  ['an empty task', { request_id: 'a', task: '  ' }, 'task'],
  ['a task of 17,000 characters', { request_id: 'a', task: 'x'.repeat(17_000) }, 'task'],
  ['no id', { task: 'hello' }, 'request_id'],
  ['an id with a path', { request_id: '../../etc', task: 'hello' }, 'request_id'],
  ['an id that is none', { request_id: 7, task: 'hello' }, 'request_id'],
  ['a project that is none', { request_id: 'a', task: 'hello', project: '../..' }, 'no project'],
  ['a project with hidden characters', { request_id: 'b', task: 'hello', project: 'a\u202eb' }, 'no project'],
] as const;

test('input that cannot be used is refused, with what is wrong', async () => {
  const place = await makeScene();
  const program = await running(place);
  const agent = await overStdio(place, await makeToken(place, 'ci-bot'));
  const answers: [string, unknown][] = [];
  for (const [what, input] of UNUSABLE) answers.push([what, await agent.call('start_task', input)]);
  const expected = UNUSABLE.map(([what, , why]) => [
    what,
    expect.objectContaining({ isError: true, text: expect.stringContaining(why) }),
  ]);
  expect(answers).toEqual(expected);
  await program.kill();
});

/** `wasap mcp serve` with pipes, as a client that knows nothing of it would start it. */
function bare(place: Scene, token: string | undefined) {
  const child = spawn(process.execPath, [LAUNCHER, 'mcp', 'serve'], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: place.folder,
      DATA_DIR: place.dataDir,
      CONFIG_DIR: place.configDir,
      PROJECT_ROOT: place.workspace,
      ...(token === undefined ? {} : { MCP_SERVE_TOKEN: token }),
    },
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.on('error', () => undefined);
  child.stdout.resume();
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, exit, errors: () => errors };
}

test.each([
  ['without a token', undefined, 'I need a token in MCP_SERVE_TOKEN'],
  ['with a wrong one', 'wasap-wrong', 'This token is wrong or was revoked'],
])('%s it does not start, and says why', async (_how, token, why) => {
  const place = await makeScene();
  const { exit, errors } = bare(place, token);
  expect(await exit).toBe(2);
  expect(errors()).toContain(why);
});

test.each([
  ['closes its input', (child: ReturnType<typeof bare>['child']) => void child.stdin.end()],
  [
    'sends a line without an end',
    (child: ReturnType<typeof bare>['child']) => void child.stdin.write('x'.repeat(300_000)),
  ],
  ['asks it to end', (child: ReturnType<typeof bare>['child']) => void child.kill('SIGTERM')],
])('it ends when whoever started it %s', async (_how, act) => {
  const place = await makeScene();
  const { child, exit } = bare(place, await makeToken(place, 'ci-bot'));
  child.stdin.write(
    `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } } })}\n`,
  );
  await new Promise((resolve) => child.stdout.once('data', resolve));
  act(child);
  expect(await Promise.race([exit, sleep(10_000, 'still there')])).toBe(0);
});

/** The status of one request that no client of the library would send. */
function status(
  port: number,
  headers: Readonly<Record<string, string>>,
  method = 'POST',
  at = '/mcp',
): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(
      { host: '127.0.0.1', port, path: at, method, headers, agent: false },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    asked.once('error', reject);
    asked.end(method === 'POST' ? '{}' : undefined);
  });
}

test('the same over HTTP on this machine alone, for whoever has a token, and for no page of a browser', async () => {
  const place = await makeScene();
  const program = await running(place);
  const token = await makeToken(place, 'ci-bot');
  const served = place.start({ args: ['mcp', 'serve', '--port', '0'] });
  await expect.poll(() => served.errors, { timeout: 20_000 }).toMatch(/http:\/\/127\.0\.0\.1:\d+\/mcp/);
  const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(served.errors)?.[0] ?? '';
  const port = Number(new URL(url).port);
  const agent = await overHttp(url, token);
  const task = await agent.begin('escribe una nota');
  expect((await agent.settled(task)).data).toMatchObject({ events: [{ what: 'NOTA.md' }] });
  const many = await Promise.all(
    Array.from({ length: 40 }, () => agent.call('task_status', { task_id: task })),
  );
  expect(many.every(({ isError }) => !isError)).toBe(true);
  const right = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  expect({
    'another name in Host': await status(port, { ...right, host: 'evil.example' }),
    'a name that leads here': await status(port, { ...right, host: `rebind.example:${port}` }),
    'a page of somebody': await status(port, { ...right, origin: 'https://evil.example' }),
    'a page of this machine': await status(port, { ...right, origin: `http://127.0.0.1:${port}` }),
    'a page without an origin': await status(port, { ...right, origin: 'null' }),
    'no token': await status(port, { 'content-type': 'application/json' }),
    'a wrong token': await status(port, { ...right, authorization: 'Bearer wasap-wrong' }),
    'half a token': await status(port, { ...right, authorization: `Bearer ${token.slice(0, -1)}` }),
    'a token in the address': await status(
      port,
      { 'content-type': 'application/json' },
      'POST',
      `/mcp?token=${token}`,
    ),
    'another path': await status(port, right, 'POST', '/'),
    'a path that is none': await status(port, right, 'POST', '//'),
    'a stream of events': await status(port, right, 'GET'),
  }).toEqual({
    'another name in Host': 421,
    'a name that leads here': 421,
    'a page of somebody': 403,
    'a page of this machine': 403,
    'a page without an origin': 403,
    'no token': 401,
    'a wrong token': 401,
    'half a token': 401,
    'a token in the address': 401,
    'another path': 404,
    'a path that is none': 404,
    'a stream of events': 405,
  });
  const guesses = await Promise.all(
    Array.from({ length: 30 }, () => status(port, { authorization: 'Bearer guess' })),
  );
  expect(guesses).toContain(429);
  expect(await status(port, { ...right, 'content-length': '9000000' }).catch(() => 413)).toBe(413);
  await printed(place, ['mcp', 'token', 'revoke', 'ci-bot']);
  await expect(agent.call('list_tasks', {})).rejects.toThrow();
  served.process.kill('SIGTERM');
  expect(await served.exit).toBe(0);
  await program.hangUp();
});

test('a token is shown once and stored as a hash; names that could be another are refused', async () => {
  const place = await makeScene();
  const token = await makeToken(place, 'ci-bot');
  expect(place.storedText()).not.toContain(token);
  expect((await printed(place, ['mcp', 'token', 'list'])).output).toMatch(
    /ci-bot +member +\d{4}-\d\d-\d\d +every project/,
  );
  for (const name of ['../x', 'Ana', 'a b', 'ci\u202e', '', 'x'.repeat(31), 'mcp:ci-bot'])
    expect((await printed(place, ['mcp', 'token', 'add', name])).exitCode).toBe(2);
  expect(await printed(place, ['mcp', 'token', 'add', 'ci-bot'])).toMatchObject({
    exitCode: 2,
    errors: expect.stringContaining('was used before'),
  });
  expect((await printed(place, ['mcp', 'token', 'add', 'x', '--role', 'owner'])).exitCode).toBe(1);
  expect((await printed(place, ['mcp', 'token', 'revoke', 'ci-bot'])).output).toContain('no longer works');
  expect((await printed(place, ['mcp', 'token', 'add', 'ci-bot'])).exitCode).toBe(2);
  const spanish = await printed(place, ['mcp', 'token', 'add', 'revisor', '--role', 'reader'], {
    LOCALE: 'es',
  });
  expect(spanish.output).toContain('Token del agente revisor. Lo muestro una sola vez:');
});

/** The example of the guide: what the other agent puts into its own configuration. */
test('the example of the guide starts this very server', async () => {
  const guide = readFileSync(path.resolve(import.meta.dirname, '../../docs/guide/mcp.md'), 'utf8');
  const example = JSON.parse(/## From the outside in[\s\S]*?```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '');
  const { command, args, env } = example.mcpServers.wasap;
  expect({ command, args, variables: Object.keys(env) }).toEqual({
    command: 'wasap',
    args: ['mcp', 'serve'],
    variables: ['MCP_SERVE_TOKEN'],
  });
  const place = await makeScene();
  const { output } = await printed(place, ['mcp', 'token', 'add', 'ci-bot']);
  const shown = JSON.parse(/^\{.*\}$/m.exec(output)?.[0] ?? '');
  const token = /^wasap-\S+$/m.exec(output)?.[0] ?? '';
  expect(shown).toEqual({ mcpServers: { wasap: { command, args, env: { MCP_SERVE_TOKEN: token } } } });
});
