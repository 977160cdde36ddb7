import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requestsOf, scoreRouting } from '../../src/cli/eval/run-routing.ts';
import { NO_AGENTS, NO_MATCH } from '../../src/features/secretary/routing/errors.ts';
import { recommendSpecialists } from '../../src/features/secretary/routing/recommendation.ts';
import type { Routing } from '../../src/features/secretary/routing/secretary.ts';
import { INTERPRETATION, resultOf, specialist } from '../features/secretary/routing/support.ts';
import { says } from '../support/messages-server/replies.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { wasap } from '../support/run-wasap.ts';

const SHIPPED = path.resolve(import.meta.dirname, '../../config/evals');
const AGENTS = path.resolve(import.meta.dirname, '../../config/agents');

let folder: TempFolder;
const open: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = tempFolder('routing');
  for (const name of ['config/evals', 'replies'])
    mkdirSync(path.join(folder.path, name), { recursive: true });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
  folder.remove();
});

function put(place: string, text: string): void {
  writeFileSync(path.join(folder.path, place), text);
}

const evaluate = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  wasap(['eval', 'secretary', ...args], {
    folder: folder.path,
    env: { CONFIG_DIR: path.join(folder.path, 'config'), DATA_DIR: path.join(folder.path, 'data'), ...env },
  });

const SET = [
  { id: 'a', language: 'en', request: 'review auth', expected: 'wasap:security-reviewer' },
  { id: 'b', language: 'es', request: 'arregla el total', expected: 'wasap:bug-fixer' },
  { id: 'c', language: 'en', request: 'make it better', expected: 'questions' },
  { id: 'd', language: 'en', request: 'book a flight', expected: 'none' },
  { id: 'e', language: 'en', request: 'implement the export', expected: 'workflow:implement' },
];
const CLEAR = { intent: 'x', context: '', requirements: [], keywords: [], questions: [] };
const match = (agent: string, confidence = 90) => ({
  matches: [{ agent, confidence, reason: 'r' }],
  workflow: null,
});

interface Recorded {
  readonly interpret: object;
  readonly route?: object;
}

function recordings(of: Readonly<Record<string, Recorded>>): string {
  const list = Object.entries(of).flatMap(([request, { interpret, route }]) => [
    { keyword: `Interpret this request:\n> ${request}`, steps: [{ text: JSON.stringify(interpret) }] },
    ...(route === undefined
      ? []
      : [{ keyword: `Route this request:\n> ${request}`, steps: [{ text: JSON.stringify(route) }] }]),
  ]);
  return JSON.stringify({ recordings: list });
}

describe('the shipped set', () => {
  const set = requestsOf([SHIPPED]);
  const agents = readdirSync(AGENTS).map((file) => `wasap:${path.basename(file, '.md')}`);

  test('at least 40 requests in English and Spanish, of every kind, for each specialist in both languages', () => {
    const kinds = new Set(set.map(({ language, expected }) => `${language} ${expected}`));
    const wanted = [
      ...agents,
      'none',
      'questions',
      'workflow:brainstorm',
      'workflow:implement',
      'workflow:create-plan',
    ].flatMap((expected) => [`en ${expected}`, `es ${expected}`]);
    expect([set.length >= 40, wanted.filter((kind) => !kinds.has(kind)), kinds.size]).toEqual([
      true,
      [],
      wanted.length,
    ]);
  });

  test('no request is there twice, or names its specialist', () => {
    const requests = set.map(({ request }) => request);
    const names = agents.map((agent) => agent.replace('wasap:', ''));
    expect([
      new Set(requests).size,
      requests.filter((text) => names.some((name) => text.includes(name))),
    ]).toEqual([requests.length, []]);
  });
});

test.each([
  ['no JSON', 'x', ':1: '],
  ['an unknown kind', '{"id":"a","language":"en","request":"x","expected":"somebody"}', ':1: '],
  ['a missing field', '\n{"id":"a","language":"en","expected":"none"}', ':2: '],
  ['an id twice', `${JSON.stringify(SET[0])}\n${JSON.stringify(SET[0])}`, 'has the id a twice'],
])('a set with %s is refused, with its place', (_, text, told) => {
  put('config/evals/secretary.jsonl', text);
  expect(() => requestsOf([SHIPPED, path.join(folder.path, 'config/evals')])).toThrow(told);
});

describe('scoring', () => {
  const usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const a = specialist('wasap:a');
  function recommended(confidence: number, workflow: 'implement' | null = null): Routing {
    const result = resultOf([[a, confidence]], workflow);
    const recommendation = recommendSpecialists(result, [a]);
    if (recommendation === undefined) throw new Error('nothing is recommended');
    return {
      kind: 'recommended',
      interpretation: INTERPRETATION,
      result,
      recommendation,
      agents: [a],
      usage,
      skipped: [],
    };
  }

  test.each([
    ['the right specialist', 'wasap:a', recommended(71), 'right', 'wasap:a'],
    ['another one', 'wasap:b', recommended(71), 'wrong', 'wasap:a'],
    ['one that only fits a little', 'wasap:a', recommended(60), 'wrong', 'choice'],
    ['a way of working', 'workflow:implement', recommended(90, 'implement'), 'right', 'workflow:implement'],
    [
      'a way of working in place of a specialist',
      'wasap:a',
      recommended(90, 'implement'),
      'wrong',
      'workflow:implement',
    ],
    ['a specialist for what nobody does', 'none', recommended(71), 'wrong', 'wasap:a'],
    ['nobody', 'none', { kind: 'error', error: NO_MATCH, usage }, 'right', 'none'],
    ['questions', 'questions', { kind: 'questions', questions: [], usage }, 'right', 'questions'],
    [
      'questions in place of an answer',
      'wasap:a',
      { kind: 'questions', questions: [], usage },
      'wrong',
      'questions',
    ],
    ['no specialists at all', 'none', { kind: 'error', error: NO_AGENTS, usage }, 'no-reply', 'NO_AGENTS'],
    [
      'a judgement that cannot be used',
      'none',
      { kind: 'unusable', detail: '', usage },
      'no-reply',
      'no judgement',
    ],
    ['a fault', 'none', { kind: 'fault', fault: { kind: 'busy', detail: '' }, usage }, 'no-reply', 'busy'],
  ] as const)('%s', (_, expected, routing, result, got) => {
    const request = { id: 'x', language: 'en', request: 'x', expected };
    expect(scoreRouting(request, routing as Routing)).toEqual({ request, result, got, usage });
  });
});

describe('wasap eval secretary', () => {
  test('recorded replies: a table, a wrong reply scored wrong, what has none not scored, and no rate', {
    tags: 'full',
  }, async () => {
    put('config/evals/secretary.jsonl', SET.map((one) => JSON.stringify(one)).join('\n'));
    put(
      'replies/secretary.yaml',
      recordings({
        'review auth': { interpret: CLEAR, route: match('wasap:security-reviewer') },
        'arregla el total': { interpret: CLEAR, route: match('wasap:test-writer') },
        'make it better': { interpret: { ...CLEAR, questions: [{ question: 'What?', options: [] }] } },
        'book a flight': { interpret: CLEAR, route: { matches: [], workflow: null } },
      }),
    );
    const { stdout, stderr, code } = await evaluate(['--replay', 'replies']);
    expect({ stdout, code, first: stderr.split('\n')[0] }).toEqual({
      stdout: `
Request  Result    Expected                 Got
a        right     wasap:security-reviewer  wasap:security-reviewer
b        wrong     wasap:bug-fixer          wasap:test-writer
c        right     questions                questions
d        right     none                     none
e        no-reply  workflow:implement       request

Wrong:
  b: arregla el total

4 scored. Recorded replies say nothing about how good a model is.
`,
      code: 1,
      first: '5 requests with recorded replies from replies.',
    });
  });

  test('a model is asked twice for each request, its rate and cost are told; --json has a line for each', {
    tags: 'full',
  }, async () => {
    put(
      'config/evals/secretary.jsonl',
      SET.slice(0, 2)
        .map((one) => JSON.stringify(one))
        .join('\n'),
    );
    const answers = [CLEAR, match('wasap:security-reviewer'), CLEAR, match('wasap:test-writer')];
    const server = await startMessagesServer({
      script: [...answers, ...answers].map((answer) => says(JSON.stringify(answer))),
    });
    open.push(() => server.close());
    const env = { ANTHROPIC_BASE_URL: server.url, ANTHROPIC_API_KEY: 'test-key' };
    const told = await evaluate(['--yes'], env);
    const lines = await evaluate(['--yes', '--json', '--require-solved'], env);
    expect({
      sum: told.stdout.trimEnd().split('\n').at(-1),
      code: told.code,
      requests: server.requests.length,
      lines: lines.stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
      strict: lines.code,
    }).toEqual({
      sum: expect.stringMatching(/^claude-sonnet-5-5: 1 of 2 right \(50 %\), 0 not scored, \$/),
      code: 0,
      requests: 8,
      lines: [
        { ...SET[0], result: 'right', got: 'wasap:security-reviewer', model: 'claude-sonnet-5-5' },
        { ...SET[1], result: 'wrong', got: 'wasap:test-writer', model: 'claude-sonnet-5-5' },
      ],
      strict: 1,
    });
  });

  test('without a key it says so', async () => {
    const { stdout, stderr, code } = await evaluate([]);
    expect({ stdout, stderr, code }).toEqual({
      stdout: '',
      stderr: expect.stringContaining('No API key. Run `wasap setup`, or replay: --replay DIR'),
      code: 2,
    });
  });

  test('without --yes and without a terminal no money is spent', { tags: 'full' }, async () => {
    const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' };
    const { stderr, code } = await evaluate([], env);
    expect([
      code,
      stderr.includes('47 requests with claude-sonnet-5-5'),
      stderr.includes('Nothing was spent. To allow it, add: --yes'),
    ]).toEqual([2, true, true]);
  });
});
