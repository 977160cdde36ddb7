import { expect, test } from 'vitest';
import type { SpanRow } from '../../../src/contracts/trace.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { traceLines } from '../../../src/features/tracing/cli/run-trace.ts';
import { traceTexts } from '../../../src/features/tracing/texts/texts.ts';

const DAY = 86_400_000;

function span(spanId: string, change: Partial<SpanRow> = {}): SpanRow {
  return {
    traceId: 't',
    spanId,
    parentId: undefined,
    session: undefined,
    name: spanId,
    kind: 'agent',
    startMs: 0,
    endMs: 1000,
    status: 'ok',
    input: undefined,
    output: undefined,
    attributes: '{}',
    ...change,
  };
}

const TASK: readonly SpanRow[] = [
  span('gateway:in', { endMs: 5, output: '{"state":"done"}' }),
  span('invoke_agent wasap-agent', { startMs: 10, endMs: 1010, output: '{"outcome":"waiting"}' }),
  span('agent_round:1', { parentId: 'invoke_agent wasap-agent', startMs: 10, endMs: 510 }),
  span('anthropic.messages.create', {
    parentId: 'agent_round:1',
    startMs: 10,
    endMs: 260,
    attributes: '{"gen_ai.usage.input_tokens":4100,"gen_ai.usage.output_tokens":230}',
  }),
  span('shell:npm', {
    parentId: 'agent_round:1',
    startMs: 260,
    endMs: 510,
    status: 'error',
    output: '{"exit_code":1}',
  }),
  span('agent_round:2', { parentId: 'invoke_agent wasap-agent', startMs: 510, endMs: 1010 }),
  span('hitl:approval', { startMs: 1010, endMs: 2 * DAY, kind: 'user', output: '{"state":"approved"}' }),
  span('shell:a-program-with-a-name-that-is-much-longer-than-its-place', {
    parentId: 'lost',
    startMs: 3 * DAY,
    endMs: 3 * DAY,
  }),
];

const WORDS = traceTexts(texts('en'));

test('a tree with times, each branch on the scale of its top', () => {
  const at = { width: 80, isRunning: false, nowMs: 4 * DAY, words: WORDS };
  expect(traceLines(TASK, at)).toEqual([
    'gateway:in · done                                   5 ms  ██████████████████████',
    'invoke_agent wasap-agent · waiting                 1.0 s  ██████████████████████',
    '├ agent_round:1                                   500 ms  ███████████',
    '│ ├ anthropic.messages.create · 4.1k→230          250 ms  ██████',
    '│ └ ✗ shell:npm · 1                               250 ms        █████',
    '└ agent_round:2                                   500 ms             ███████████',
    'hitl:approval · approved                     48 h 00 min  ██████████████████████',
    'shell:a-program-with-a-name-that-is-much-l…         0 ms  █',
  ]);
});

test.each([
  ['under way', true, 'unset', 'running'],
  ['cut off, and nobody works on it', false, 'unset', 'interrupted'],
  ['cut off, and taken up by another program', true, 'interrupted', 'interrupted'],
] as const)('a span that is %s', (_, isRunning, status, told) => {
  const [line = ''] = traceLines([span('agent_round:1', { endMs: undefined, status })], {
    width: 80,
    isRunning,
    nowMs: 100,
    words: WORDS,
  });
  expect(line.split(/ {2,}/)).toEqual(['agent_round:1', told, '█']);
});

test.each([60, 80, 160])('no line is wider than a terminal of %d columns', (width) => {
  const lines = traceLines(TASK, { width, isRunning: false, nowMs: 4 * DAY, words: WORDS });
  expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(width);
});
