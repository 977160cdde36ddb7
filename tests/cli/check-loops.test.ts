import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { check } from '../support/run-wasap.ts';

const LAUNCHER = path.resolve(import.meta.dirname, '../../dist/wasap.cjs');
const TRACES = path.resolve(import.meta.dirname, '../agent/loop-traces.jsonl');

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('check-loops');
});
afterEach(() => folder.remove());

async function loops(args: readonly string[], input = '') {
  return check(['loops', ...args], { folder: folder.path, input });
}

function linesOf(text: string): readonly { readonly id: unknown; readonly events: unknown }[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

test('every recorded trace gets the events that a session would log', { tags: 'full' }, async () => {
  const input = readFileSync(TRACES, 'utf8');
  const { stdout, code } = await loops(['--json'], input);
  const expected = linesOf(input).map(({ id, events }) => ({ id, events }));
  expect({ answers: linesOf(stdout), code }).toEqual({ answers: expected, code: 0 });
});

test('a line that cannot be read is named, and the next ones go on; exit code 1', {
  tags: 'full',
}, async () => {
  const input = 'nothing\n{"id":"x","calls":[{"params":{}}]}\n{"id":3,"calls":[]}\n';
  const { stdout, code } = await loops(['--json'], input);
  expect({ answers: linesOf(stdout), code }).toEqual({
    answers: [
      { id: null, events: [], error: expect.stringMatching(/^Line 1: /) },
      { id: 'x', events: [], error: expect.stringMatching(/^Line 2: .*tool/s) },
      { id: 3, events: [] },
    ],
    code: 1,
  });
});

const CHANGING = [
  ['edit_file', { path: 'b' }],
  ['writeFile', { path: 'b' }],
  ['str_replace', { path: 'b' }],
  ['bash', { command: 'sed -i s/a/b/ b' }],
  ['Shell', { cmd: 'make' }],
];
const LOOKING = [
  ['grep', { pattern: 'b' }],
  ['todo_write', { items: ['b'] }],
  ['bash', { command: 'npm test' }],
  ['run_tests', {}],
  ['exec', { cmd: 'git status' }],
  ['run_command', { cmd: 'npm test' }],
];

test('tools of other programs change what their names and commands say', { tags: 'full' }, async () => {
  const read = { tool: 'cat_file', params: { path: 'a' }, result_hash: 'h' };
  const questions = [...CHANGING, ...LOOKING].map(([tool, params], id) => ({
    id,
    calls: [read, read, { tool, params, result_hash: 'x' }, read],
  }));
  const { stdout } = await loops(['--json'], questions.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const warning = { at: 3, detector: 'genericRepeat', action: 'warn' };
  expect(linesOf(stdout).map(({ events }) => events)).toEqual([
    ...CHANGING.map(() => []),
    ...LOOKING.map(() => [warning]),
  ]);
});

test('results may be told apart by numbers', { tags: 'full' }, async () => {
  const call = (result: number) => ({ tool: 'manage_process', params: { id: 'p1' }, result_hash: result });
  const questions = [
    { id: 'stuck', calls: [call(1), call(1), call(1)] },
    { id: 'going on', calls: [call(1), call(2), call(3)] },
  ];
  const { stdout } = await loops(['--json'], questions.map((one) => `${JSON.stringify(one)}\n`).join(''));
  expect(linesOf(stdout)).toEqual([
    { id: 'stuck', events: [{ at: 2, detector: 'genericRepeat', action: 'warn' }] },
    { id: 'going on', events: [] },
  ]);
});

test('calls that differ only in a parameter called __proto__ are different calls', {
  tags: 'full',
}, async () => {
  const line = (id: string, values: readonly number[]) => {
    const calls = values.map((value) => `{"tool":"grep","params":{"__proto__":${value}},"result_hash":"h"}`);
    return `{"id":"${id}","calls":[${calls.join(',')}]}\n`;
  };
  const { stdout } = await loops(['--json'], line('different', [1, 2, 3]) + line('equal', [1, 1, 1]));
  expect(linesOf(stdout)).toEqual([
    { id: 'different', events: [] },
    { id: 'equal', events: [{ at: 2, detector: 'genericRepeat', action: 'warn' }] },
  ]);
});

test('a byte order mark before the first line is no part of it', { tags: 'full' }, async () => {
  const { stdout, code } = await loops(['--json'], '\uFEFF{"id":1,"calls":[]}\n');
  expect({ answers: linesOf(stdout), code }).toEqual({ answers: [{ id: 1, events: [] }], code: 0 });
});

test('who has read enough ends it without an error', { tags: 'full' }, async () => {
  const child = spawn(process.execPath, [LAUNCHER, 'check', 'loops', '--json'], { cwd: folder.path });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk;
  });
  child.stdout.once('data', () => child.stdout.destroy());
  child.stdin.on('error', () => undefined).end(`{"id":1,"calls":[]}\n`.repeat(50_000));
  const code = await new Promise((resolve) => child.once('close', resolve));
  expect({ errors, code }).toEqual({ errors: '', code: 0 });
});

test('the help explains questions, answers and exit codes', { tags: 'full' }, async () => {
  const { stdout } = await loops(['--help']);
  await expect(stdout).toMatchFileSnapshot('check-loops-help.golden.txt');
});
