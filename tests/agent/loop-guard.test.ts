import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import {
  callKey,
  isAlternating,
  judgePingPong,
  judgeRepeat,
  LoopGuard,
} from '../../src/agent/loops/loop-guard.ts';
import { replayLoops } from '../../src/agent/replay-loops.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { isLookingCommand } from '../../src/tools/command-kinds.ts';

const Trace = z.object({
  id: z.string(),
  calls: z.array(
    z.object({
      tool: z.string(),
      params: z.json(),
      result_hash: z.string().optional(),
      ok: z.boolean().default(true),
    }),
  ),
  events: z.array(z.unknown()),
});

const traces = readFileSync(path.join(import.meta.dirname, 'loop-traces.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => Trace.parse(JSON.parse(line)));

test.each(traces.map((trace) => [trace.id, trace] as const))('trace: %s', (_id, { calls, events }) => {
  const recorded = calls.map(({ tool, params, result_hash: resultHash, ok }) => ({
    tool,
    params,
    resultHash,
    ok,
  }));
  expect(replayLoops(recorded, describedTools())).toEqual(events);
});

test('the key ignores the order of object keys and keeps the order of arrays', () => {
  expect(callKey('t', { b: 1, a: [1, 2] })).toBe(callKey('t', { a: [1, 2], b: 1 }));
  expect(callKey('t', { a: [1, 2] })).not.toBe(callKey('t', { a: [2, 1] }));
});

test('nothing, and a call without its result, are judged as no loop', () => {
  const past = [1, 2, 3, 4].map(() => ({ key: 'a', result: 'same', mutated: false }));
  expect(judgeRepeat([])).toEqual({ kind: 'ok' });
  expect(judgeRepeat([...past, { key: 'a', result: undefined, mutated: false }])).toEqual({ kind: 'ok' });
});

test('calls of one wave are judged in the order of the model, whichever ended first', () => {
  const guard = new LoopGuard();
  const turns = ['a', 'a', 'a'].map((key) => guard.begin(key));
  for (const turn of turns.toReversed()) guard.end(turn, { result: 'same', mutated: false });
  expect(turns.map((turn) => guard.judge(turn).kind)).toEqual(['ok', 'ok', 'warn']);
});

test('whether a sixth call in turn may run is known only when those before it have ended', () => {
  const guard = new LoopGuard();
  const turns = ['a', 'b', 'a', 'b', 'a'].map((key) => guard.begin(key));
  expect(guard.needsResults('b')).toBe(true);
  for (const turn of turns) guard.end(turn, { result: 'same', mutated: false });
  expect([guard.needsResults('b'), guard.begin('b').decision.kind]).toEqual([false, 'skip']);
});

test('what the person says begins a new count', () => {
  const guard = new LoopGuard();
  const callOnce = () => {
    const turn = guard.begin('a');
    guard.end(turn, { result: 'same', mutated: false });
    return guard.judge(turn).kind;
  };
  const before = [callOnce(), callOnce()];
  guard.reset();
  expect([...before, callOnce(), callOnce(), callOnce()]).toEqual(['ok', 'ok', 'ok', 'ok', 'warn']);
});

test('a call that an earlier program had started is never skipped', () => {
  const guard = new LoopGuard();
  for (const key of ['a', 'b', 'a', 'b', 'a'])
    guard.end(guard.begin(key), { result: 'same', mutated: false });
  expect(guard.goOn('b').decision).toEqual({ kind: 'ok' });
});

test('five calls in turn and a sixth are a ping-pong by their keys', () => {
  const past = ['a', 'b', 'a', 'b', 'a'].map((key) => ({ key, result: key, mutated: false }));
  expect([isAlternating(past, 'b'), isAlternating(past, 'a'), isAlternating(past.slice(1), 'a')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(judgePingPong(past, 'b')).toEqual({ kind: 'skip', detector: 'pingPong', count: 6 });
});

test.each([
  ['npm test', true],
  ['npm run test:unit -- --run', true],
  ['npx vitest run tests/a.test.ts', true],
  ['python -m pytest -q 2>&1 | tail -20', true],
  ['cd packages/a && go test ./...', true],
  ['cargo clippy', true],
  ['node --test', true],
  ['npx tsc --noEmit', true],
  ['grep -rn "a > b" src', true],
  ['git diff HEAD~1', true],
  ['CI=1 npm test', true],
  ['env CI=1 NO_COLOR="" pytest -q', true],
  ['time timeout -k 5 60s go test ./...', true],
  ['env', true],
  ['env NODE_ENV=test node generate.js', false],
  ['CI=1 npm run build', false],
  ['timeout 60 touch x', false],
  ['git checkout main', false],
  ['npm install', false],
  ['npx eslint --fix src', false],
  ['npx vitest -u', false],
  ['sed -i s/a/b/ x', false],
  ['find . -name x -delete', false],
  ['npm test > out.txt', false],
  ['cat $(make list)', false],
  ['npm test; npm run build', false],
  ['npm test & ', false],
  ['testify', false],
])('%j is known to change nothing: %s', (line, expected) => {
  expect(isLookingCommand(line)).toBe(expected);
});

test.each([
  ['five in one reply', [1, 1, 1, 1, 1], ['ok', 'ok', 'warn', 'warn', 'warn']],
  ['the next one after that', [1, 1, 1, 1, 1, 2], ['ok', 'ok', 'warn', 'warn', 'warn', 'break']],
  ['two, then three in one reply', [1, 2, 3, 3, 3], ['ok', 'ok', 'warn', 'warn', 'warn']],
  ['one in each reply', [1, 2, 3, 4, 5], ['ok', 'ok', 'warn', 'warn', 'break']],
])('equal calls warn in one reply before they break in a later one: %s', (_name, replies, kinds) => {
  const guard = new LoopGuard();
  const judged = replies.map((reply) => {
    const turn = guard.begin('a', reply);
    guard.end(turn, { result: 'same', mutated: false });
    return guard.judge(turn).kind;
  });
  expect(judged).toEqual(kinds);
});
