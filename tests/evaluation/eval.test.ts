/** @module-tag full */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { hostProcesses } from '../../src/processes/process-table.ts';
import { fails } from '../support/messages-server/faults.ts';
import { calls, says, slow, withUsage } from '../support/messages-server/replies.ts';
import type { Script } from '../support/messages-server/script.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { Program, type TempFolder, tempFolder } from '../support/program.ts';
import { wasap } from '../support/run-wasap.ts';
import { storedRows } from '../support/stored-rows.ts';
import { WITHOUT_BUBBLEWRAP } from '../support/without-sandbox.ts';
import { entriesIn } from './shipped.ts';

let folder: TempFolder;
const open: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = tempFolder('eval');
  for (const name of ['tmp', 'config/evals', 'replies'])
    mkdirSync(path.join(folder.path, name), { recursive: true });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
  folder.remove();
});

/** The machine may be busy with other tests. */
const MAX_LENGTH = { timeout: 60_000 };

const SMALL = `language: Bash
summary: Something small
files:
  a.txt: a
request: Write b into a.txt.
checks:
  contents:
    - { files: a.txt, has: [b] }
`;
const RIGHT = `recordings:
  - steps:
      - calls:
          - { tool: read_source_file, input: { path: a.txt } }
          - { tool: write_source_file, input: { path: a.txt, content: b } }
        usage: { input: 1000, output: 100 }
      - { text: Done. }
`;

/** A task of the person's own, and recorded replies to it. */
function task(name: string, text = SMALL, replies: string | null = RIGHT): void {
  writeFileSync(path.join(folder.path, 'config/evals', `${name}.yaml`), text);
  if (replies !== null) writeFileSync(path.join(folder.path, 'replies', `${name}.yaml`), replies);
}

function environment() {
  return { TMPDIR: path.join(folder.path, 'tmp'), CONFIG_DIR: path.join(folder.path, 'config') };
}

async function evaluate(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const done = await wasap(['eval', ...args], { folder: folder.path, env: { ...environment(), ...env } });
  return { ...done, left: readdirSync(path.join(folder.path, 'tmp')) };
}

/** With replies from `replies/`, as JSON. */
async function replayed(...args: readonly string[]) {
  const done = await evaluate(['--json', '--replay', 'replies', ...args]);
  return { ...done, entries: entriesIn(done.stdout) };
}

async function model(script: Script) {
  const server = await startMessagesServer({ script });
  open.push(() => server.close());
  return { server, env: { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'test-key' } };
}

function writes(content: string) {
  return calls(['read_source_file', { path: 'a.txt' }], ['write_source_file', { path: 'a.txt', content }]);
}

test('the help tells what it costs and what it leaves', async () => {
  const { stdout } = await evaluate(['--help']);
  await expect(stdout).toMatchFileSnapshot('eval-help.golden.txt');
});

test("the list holds the shipped tasks and the person's own", async () => {
  task('my-own');
  const { stdout, code } = await evaluate(['--list']);
  expect([
    code,
    /^js-cart-total +JavaScript/m.test(stdout),
    /^my-own +Bash +Something small$/m.test(stdout),
  ]).toEqual([0, true, true]);
});

test(
  'recorded replies are told of as such, a table follows, nothing is left and no rate is given',
  MAX_LENGTH,
  async () => {
    task('first');
    task('second', SMALL, 'recordings:\n  - steps:\n      - { text: I have nothing to do. }\n');
    const { stdout, stderr, code, left } = await evaluate(['first', 'second', '--replay', 'replies']);
    expect({ code, left, stderr, stdout: stdout.replace(/[\d.]+ m?s\b/g, '0 s') }).toEqual({
      code: 0,
      left: [],
      stderr: expect.stringMatching(/^2 attempts with recorded replies[\s\S]*nothing\s+about\s+a\s+model/),
      stdout: `
Task    Result      Rounds  Tokens    Cost  Time
first   solved           1    1.1k  $0.003  0 s
second  not solved       0       0   $0.00  0 s

second: a.txt does not hold /b/

2 scored in 0 s. Recorded replies say nothing about how good a model is.
`,
    });
  },
);

test(
  'with --require-solved a task that is not solved, or cannot be tried, is an error',
  MAX_LENGTH,
  async () => {
    task('wrong', SMALL, 'recordings:\n  - steps:\n      - { text: Done. }\n');
    task('silent', SMALL, null);
    task('foreign', `${SMALL}needs: [no-such-program]\n`);
    const wrong = await replayed('wrong', '--require-solved');
    const others = await replayed('silent', 'foreign');
    expect([
      wrong.code,
      others.code,
      others.entries.map(({ result, reasons }) => [result, ...reasons]),
    ]).toEqual([
      1,
      1,
      [
        ['left-out', 'nobody has recorded replies to it'],
        ['left-out', expect.stringMatching(/^needs no-such-program: .*ended with 127/)],
      ],
    ]);
  },
);

test('a real model is asked the way of every task, and its rate is told', MAX_LENGTH, async () => {
  task('mine');
  const { server, env } = await model([writes('b'), says('Done.'), says('I would rather not.')]);
  const args = ['mine', '--model', 'claude-sonnet-5-5', '--yes', '--repeat', '2'];
  const { stdout, stderr, code } = await evaluate(args, env);
  expect({
    code,
    models: server.requests.map(({ body }) => body.model),
    sum: /claude-sonnet-5-5: 1 of 2 solved \(50 %\), \$\d\.\d+, /.test(stdout),
    byTask: /Solved by task: mine 1\/2\./.test(stdout),
    told: /^2 attempts with claude-sonnet-5-5\.[\s\S]*About \$0\.\d+, at 8[\s\S]*At most\s+\$1\.00\s+\(the\s+limits\s+of\s+the\s+tasks\)/.test(
      stderr,
    ),
  }).toEqual({
    code: 0,
    models: Array(3).fill('claude-sonnet-5-5'),
    sum: true,
    byTask: true,
    told: true,
  });
});

test(
  'of an attempt that is kept the trace holds its own requests to the model, and no collector hears of it',
  MAX_LENGTH,
  async () => {
    task('mine');
    const { server, env } = await model([writes('b'), says('Done.'), writes('b'), says('Done.')]);
    const args = ['mine', '--model', 'claude-sonnet-5-5', '--yes', '--keep', '--repeat', '2', '--json'];
    const { stdout } = await evaluate(args, { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: server.url });
    const names = entriesIn(stdout).map(({ folder: kept }) =>
      storedRows(
        path.join(kept ?? '', 'data'),
        "SELECT name FROM trace_spans WHERE name GLOB 'anthropic*' OR name GLOB 'agent_round*' ORDER BY name",
        z.object({ name: z.string() }),
      ).map(({ name }) => name),
    );
    const asked = ['agent_round:1', 'agent_round:2', ...Array(2).fill('anthropic.messages.create')];
    expect({ names, elsewhere: server.otherRequests }).toEqual({ names: [asked, asked], elsewhere: [] });
  },
);

test('without a terminal and without --yes no model is asked', async () => {
  task('mine');
  const { server, env } = await model([]);
  const { stderr, code, left } = await evaluate(['mine', '--model', 'claude-sonnet-5-5'], env);
  expect([code, server.requests.length, left, /To allow it, add: --yes\n$/.test(stderr)]).toEqual([
    2,
    0,
    [],
    true,
  ]);
});

test.each([
  [['--yes'], 'No API key.'],
  [['--replay', 'nowhere'], 'is not a folder with recorded replies. Name one: --replay DIR'],
  [
    ['--replay', 'replies', '--model', 'x'],
    "option '--model <id>' cannot be used with option '--replay <folder>'",
  ],
  [['no-such-task', '--yes'], 'There is no task no-such-task. Choose from: cpp-refactor,'],
  [['--max-usd', '0'], 'Write dollars, from 0.01 to 10000.'],
  [['--repeat', '0'], 'Write a whole number from 1 to 100.'],
])('%j is refused: %s', async (args, problem) => {
  const { stderr, code } = await evaluate(args);
  expect([code !== 0, stderr.includes(problem)]).toEqual([true, true]);
});

test('a cap in dollars cannot be promised for a model without a price', async () => {
  const { env } = await model([]);
  const { stderr, code } = await evaluate(['--model', 'my-model', '--max-usd', '1', '--yes'], env);
  expect([code, /I don't know the price of my-model/.test(stderr)]).toEqual([2, true]);
});

test('when the money of all attempts is spent the rest is not begun', MAX_LENGTH, async () => {
  for (const name of ['one', 'three', 'two']) task(name);
  // A dollar each.
  const dear = (reply: ReturnType<typeof says>) => withUsage(reply, { input_tokens: 500_000 });
  const { server, env } = await model([dear(says('Done.')), dear(says('Done.'))]);
  const limits = '\nlimits: { usd: 5 }\n';
  for (const name of ['one', 'three', 'two']) task(name, SMALL + limits);
  const args = ['one', 'two', 'three', '--json', '--model', 'claude-sonnet-5-5', '--max-usd', '1.5', '--yes'];
  const { stdout, code } = await evaluate(args, env);
  expect([
    code,
    server.requests.length,
    entriesIn(stdout).map(({ task: name, result }) => [name, result]),
  ]).toEqual([
    1,
    2,
    [
      ['one', 'unsolved'],
      ['two', 'unsolved'],
      ['three', 'not-run'],
    ],
  ]);
});

test('a refused key is no verdict on the model, and ends the evaluation', MAX_LENGTH, async () => {
  for (const name of ['one', 'two']) task(name);
  const { env } = await model([fails(401)]);
  const args = ['one', 'two', '--json', '--model', 'claude-sonnet-5-5', '--yes'];
  const { stdout, code } = await evaluate(args, env);
  expect([code, entriesIn(stdout).map(({ result, reasons }) => [result, ...reasons])]).toEqual([
    1,
    [
      ['no-reply', 'the model did not answer (key)'],
      ['not-run', 'the key was refused before'],
    ],
  ]);
});

const ASKS = `${SMALL}approve: [git push]\n`;
const ASKING = `recordings:
  - steps:
      - calls:
          - { tool: run_command, input: { command: curl -s http://127.0.0.1:9/ } }
          - { tool: request_user_approval, input: { question: Shall I go on? } }
      - calls:
          - { tool: read_source_file, input: { path: a.txt } }
          - { tool: write_source_file, input: { path: a.txt, content: b } }
      - { text: Done. }
`;

test('what asks gets a no unless the task lists it, and the agent goes on', MAX_LENGTH, async () => {
  task('asks', ASKS, ASKING);
  const { entries, stderr } = await replayed('asks', '--keep');
  const kept = /The projects are kept in (.*)\n/.exec(stderr)?.[1] ?? '';
  const transcripts = path.join(kept, 'asks-1/data/agent_sessions');
  const told = readFileSync(path.join(transcripts, readdirSync(transcripts)[0] ?? ''), 'utf8');
  expect([entries[0]?.result, told.match(/nobody is here to answer/g)?.length ?? 0]).toEqual([
    'solved',
    expect.toSatisfy((count: number) => count >= 2),
  ]);
});

const SCRIPT = `language: JavaScript
summary: A project with a script
files:
  package.json: |
    { "scripts": { "test": "node -e \\"require('fs').writeFileSync('a.txt', 'b')\\"" } }
request: Run the tests.
checks:
  contents:
    - { files: a.txt, has: [b] }
`;
const RUNS = `recordings:
  - steps:
      - calls: [{ tool: run_command, input: { command: npm test } }]
      - { text: Done. }
`;

test('a command that asks and is listed gets a yes', MAX_LENGTH, async () => {
  writeFileSync(path.join(folder.path, 'config/agent.yaml'), 'policy:\n  project_scripts: ask\n');
  task('listed', `${SCRIPT}approve: [npm test]\n`, RUNS);
  task('unlisted', SCRIPT, RUNS);
  const { entries } = await replayed('listed', 'unlisted');
  expect(entries.map(({ result }) => result)).toEqual(['solved', 'unsolved']);
});

test('what the agent runs cannot read the tasks', { ...MAX_LENGTH, tags: 'sandbox' }, async () => {
  const root = path.resolve(import.meta.dirname, '../..');
  const tasks = [
    path.join(folder.path, 'config/evals/peeks.yaml'),
    `${root}/config/evals/js-cart-total.yaml`,
  ];
  const look = tasks.map((file) => `test -s ${file} && echo seen >> a.txt`).join('; ');
  const peeks = `language: Bash
summary: Looks for its own tests
files:
  package.json: '{ "scripts": { "test": ${JSON.stringify(`ls ${root} > a.txt; echo b >> a.txt; ${look}; true`)} } }'
request: Run the tests.
checks:
  contents:
    - { files: a.txt, has: [b], lacks: [seen] }
`;
  task('peeks', peeks, RUNS);
  const { entries } = await replayed('peeks', '--keep');
  expect(entries).toMatchObject([{ result: 'solved', reasons: [] }]);
  const kept = String(Reflect.get(entries[0] ?? {}, 'folder'));
  const isShown = readFileSync(path.join(kept, 'peeks/a.txt'), 'utf8').includes('package.json');
  if (!isShown) process.stderr.write('Proves little here: the sandbox shows nothing of this checkout.\n');
});

const HIDDEN = `language: Bash
summary: Something that is checked
files:
  .gitignore: build/
  a.txt: a
request: Write b into a.txt.
checks:
  files:
    checks/run.sh: test ! -e build/old && grep -q b a.txt && echo fine
  commands:
    - { run: sh checks/run.sh, says: fine }
`;

test.each([
  ['solved', 'b', []],
  ['unsolved', 'c', ['`sh checks/run.sh` ended with 1, not 0, without a word']],
])(
  'an attempt is %s by the hidden files, whatever the agent has put in their place or built',
  MAX_LENGTH,
  async (result, content, reasons) => {
    const writing = (file: string, text: string): string =>
      `{ tool: write_source_file, input: { path: ${file}, content: ${text} } }`;
    const calls = [writing('checks/run.sh', 'echo fine'), writing('build/old', 'old')];
    const change = `[{ tool: read_source_file, input: { path: a.txt } }, ${writing('a.txt', content)}]`;
    const steps = `[{ calls: [${calls.join(', ')}] }, { calls: ${change} }, { text: Done. }]`;
    task('cheats', HIDDEN, `recordings: [{ steps: ${steps} }]\n`);
    expect((await replayed('cheats')).entries).toMatchObject([{ result, reasons }]);
  },
);

/** Its script runs for a day, and has a command line of its own. */
function sleepingTask(name: string, seconds: number, more: string): void {
  const script = `sleep ${seconds}; echo b > a.txt`;
  const files = `files:\n  package.json: '{ "scripts": { "test": ${JSON.stringify(script)} } }'\n`;
  task(name, `${SMALL.replace(/files:[\s\S]*?(?=request)/, files)}approve: [npm test]\n${more}`, RUNS);
}

function isRunning(commandLine: string): boolean {
  return execFileSync('ps', ['-A', '-o', 'args='], { encoding: 'utf8' }).split('\n').includes(commandLine);
}

function places() {
  const dataDir = path.join(folder.path, 'data');
  return { workspace: folder.path, dataDir, configDir: path.join(folder.path, 'config') };
}

test('a task that takes too long is stopped, with what it runs', MAX_LENGTH, async () => {
  sleepingTask('sleeps', 98765, 'limits: { minutes: 0.03 }\n');
  const { entries } = await replayed('sleeps');
  expect([entries[0]?.result, entries[0]?.reasons, isRunning('sleep 98765')]).toEqual([
    'unsolved',
    expect.arrayContaining(['it ran out of time']),
    false,
  ]);
});

test('Ctrl-C ends the attempt, tells what is known and leaves nothing', MAX_LENGTH, async () => {
  task('one');
  task('two');
  const { server } = await model([writes('b'), says('Done.'), slow(says('Done.'), 100_000)]);
  const program = new Program({
    ...places(),
    modelUrl: server.url,
    args: ['eval', 'one', 'two', '--yes'],
    env: environment(),
  });
  await server.waitForRequest(3);
  program.process.kill('SIGINT');
  const code = await program.exit;
  expect({
    code,
    one: /^one +solved/m.test(program.output),
    two: /^two +stopped/m.test(program.output),
    left: readdirSync(path.join(folder.path, 'tmp')),
  }).toEqual({ code: 130, one: true, two: true, left: [] });
});

test(
  'what a killed evaluation left is taken away by the next one, what runs on is ended',
  MAX_LENGTH,
  async () => {
    sleepingTask('sleeps', 98766, '');
    task('one');
    const args = ['eval', 'sleeps', '--replay', 'replies'];
    const program = new Program({ ...places(), modelUrl: 'http://127.0.0.1:9', args, env: environment() });
    while (!isRunning('sleep 98766')) await new Promise((resolve) => setTimeout(resolve, 20));
    await program.kill();
    const before = placesLeft(readdirSync(path.join(folder.path, 'tmp')));
    const { left } = await replayed('one');
    expect([before.length, placesLeft(left), isRunning('sleep 98766')]).toEqual([1, [], false]);
  },
);

function placesLeft(names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith('wasap-eval-'));
}

test('folders of an evaluation that runs, and those that were to be kept, stay', MAX_LENGTH, async () => {
  const tmp = path.join(folder.path, 'tmp');
  const own = await hostProcesses().markOf(process.pid);
  const names = [
    'wasap-eval-kept-abcdef',
    `wasap-eval-${process.pid}-${own}-abcdef`,
    'wasap-eval-of-somebody',
  ];
  for (const name of names) mkdirSync(path.join(tmp, name));
  task('one');
  expect((await replayed('one')).left).toEqual(expect.arrayContaining(names));
});

test('without a sandbox what a task lists runs all the same, and a person is told before a model is asked', {
  ...MAX_LENGTH,
  tags: 'sandbox',
}, async () => {
  task('listed', `${SCRIPT}approve: [npm test]\n`, RUNS);
  const { server } = await model([calls(['run_command', { command: 'npm test' }]), says('Done.')]);
  const program = new Program({
    ...places(),
    modelUrl: server.url,
    args: ['eval', 'listed', '--model', 'claude-sonnet-5-5', '--yes'],
    env: environment(),
    within: WITHOUT_BUBBLEWRAP,
  });
  const code = await program.exit;
  expect([
    code,
    /1 of 1 solved/.test(program.output),
    /what\s+the\s+model\s+writes\s+can\s+do\s+anything/.test(program.errors),
  ]).toEqual([0, true, true]);
});

test(
  '--keep leaves project, copy and records, and the project has the history it began with',
  MAX_LENGTH,
  async () => {
    task('one');
    const { entries } = await replayed('one', '--keep');
    const kept = String(Reflect.get(entries[0] ?? {}, 'folder'));
    const log = execFileSync('git', ['log', '--format=%an %s'], {
      cwd: path.join(kept, 'one'),
      encoding: 'utf8',
    });
    expect([
      readFileSync(path.join(kept, 'checked/one/a.txt'), 'utf8'),
      existsSync(path.join(kept, 'data/wasap.db')),
      log,
    ]).toEqual(['b', true, 'Ana feat: first version\n']);
  },
);
