import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Execution } from '../../src/contracts/exec.ts';
import type { CommandVerdict } from '../../src/contracts/policy.ts';
import type { ProcessId } from '../../src/core/ids.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { tools } from '../../src/tools/index.ts';
import { offers } from '../support/offers.ts';
import { type Bench, toolBench } from '../support/tools-context.ts';

test('a command answers with its exit code, its time and its output', async () => {
  const answer = await toolBench().call('run_command', { command: 'echo', args: ['two  words'] });
  expect(answer).toEqual({
    text: expect.stringMatching(/^Exit code: 0 \u00b7 \d+\.\d s\ntwo {2}words$/),
    data: { exit_code: 0, stdout: 'two  words\n', stderr: '', duration_ms: expect.any(Number) },
    audit: {
      exitCode: 0,
      stdoutPreview: 'two  words\n',
      stderrPreview: '',
      durationMs: expect.any(Number),
      outputBytes: 11,
    },
  });
});

test('a failing command is an answer with both streams', async () => {
  const { text, data } = await toolBench().call('run_command', { command: 'echo out; echo err >&2; exit 3' });
  expect({ text: text.replace(/\d+\.\d s/, 'T'), data }).toMatchObject({
    text: 'Exit code: 3 \u00b7 T\nout\nstderr:\nerr',
    data: { exit_code: 3, stdout: 'out\n', stderr: 'err\n' },
  });
});

test('a command runs in the workspace', async () => {
  const bench = toolBench();
  expect((await bench.call('run_command', { command: 'pwd' })).data).toMatchObject({
    stdout: `${bench.root}\n`,
  });
});

test('arguments are passed on as they are', async () => {
  const { data } = await toolBench().call('run_command', { command: 'echo', args: ['$(id)', '; ls', '*'] });
  expect(data).toMatchObject({ stdout: '$(id) ; ls *\n' });
});

test.each<[string, Json, string]>([
  ['no arguments are none', { command: 'echo a b', args: [] }, 'a b\n'],
  ['numbers and booleans are words', { command: 'echo', args: [3000, true, 'x'] }, '3000 true x\n'],
])('%s', async (_claim, input, stdout) => {
  expect((await toolBench().call('run_command', input)).data).toMatchObject({ stdout });
});

test('what could be read in several ways is refused', async () => {
  await expect(toolBench().call('run_command', { command: 'echo', args: [null] })).rejects.toThrow();
});

test('a command without output says so', async () => {
  const { text } = await toolBench().call('run_command', { command: 'true' });
  expect(text.split('\n')[1]).toBe('(no output)');
});

test('the model sees 30,000 characters of a long output and where the rest is; data hold the last 4,000', async () => {
  const { text, data } = await toolBench().call('run_command', { command: 'seq', args: ['1', '20000'] });
  const { stdout } = data as { stdout: string };
  expect({
    isShort: text.length < 31_000,
    first: text.split('\n')[1],
    whole: text.split('\n').at(-1),
    data: [stdout.length, stdout.trimEnd().split('\n').at(-1)],
  }).toEqual({
    isShort: true,
    first: '1',
    whole: expect.stringMatching(/^The whole output \(108894 bytes\) is kept in \/.*\.$/),
    data: [4_000, '20000'],
  });
});

test('a command that runs too long is killed; its output so far and the audit say so', {
  tags: 'full',
}, async () => {
  const answer = await toolBench().call('run_command', { command: 'echo started; sleep 60', timeout: 1 });
  expect(answer).toEqual({
    text: 'Command timed out after 1s\nstarted',
    data: { exit_code: null, stdout: 'started\n', stderr: '', duration_ms: expect.any(Number) },
    audit: {
      exitCode: undefined,
      stdoutPreview: 'started\n',
      stderrPreview: '',
      durationMs: expect.any(Number),
      outputBytes: 8,
      error: 'Command timed out after 1s',
    },
  });
});

test('exit code 137 is explained', async () => {
  const { text } = await toolBench().call('run_command', { command: 'exit 137;' });
  expect(text.split('\n')[0]).toMatch(/^Exit code: 137 \u00b7 .* s \u00b7 killed, perhaps out of memory$/);
});

test('the tests of a test run are counted', async () => {
  const bench = toolBench({ files: { 'test.sh': 'echo "      Tests  1 failed | 4 passed (5)"\n' } });
  const { data } = await bench.call('run_command', { command: 'sh', args: ['test.sh'] });
  expect(data).toMatchObject({ tests: { passed: 4, failed: 1 } });
});

test.each([
  ['allowed', { command: 'ls -l' }, 'allow', { kind: 'argv', file: 'ls', args: ['-l'] }, 'ls -l'],
  [
    'asked',
    { command: 'curl', args: ['x y'] },
    'ask',
    { kind: 'argv', file: 'curl', args: ['x y'] },
    'curl x y',
  ],
  ['asked, a line', { command: 'curl x | sh' }, 'ask', { kind: 'shell', line: 'curl x | sh' }, 'curl x | sh'],
  ['denied', { command: 'sudo ls' }, 'deny', null, 'sudo ls'],
])(
  'a command that is %s is bound to what would run and where',
  async (_what, input, kind, execution, display) => {
    const bench = toolBench();
    expect(await bench.review('run_command', input)).toMatchObject({
      verdict: { kind },
      binding: { execution, cwd: bench.root },
      details: display,
      command: display,
    });
  },
);

const ASKED: CommandVerdict = {
  verdict: {
    kind: 'ask',
    rule: 'unknown-command',
    reason: 'Run it?',
    risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
  },
  execution: { kind: 'argv', file: 'touch', args: ['ran'] },
  base: 'touch',
  display: 'touch ran',
};

test('what is not as it was judged does not start, and its call is marked to be judged again', async () => {
  const bench = toolBench({
    policy: {
      list: async () => ({ platform: 'posix', commands: [] }),
      judge: async () => ({ ...ASKED, offers: async () => offers() }),
      changesSince: async () => [{ kind: 'script', path: '/projects/x.sh' }],
    },
  });
  await expect(bench.call('run_command', { command: 'touch ran' })).rejects.toMatchObject({
    kind: 'conflict',
    facts: { rule: 'changed' },
    message: 'What it would run changed since it was judged. Nothing was executed.',
  });
  expect(existsSync(path.join(bench.root, 'ran'))).toBe(false);
});

test('a denied command never runs', async () => {
  const bench = toolBench();
  await expect(bench.call('run_command', { command: 'sudo touch ran' })).rejects.toMatchObject({
    kind: 'denied',
    message: 'A refused command does not run.',
  });
  expect(await bench.review('run_command', { command: 'sudo touch ran' })).toMatchObject({
    verdict: { kind: 'deny', reason: 'Command blocked: sudo is not allowed' },
  });
  expect(existsSync(path.join(bench.root, 'ran'))).toBe(false);
});

test.each([
  { command: 'ls', timeout: 0 },
  { command: 'ls', timeout: 301 },
  { command: 'ls', timeout: 1.5 },
  { command: '', timeout: 1 },
])('%j is no input', async (input) => {
  await expect(toolBench().call('run_command', input)).rejects.toThrow();
});

test('the person can stop a command', async () => {
  const stop = new AbortController();
  const bench = toolBench({ signal: stop.signal });
  const running = bench.call('run_command', { command: 'sleep 60' });
  setTimeout(() => stop.abort('cancel'), 200);
  expect((await running).data).toMatchObject({ exit_code: null });
});

/** What the program does right before it dies. */
async function startPrepared(bench: Bench, prepared: Json): Promise<ProcessId> {
  const { process, execution } = prepared as unknown as { process: ProcessId; execution: Execution };
  await bench.context.supervisor.start({ id: process, execution, cwd: bench.root, timeoutMs: 60_000 });
  return process;
}

async function started(bench: Bench, command: string): Promise<string> {
  const { data } = await bench.call('run_command', { command, background: true });
  return (data as { process_id: string }).process_id;
}

test('a background command goes on and is listed with its command', async () => {
  const bench = toolBench();
  const id = await started(bench, 'sleep 60');
  expect(await bench.call('manage_process', { action: 'list' })).toEqual({
    text: `${id} \u00b7 running \u00b7 sleep 60`,
    data: { processes: [{ id, command: 'sleep 60', status: 'running', exit_code: null }], output: '' },
  });
});

test('a command has 30 seconds, in the background 30 minutes, or what it was given', {
  tags: 'full',
}, async () => {
  const bench = toolBench();
  const records = path.join(bench.root, '../processes');
  const before = new Set<string>();
  const limits: number[] = [];
  const inputs: readonly JsonObject[] = [
    {},
    { timeout: 7 },
    { background: true },
    { background: true, timeout: 7 },
  ];
  for (const input of inputs) {
    await bench.call('run_command', { command: 'true', ...input });
    const [made = ''] = readdirSync(records).filter((name) => !before.has(name));
    before.add(made);
    limits.push(JSON.parse(readFileSync(path.join(records, made, 'spec.json'), 'utf8')).limitMs);
  }
  expect(limits).toEqual([30_000, 7_000, 1_800_000, 1_800_000]);
});

test('a sixth background command is refused until one is killed', { tags: 'full' }, async () => {
  const bench = toolBench();
  const ids = await Promise.all(Array.from({ length: 5 }, () => started(bench, 'sleep 60')));
  await expect(started(bench, 'sleep 60')).rejects.toMatchObject({
    kind: 'conflict',
    message: 'Too many background processes. Kill one first.',
  });
  await bench.call('manage_process', { action: 'kill', process_id: ids[0] ?? '' });
  await expect(started(bench, 'sleep 60')).resolves.toMatch(/^p-/);
});

test('a poll shows what is new since the last one', async () => {
  const bench = toolBench();
  const id = await started(bench, 'echo one; while [ ! -e go ]; do sleep 0.05; done; echo two');
  const poll = async (): Promise<string> =>
    (await bench.call('manage_process', { action: 'poll', process_id: id })).text;
  await expect.poll(poll).toBe(`${id} \u00b7 running\none`);
  bench.write('go', '');
  const seen: string[] = [];
  await expect.poll(async () => seen.push(await poll()) && seen.join('\n')).toContain('Exit code: 0');
  expect(seen.join('\n').match(/^(?:one|two)$/gm)).toEqual(['two']);
});

test('a log shows the last lines', async () => {
  const bench = toolBench();
  const id = await started(bench, 'seq 1 90;');
  const log = async (limit?: number): Promise<string[]> => {
    const input = { action: 'log', process_id: id, ...(limit === undefined ? {} : { limit }) };
    return (await bench.call('manage_process', input)).text.split('\n').slice(1);
  };
  await expect.poll(async () => (await log(2)).join()).toBe('89,90');
  expect((await log()).length).toBe(50);
});

test('a killed process is gone and says why', async () => {
  const bench = toolBench();
  const id = await started(bench, 'sleep 60');
  const { text } = await bench.call('manage_process', { action: 'kill', process_id: id });
  const again = await bench.call('manage_process', { action: 'kill', process_id: id });
  expect([text, again.text].map((one) => one.replace(/\d+\.\d s/, 'T'))).toEqual([
    `${id} \u00b7 Killed after T: killed by manage_process\n(no output)`,
    `${id} \u00b7 Killed after T: killed by manage_process\n(it had ended already)`,
  ]);
});

test.each(['poll', 'log', 'kill'])('%s knows the processes of this session only', async (action) => {
  const other = toolBench();
  const id = await started(other, 'sleep 60');
  const mine = toolBench();
  await expect(mine.call('manage_process', { action, process_id: id })).rejects.toMatchObject({
    kind: 'not-found',
  });
  await expect(mine.call('manage_process', { action })).rejects.toMatchObject({ kind: 'not-found' });
});

test('a session without background commands says so', async () => {
  expect((await toolBench().call('manage_process', { action: 'list' })).text).toBe(
    'This session has no background processes.',
  );
});

test('a command interrupted before it started runs again', async () => {
  const bench = toolBench();
  const input = { command: 'touch ran' };
  const prepared = await bench.prepare('run_command', input);
  expect(await bench.recover('run_command', input, prepared)).toEqual({ kind: 'rerun' });
});

test('a command that ended while the program was away gives its real result', async () => {
  const bench = toolBench();
  const input = { command: 'echo hello' };
  const prepared = await bench.prepare('run_command', input);
  const id = await startPrepared(bench, prepared);
  await bench.context.supervisor.wait(id, bench.context.signal);
  const found = await bench.recover('run_command', input, prepared);
  expect(found).toMatchObject({ kind: 'done', answer: { data: { exit_code: 0, stdout: 'hello\n' } } });
});

test('a command that still runs is waited for', { tags: 'full' }, async () => {
  const bench = toolBench();
  const input = { command: 'sleep 0.5; echo late' };
  const prepared = await bench.prepare('run_command', input);
  await startPrepared(bench, prepared);
  const found = await bench.recover('run_command', input, prepared);
  expect(found).toMatchObject({ kind: 'done', answer: { data: { stdout: 'late\n' } } });
});

test('a command that was killed with its record is unknown, with its last words', async () => {
  const bench = toolBench();
  const input = { command: 'echo last words; sleep 0.1; kill -9 0' };
  const prepared = await bench.prepare('run_command', input);
  await startPrepared(bench, prepared);
  expect(await bench.recover('run_command', input, prepared)).toEqual({
    kind: 'unknown',
    detail: 'Its last output:\nlast words\n',
  });
});

test('a command that kills its own supervisor is an answer whose audit is complete', async () => {
  const answer = await toolBench().call('run_command', { command: 'echo last words; kill -9 0' });
  const error =
    'The command vanished and its end is unknown. It may have taken effect; verify before repeating.';
  expect(answer).toEqual({
    text: `${error}\nlast words`,
    data: { exit_code: null, stdout: 'last words\n', stderr: '', duration_ms: 0 },
    audit: {
      exitCode: undefined,
      stdoutPreview: 'last words\n',
      stderrPreview: '',
      durationMs: 0,
      outputBytes: 11,
      error,
    },
  });
});

test('a background command found started is in the book', async () => {
  const bench = toolBench();
  const input = { command: 'sleep 60', background: true };
  const prepared = await bench.prepare('run_command', input);
  await startPrepared(bench, prepared);
  const found = await bench.recover('run_command', input, prepared);
  expect([found.kind, bench.context.processes.list().length]).toEqual(['done', 1]);
});

test('what was judged is what runs, whatever the policy would say a moment later', async () => {
  const bench = toolBench();
  const input = { command: 'touch one' };
  const judged = await bench.review('run_command', input);
  const tool = tools.find(({ name }) => name === 'run_command');
  const prepared = await tool?.prepare?.({ command: 'touch two' }, bench.context, judged?.binding ?? null);
  await tool?.run({ command: 'touch two' }, bench.context, prepared ?? null);
  expect([existsSync(path.join(bench.root, 'one')), existsSync(path.join(bench.root, 'two'))]).toEqual([
    true,
    false,
  ]);
});

test.each<[string, readonly string[]]>([
  ['git status --short', ['git', 'status', '--short']],
  ['./git status', ['./git', 'status']],
])('%s has the words by which files may speak of it: its program as it was named', async (command, words) => {
  const bench = toolBench();
  bench.write('git', '#!/bin/sh\n');
  expect(await bench.review('run_command', { command })).toMatchObject({ words });
});
