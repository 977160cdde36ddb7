import { expect, test } from 'vitest';
import { hasProgressedSince } from '../../src/agent/budget/progress.ts';
import type { CheckpointStep, WorkspaceState } from '../../src/contracts/checkpoints.ts';
import type { CallRecord } from '../../src/contracts/store.ts';
import type { CallId, SessionId } from '../../src/core/ids.ts';
import type { Json } from '../../src/core/json.ts';

/** One call; the round budget that is judged begins after round 15. */
interface Done {
  readonly round: number;
  readonly tool: string;
  readonly input?: Json;
  readonly prepared?: Json;
  readonly data?: Json;
  readonly ok?: boolean;
  /** Trees of the project around it. */
  readonly trees?: readonly [string, string];
}

const ticks = (round: number, titles: readonly string[], status = 'done', ok = true): Done => ({
  round,
  tool: 'update_task_status',
  data: { steps: titles.map((title) => ({ title, status })) },
  ok,
});

const edits = (round: number, before: string | null, after: string, ok = true): Done => ({
  round,
  tool: 'apply_patch',
  prepared: { reviewed: null, prepared: { path: 'a.ts', before, after } },
  data: { path: 'a.ts' },
  ok,
});

const runs = (round: number, exitCode: number, passed?: number): Done => ({
  round,
  tool: 'run_command',
  input: { command: 'npm test' },
  data: {
    exit_code: exitCode,
    test_run: 'exit-code',
    ...(passed === undefined ? {} : { tests: { passed, failed: exitCode, skipped: 0 } }),
  },
});

const commands = (round: number, line: string, exitCode: number, trees: readonly [string, string]): Done => ({
  round,
  tool: 'run_command',
  input: { command: line },
  data: { exit_code: exitCode },
  trees,
});

const CASES: readonly (readonly [string, readonly Done[], boolean])[] = [
  ['nothing at all', [], false],
  ['only looking', [{ round: 16, tool: 'read_lines', data: { path: 'a.ts' } }], false],
  ['a step ticked', [ticks(16, ['one'])], true],
  ['a step ticked before the round budget', [ticks(15, ['one'])], false],
  ['a step ticked again', [ticks(3, ['one']), ticks(16, ['one'], 'pending'), ticks(17, ['one'])], false],
  ['another step ticked', [ticks(3, ['one']), ticks(16, ['one', 'two'])], true],
  ['a step begun or skipped', [ticks(16, ['one'], 'in_progress'), ticks(17, ['two'], 'skipped')], false],
  ['a step that could not be ticked', [ticks(16, ['one'], 'done', false)], false],
  ['a file changed', [edits(16, 'x', 'y')], true],
  ['a file made', [edits(16, null, 'y')], true],
  ['an edit that failed', [edits(16, 'x', 'y', false)], false],
  ['a file changed back', [edits(14, 'x', 'y'), edits(16, 'y', 'x')], false],
  ['a file changed to and fro', [edits(14, 'x', 'y'), edits(16, 'y', 'x'), edits(17, 'x', 'y')], false],
  ['a file changed back and further', [edits(14, 'x', 'y'), edits(16, 'y', 'x'), edits(17, 'x', 'z')], true],
  ['a test that became green', [runs(3, 1), runs(16, 0)], true],
  ['more tests that pass', [runs(3, 2, 5), runs(16, 1, 6)], true],
  ['as many tests that pass', [runs(3, 1, 5), runs(16, 1, 5)], false],
  ['a test that stays red', [runs(3, 1), runs(16, 1)], false],
  ['a test that was green already', [runs(3, 0), runs(16, 0)], false],
  ['a test that is green now and then', [runs(3, 0), runs(4, 1), runs(16, 1), runs(17, 0)], false],
  ['a test that was red within the round budget alone', [runs(16, 1), runs(17, 0)], true],
  ['a first run that passes', [runs(16, 0)], false],
  ['files changed by a command', [commands(16, 'npx prettier --write .', 0, ['1', '2'])], true],
  ['a command that changed none', [commands(16, 'ls', 0, ['1', '1'])], false],
  ['a command that failed', [commands(16, 'make', 2, ['1', '2'])], false],
  ['what tests leave behind', [{ ...runs(16, 0), trees: ['1', '2'] }], false],
  [
    'a command that made what was there before',
    [commands(3, 'cp a b', 0, ['1', '2']), commands(16, 'git restore b', 0, ['2', '1'])],
    false,
  ],
];

test.each(CASES)('%s: progress or none', (_name, done, progressed) => {
  const calls = done.map(({ round, tool, input = {}, prepared = null, data = null, ok = true }, index) => ({
    ...NEW,
    id: idOf(index),
    round,
    tool,
    input,
    prepared,
    result: { text: '', data, ok, durationMs: 1 },
  }));
  const steps = done.flatMap(({ trees }, index): readonly CheckpointStep[] =>
    trees === undefined
      ? []
      : [
          {
            seq: index,
            call: idOf(index),
            before: stateOf(trees[0]),
            after: stateOf(trees[1]),
            problem: undefined,
          },
        ],
  );
  expect(hasProgressedSince(15, { calls, steps })).toBe(progressed);
});

const NEW: Omit<CallRecord, 'id' | 'round' | 'tool' | 'input' | 'prepared' | 'result'> = {
  session: '20261120-00000001' as SessionId,
  position: 0,
  malformed: undefined,
  state: 'done',
  startedAtMs: 1,
};

function idOf(index: number): CallId {
  return `call-${index}` as CallId;
}

function stateOf(tree: string): WorkspaceState {
  return { trees: [{ root: '', tree }], skipped: [], moreSkipped: 0, exclude: '', git: null };
}
