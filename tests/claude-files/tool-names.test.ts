import { describe, expect, test } from 'vitest';
import { grantsOf, TOOL_NAMES } from '../../src/claude-files/tool-names.ts';
import { describedTools } from '../../src/features/index.ts';

const KNOWN = new Set(describedTools().map(({ name }) => name));
const BASH = ['list_allowed_commands', 'manage_process', 'run_command'];

test('every tool of the table exists', () => {
  expect(
    Object.values(TOOL_NAMES)
      .flat()
      .filter((name) => !KNOWN.has(name)),
  ).toEqual([]);
});

describe('what a list of names opens', () => {
  test.each([
    ['nothing', [], { tools: [], commands: [], unknown: [] }],
    [
      'reading',
      ['Read', 'Grep', 'Glob'],
      {
        tools: [
          'get_file_outline',
          'list_source_files',
          'read_lines',
          'read_source_file',
          'search_source_code',
        ],
        commands: [],
        unknown: [],
      },
    ],
    [
      'editing',
      ['Edit', 'Write', 'MultiEdit'],
      { tools: ['apply_patch', 'preview_patch', 'write_source_file'], commands: [], unknown: [] },
    ],
    [
      'our own names',
      ['git_diff', 'git_status'],
      { tools: ['git_diff', 'git_status'], commands: [], unknown: [] },
    ],
    ['every command', ['Bash', 'Bash(git:*)'], { tools: BASH, commands: undefined, unknown: [] }],
    [
      'every command, by our own name',
      ['run_command'],
      { tools: ['run_command'], commands: undefined, unknown: [] },
    ],
    [
      'some commands',
      ['Bash(git:*)', 'Bash(npm run test:*)', 'Bash(npm test)', 'Bash(make *)'],
      {
        tools: BASH,
        commands: [
          { words: ['git'], isWhole: false },
          { words: ['npm', 'run', 'test'], isWhole: false },
          { words: ['npm', 'test'], isWhole: true },
          { words: ['make'], isWhole: false },
        ],
        unknown: [],
      },
    ],
    [
      'names that grant nothing',
      ['WebFetch', 'read', 'Bash(*)', 'Bash()', 'Bash(g*t:*)', '__proto__', 'mcp__db__query', 'WebFetch'],
      {
        tools: [],
        commands: [],
        unknown: ['WebFetch', 'read', 'Bash(*)', 'Bash()', 'Bash(g*t:*)', '__proto__', 'mcp__db__query'],
      },
    ],
  ])('%s', (_, names, grants) => {
    expect(grantsOf(names, KNOWN)).toEqual(grants);
  });

  test('a tool of the table that this program does not have', () => {
    expect(grantsOf(['Read', 'Bash'], new Set(['read_lines']))).toEqual({
      tools: ['read_lines'],
      commands: [],
      unknown: ['Bash'],
    });
  });
});
