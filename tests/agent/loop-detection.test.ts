import { describe, expect, test } from 'vitest';
import { callKey, judgeLoop, type PastCall } from '../../src/agent/loop-detection.ts';

const READ = callKey('read_source_file', { path: 'a.ts' });
const TEST = callKey('run_command', { command: 'npm test' });
const EDIT = callKey('apply_patch', { path: 'a.ts', search: 'x', replace: 'y' });

function call(key: string, resultHash = 'same', mutated = false): PastCall {
  return { key, tool: key.split(' ')[0] ?? '', resultHash, mutated };
}

function times(count: number, ...calls: readonly PastCall[]): readonly PastCall[] {
  return Array.from({ length: count }, () => calls).flat();
}

describe('genericRepeat', () => {
  test.each([
    ['first call', [], READ, { kind: 'ok' }],
    ['second call', times(1, call(READ)), READ, { kind: 'ok' }],
    [
      'third identical call',
      times(2, call(READ)),
      READ,
      { kind: 'warn', detector: 'genericRepeat', count: 3 },
    ],
    [
      'fifth identical call',
      times(4, call(READ)),
      READ,
      { kind: 'break', detector: 'genericRepeat', count: 5 },
    ],
    ['results that change', [call(READ, '1'), call(READ, '2'), call(READ, '3')], READ, { kind: 'ok' }],
    ['test, edit, test', [call(TEST), call(EDIT, 'e1', true), call(TEST)], TEST, { kind: 'ok' }],
    [
      'repeats around a call that changed nothing',
      [call(READ), call(TEST), call(READ)],
      READ,
      { kind: 'warn', detector: 'genericRepeat', count: 3 },
    ],
    ['other input', times(4, call(READ)), callKey('read_source_file', { path: 'b.ts' }), { kind: 'ok' }],
  ])('%s', (_name, past, key, decision) => {
    expect(judgeLoop(past, key)).toEqual(decision);
  });

  test('repeats older than the window are forgotten', () => {
    const others = Array.from({ length: 19 }, (_, n) =>
      call(callKey('read_source_file', { path: `${n}.ts` })),
    );
    expect(judgeLoop([...times(4, call(READ)), ...others], READ)).toEqual({ kind: 'ok' });
  });
});

describe('pingPong', () => {
  const pair = [call(READ), call(TEST)];
  test.each([
    [
      'A B A B A then B',
      [...times(2, ...pair), call(READ)],
      TEST,
      { kind: 'skip', detector: 'pingPong', count: 6 },
    ],
    ['A B A then B', [...times(1, ...pair), call(READ)], TEST, { kind: 'ok' }],
    [
      'a result that changed',
      [call(READ), call(TEST, '1'), call(READ), call(TEST, '2'), call(READ)],
      TEST,
      { kind: 'ok' },
    ],
    [
      'edits in between that succeed',
      [call(EDIT, 'e', true), call(TEST), call(EDIT, 'e', true), call(TEST), call(EDIT, 'e', true)],
      TEST,
      { kind: 'ok' },
    ],
  ])('%s', (_name, past, key, decision) => {
    expect(judgeLoop(past, key)).toEqual(decision);
  });
});

test('the key ignores the order of object keys and keeps the order of arrays', () => {
  expect(callKey('t', { b: 1, a: [1, 2] })).toBe(callKey('t', { a: [1, 2], b: 1 }));
  expect(callKey('t', { a: [1, 2] })).not.toBe(callKey('t', { a: [2, 1] }));
});
