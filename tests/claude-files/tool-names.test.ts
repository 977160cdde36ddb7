import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { grantsOf } from '../../src/claude-files/tool-names.ts';
import { describedTools } from '../../src/features/offered.ts';
import { readLines } from '../../src/tools/read-lines.ts';

const TOOLS = describedTools();
const BASH = ['list_allowed_commands', 'manage_process', 'run_command'];

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
          'read_document',
          'read_image',
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
      {
        tools: ['apply_patch', 'delete_file', 'move_file', 'preview_patch', 'write_source_file'],
        commands: [],
        unknown: [],
      },
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
      ['WebBrowser', 'read', 'Bash(*)', 'Bash()', 'Bash(g*t:*)', '__proto__', 'mcp__db__query', 'WebBrowser'],
      {
        tools: [],
        commands: [],
        unknown: ['WebBrowser', 'read', 'Bash(*)', 'Bash()', 'Bash(g*t:*)', '__proto__', 'mcp__db__query'],
      },
    ],
  ])('%s', (_, names, grants) => {
    expect(grantsOf(names, TOOLS)).toEqual(grants);
  });

  test('a tool that this program does not have', () => {
    expect(grantsOf(['Read', 'Bash'], [readLines])).toEqual({
      tools: ['read_lines'],
      commands: [],
      unknown: ['Bash'],
    });
  });
});

test('the table of docs/guide/specialists.md names what each of their tools opens', () => {
  const rows = readFileSync('docs/guide/specialists.md', 'utf8').matchAll(
    /^\| ((?:`\w+`(?:, )?)+) \| ([\w, ]+) \|$/gm,
  );
  const written = [...rows].flatMap(([, theirs = '', ours = '']) =>
    [...theirs.matchAll(/\w+/g)].map(([name]) => [name, ours.split(', ').sort()] as const),
  );
  const names = [...new Set(TOOLS.flatMap(({ claudeCode }) => claudeCode))];
  const opened = names.map((name) => [name, [...(grantsOf([name], TOOLS).tools ?? [])].sort()] as const);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(opened));
});
