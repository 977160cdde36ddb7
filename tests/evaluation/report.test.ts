import { expect, test } from 'vitest';
import { type EvalEntry, jsonOf, reportLines } from '../../src/cli/eval/report.ts';
import { evalWords } from '../../src/cli/eval/texts/texts.ts';

const USAGE = { inputTokens: 1000, outputTokens: 500, cacheReadTokens: 90_000, cacheWriteTokens: 8000 };

function entry(task: string, result: EvalEntry['result'], change: Partial<EvalEntry> = {}): EvalEntry {
  const wasMade = result.kind !== 'left-out' && result.kind !== 'not-run';
  const measured = {
    status: 'done',
    reason: undefined,
    rounds: 6,
    usage: USAGE,
    costMicroUsd: 123_456,
    answer: '',
    calls: [],
  } as const;
  return {
    task,
    language: 'Bash',
    run: 1,
    result,
    measured: wasMade ? measured : undefined,
    durationMs: wasMade ? 61_000 : 0,
    folder: undefined,
    ...change,
  };
}

const REASON = `\`node --test --test-reporter=tap checks/cart.test.js\` ended with 1, not 0: not ok 3 - a discount is of the whole line`;
const ENTRIES = [
  entry('js-cart-total', { kind: 'solved' }),
  entry('cpp-ring-buffer', { kind: 'unsolved', reasons: [REASON, 'it ran out of rounds'] }),
  entry('py-slug', { kind: 'no-reply', reason: 'the model did not answer (busy)' }),
  entry('a-name-of-32-letters-the-longest', { kind: 'left-out', reason: 'needs cargo' }),
  entry('py-rename', { kind: 'not-run', reason: 'the money of --max-usd is spent' }),
  entry('py-find-page', { kind: 'not-run', reason: 'the money of --max-usd is spent' }),
];
const { eval: WORDS } = evalWords('en');
const REAL = { model: 'claude-sonnet-5-5', isRecorded: false, wanted: 6 };

test('the report of a real model: table, reasons, and a rate over what was scored', async () => {
  await expect(`${reportLines(ENTRIES, REAL, WORDS).join('\n')}\n`).toMatchFileSnapshot('report.golden.txt');
});

test('nothing is wider than 80 columns, also where a name is as long as it may be', () => {
  expect(reportLines(ENTRIES, REAL, WORDS).filter((line) => line.length > 80)).toEqual([]);
});

test('recorded replies are never given a rate', () => {
  const text = reportLines(ENTRIES, { ...REAL, isRecorded: true }, WORDS)
    .join('\n')
    .replace(/\n +/g, ' ');
  expect([
    /\d\s*%|\d of \d+ solved|claude/.exec(text),
    text.includes('say nothing about how good a model is'),
  ]).toEqual([null, true]);
});

test('several attempts at a task are told apart and counted by task', () => {
  const runs = [1, 2, 3].map((run) =>
    entry('py-slug', run === 2 ? { kind: 'unsolved', reasons: ['why'] } : { kind: 'solved' }, { run }),
  );
  const lines = reportLines(runs, { ...REAL, wanted: 3 }, WORDS);
  expect([lines[2], ...lines.slice(4)]).toEqual([
    expect.stringMatching(/^py-slug 2 +not solved/),
    '',
    'py-slug 2: why',
    '',
    'Solved by task: py-slug 2/3.',
    'claude-sonnet-5-5: 2 of 3 solved (67 %), $0.37, 3 min 03 s.',
  ]);
});

test('a line of JSON holds everything that was measured', () => {
  expect(jsonOf(ENTRIES[0] as EvalEntry, REAL)).toEqual({
    task: 'js-cart-total',
    language: 'Bash',
    run: 1,
    model: 'claude-sonnet-5-5',
    recorded: false,
    result: 'solved',
    reasons: [],
    rounds: 6,
    tokens: { input: 1000, output: 500, cache_read: 90_000, cache_write: 8000 },
    cost_usd: 0.123456,
    seconds: 61,
    folder: null,
  });
});

test('what is unknown is null in JSON: the model of recorded replies, the figures of an attempt that was not made', () => {
  expect(jsonOf(ENTRIES[4] as EvalEntry, { ...REAL, isRecorded: true })).toMatchObject({
    model: null,
    recorded: true,
    result: 'not-run',
    reasons: ['the money of --max-usd is spent'],
    rounds: null,
    tokens: null,
    cost_usd: null,
  });
});

test('the report in Spanish: the same figures, nothing wider than 80 columns', () => {
  const lines = reportLines(ENTRIES, REAL, evalWords('es').eval);
  expect({
    head: lines.slice(0, 2),
    sums: lines.slice(-2),
    wide: lines.filter((line) => line.length > 80),
  }).toEqual({
    head: [
      'Tarea                             Resultado   Rondas  Tokens   Costo  Tiempo',
      'js-cart-total                     resuelta         6    100k   $0.12  1 min 01 s',
    ],
    sums: ['claude-sonnet-5-5: 1 de 2 resueltas (50 %), $0.37, 3 min 03 s.', 'Sin evaluar: 4 de 6.'],
    wide: [],
  });
});
