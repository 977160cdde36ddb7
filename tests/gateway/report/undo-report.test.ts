import { expect, test } from 'vitest';
import type { CallId } from '../../../src/core/ids.ts';
import { texts } from '../../../src/core/texts/texts.ts';
import { limitsLine } from '../../../src/gateway/report/undo-report.ts';

/** Whether limits are told of these calls; `!` stands before one that never started. @param steps which have one */
function isTold(tools: readonly string[], steps: readonly number[] = [...tools.keys()]): boolean {
  const calls = tools.map((tool, at) => ({
    id: `call-${at}` as CallId,
    tool: tool.replace('!', ''),
    startedAtMs: tool.startsWith('!') ? undefined : 1,
  }));
  const taken = { calls, steps: steps.map((at) => ({ call: `call-${at}` as CallId })) };
  return limitsLine(taken, texts('en')) !== '';
}

test.each<[string, boolean, boolean]>([
  ['nothing', isTold([]), false],
  ['edits alone', isTold(['apply_patch', 'write_source_file', 'delete_file', 'move_file']), false],
  ['edits and a commit on a new branch', isTold(['git_create_branch', 'apply_patch', 'git_commit']), false],
  ['a command', isTold(['apply_patch', 'run_command']), true],
  ['a command that nobody allowed', isTold(['apply_patch', '!run_command'], [0]), false],
  ['a command that may have begun when the program ended', isTold(['!run_command']), true],
  ['a merge, which may bring files that are ignored', isTold(['git_integrate']), true],
  ['a push, which has no state', isTold(['git_commit', 'git_push'], [0]), true],
  ["a server's tool", isTold(['mcp__notes__add'], []), true],
  ['a step of which no call is known', isTold([], [0]), true],
])('after %s, that an undo cannot reach everything is said: %s', (_what, told, expected) => {
  expect(told).toBe(expected);
});
