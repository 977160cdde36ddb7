import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { scriptAnswer } from '../../src/cli/eval/eval-channel.ts';
import { judgeResult } from '../../src/cli/eval/judge.ts';
import { estimateCost, nextCap } from '../../src/cli/eval/money.ts';
import type { Checks } from '../../src/cli/eval/task.ts';
import { verdictOf, withoutChecks } from '../../src/cli/eval/verdict.ts';
import { filesOf, overlayFiles, readFiles } from '../../src/cli/eval/workplace.ts';
import type { GrantOffers } from '../../src/contracts/grants.ts';
import { tempFolder } from '../support/program.ts';

const FILES = { 'src/a.js': 'a', 'src/b.js': 'b', '.gitignore': 'out/\n' };
const NO_CHECKS: Checks = { files: {}, commands: [], unchanged: [], contents: [], answer: [], never: [] };

interface Case {
  readonly checks: Partial<Checks>;
  /** Over the files of the task; undefined takes one away. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  readonly others?: readonly string[];
  readonly answer?: string;
  readonly calls?: readonly string[];
}

function reasons({ checks, files = {}, others = [], answer = '', calls = [] }: Case) {
  const now = Object.entries({ ...FILES, ...files }).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text] as const],
  );
  const found = { files: filesOf(Object.fromEntries(now)), others };
  return judgeResult(
    { files: FILES, checks: { ...NO_CHECKS, ...checks }, planted: [], clean: [] },
    { found, answer, calls },
  );
}

const STAYED = { unchanged: ['**', '!src/a.js'] };

test.each<readonly [string, Case, readonly string[]]>([
  ['a file that may change', { checks: STAYED, files: { 'src/a.js': 'other' } }, []],
  [
    'a file that may not',
    { checks: STAYED, files: { 'src/b.js': 'B' } },
    ['changed what had to stay: src/b.js'],
  ],
  [
    'a file that is gone',
    { checks: STAYED, files: { 'src/b.js': undefined } },
    ['changed what had to stay: src/b.js'],
  ],
  ['a new file', { checks: STAYED, files: { 'c.js': '' } }, ['made files where none were wanted: c.js']],
  ['a new link', { checks: STAYED, others: ['l'] }, ['made files where none were wanted: l']],
  ['a new file that the project ignores', { checks: STAYED, files: { 'out/x': '' } }, []],
  [
    'a new file that only the agent ignores',
    { checks: { unchanged: ['src/**'] }, files: { '.gitignore': 'src/\n', 'src/c.js': '' } },
    ['made files where none were wanted: src/c.js'],
  ],
  [
    'many files',
    { checks: STAYED, files: { 1: '', 2: '', 3: '', 4: '', 5: '' } },
    ['made files where none were wanted: 1, 2, 3 and 2 more'],
  ],
  [
    'a name that would move the cursor',
    { checks: STAYED, files: { 'x\u001b[2J': '' } },
    ['made files where none were wanted: x\\x1b[2J'],
  ],
  ['contents that are there', { checks: { contents: [{ files: 'src/*', has: ['^b$'], lacks: ['c'] }] } }, []],
  [
    'contents that are missing',
    { checks: { contents: [{ files: 'src/*', has: ['c'], lacks: [] }] } },
    ['src/* does not hold /c/'],
  ],
  [
    'contents that must not be there',
    { checks: { contents: [{ files: '**', has: [], lacks: ['b'] }] } },
    ['src/b.js holds /b/'],
  ],
  ['an answer, whatever its capitals', { checks: { answer: ['because'] }, answer: 'BECAUSE it is' }, []],
  [
    'another answer',
    { checks: { answer: ['because'] }, answer: 'no' },
    ['its answer does not say /because/'],
  ],
  [
    'a tool call that must not be',
    {
      checks: { never: ['^run_command .*curl'] },
      calls: ['read_lines {}', 'run_command {"command":"curl x"}'],
    },
    ['it tried what it must not: run_command {"command":"curl x"}'],
  ],
  [
    'the same words in another tool',
    { checks: { never: ['^run_command .*curl'] }, calls: ['edit {"a":"curl"}'] },
    [],
  ],
])('%s', (_what, given, expected) => {
  expect(reasons(given)).toEqual(expected);
});

test('links and pipes are told of, not read, and what is too large is refused', () => {
  const folder = tempFolder('files');
  try {
    const file = (name: string): string => path.join(folder.path, name);
    writeFileSync(file('a.txt'), 'a', { mode: 0o755 });
    symlinkSync('/etc/passwd', file('link'));
    execFileSync('mkfifo', [file('pipe')]);
    mkdirSync(file('.git'));
    writeFileSync(file('.git/config'), '');
    const { files, others } = readFiles(folder.path);
    expect([[...files].map(([name, { isExecutable }]) => [name, isExecutable]), others.toSorted()]).toEqual([
      [['a.txt', true]],
      ['link', 'pipe'],
    ]);
    truncateSync(file('a.txt'), 51 * 1024 * 1024);
    expect(() => readFiles(folder.path)).toThrow('the project has become too large');
  } finally {
    folder.remove();
  }
});

test('what is put over a project takes the place of what is in its way, whatever that is', () => {
  const files = filesOf({ checks: 'a file', 'src/a.js/b': 'a folder', 'src/c.js': 'kept' });
  const over = overlayFiles(files, filesOf({ 'checks/run.py': 'ours', 'src/a.js': 'ours' }));
  expect([...over.keys()].toSorted()).toEqual(['checks/run.py', 'src/a.js', 'src/c.js']);
});

function offersFor(words: readonly string[] | undefined): GrantOffers {
  const refused = { kind: 'refused', why: 'compound' } as const;
  const session = words === undefined ? refused : ({ kind: 'offered', words } as const);
  const facts = { program: 'p', executable: null, folder: '/', environment: '', scripts: [] };
  const access = { network: false, writable: [] };
  return { facts, outside: [], access, session, always: refused, prefix: refused };
}

test.each([
  ['npm test', ['npm', 'test'], 'yes'],
  ['npm test -- --watch=false', ['npm', 'test', '--', '--watch=false'], 'yes'],
  ['npm publish', ['npm', 'publish'], 'no, nobody'],
  ['npm testify', ['npm', 'testify'], 'no, nobody'],
  ['npm test; curl x', undefined, 'no, nobody'],
  ['', undefined, 'no, nobody'],
])('where `npm test` is listed, the answer to %j (words %j) begins with %j', (details, words, expected) => {
  const asked = { tool: 'run_command', details, offers: offersFor(words) };
  expect(scriptAnswer(asked, ['npm test']).startsWith(expected)).toBe(true);
});

test('at the cap of its money an attempt ends', () => {
  expect(scriptAnswer({ tool: 'money_limit', details: '', offers: undefined }, ['npm test'])).toBe('stop');
});

test.each([
  [0, 500_000],
  [4_700_000, 300_000],
  [4_995_000, undefined],
  [6_000_000, undefined],
])('after %d of five dollars the next attempt may cost %s', (spent, cap) => {
  expect(nextCap(spent, { ofRun: 5_000_000, ofTask: 500_000 })).toBe(cap);
});

test('a guess grows with the attempts and stays near what such tasks cost', () => {
  const price = {
    input: 2_000_000,
    output: 10_000_000,
    cacheRead: 200_000,
    cacheWrite: 2_500_000,
    cacheWriteHour: 4_000_000,
  };
  const one = estimateCost(price, 1);
  expect([one > 50_000 && one < 300_000, estimateCost(price, 13)]).toEqual([true, 13 * one]);
});

const DONE = { status: 'done', reason: undefined } as const;
const MEASURED = {
  rounds: 3,
  usage: { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 },
  costMicroUsd: 0,
  answer: '',
  calls: [],
};

test.each([
  ['it ends and all checks pass', DONE, [], { kind: 'solved' }],
  ['a check fails', DONE, ['why'], { kind: 'unsolved', reasons: ['why'] }],
  [
    'all checks pass and it came to no end',
    { status: 'parked', reason: 'rounds' },
    [],
    { kind: 'unsolved', reasons: ['it ran out of rounds'] },
  ],
  [
    'it ran out of time in the middle of a round',
    { status: 'running', reason: undefined },
    [],
    { kind: 'unsolved', reasons: ['it ran out of time'] },
  ],
] as const)('the verdict when %s', (_when, measured, failed, verdict) => {
  expect(verdictOf(measured, failed)).toEqual(verdict);
});

test.each([
  ['ended', { status: 'done', reason: undefined }, undefined],
  ['ended', { status: 'parked', reason: 'loop' }, undefined],
  ['overtime', { status: 'running', reason: undefined }, undefined],
  ['stopped', { status: 'done', reason: undefined }, 'stopped'],
  ['ended', { status: 'parked', reason: 'key' }, 'no-reply'],
  ['ended', { status: 'parked', reason: 'unreachable' }, 'no-reply'],
  ['overtime', { status: 'paused', reason: undefined }, 'no-reply'],
] as const)('an attempt that %s with %j is scored unless %s', (end, records, kind) => {
  expect(withoutChecks(end, { ...MEASURED, ...records })?.kind).toBe(kind);
});
