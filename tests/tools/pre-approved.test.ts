import { expect, test } from 'vitest';
import type { PermittedTool } from '../../src/contracts/assignment.ts';
import { preApprovedBy } from '../../src/tools/pre-approved.ts';

const run = (words: string[], isWhole: boolean): PermittedTool => ({
  tool: 'run_command',
  command: { words, isWhole },
});

test.each<[string, readonly string[], readonly PermittedTool[]]>([
  ['nothing', [], []],
  ['tools that ask nobody', ['Read', 'Grep', 'Glob', 'read_lines', 'Task'], []],
  ['names that nobody knows', ['WebBrowser', 'bash', '__proto__', 'Bash(*)', 'Bash()'], []],
  [
    'what leaves the project',
    ['git_push', 'git_create_pr', 'remember', 'create_cron', 'WebFetch', 'web_search'],
    [],
  ],
  [
    'commands',
    ['Bash(git log:*)', 'Bash(npm test)'],
    [run(['git', 'log'], false), run(['npm', 'test'], true)],
  ],
  ['every command', ['Bash', 'Bash(git:*)'], [{ tool: 'run_command' }]],
  ['edits', ['Edit', 'Write'], [{ tool: 'apply_patch' }, { tool: 'write_source_file' }]],
  ['our own names', ['apply_patch', 'run_command'], [{ tool: 'apply_patch' }, { tool: 'run_command' }]],
])('%s', (_what, names, permitted) => {
  expect(preApprovedBy(names)).toEqual(permitted);
});
