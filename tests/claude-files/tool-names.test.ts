import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { grantsOf, type NamedTool } from '../../src/claude-files/tool-names.ts';
import { describedTools } from '../../src/features/offered.ts';

const TOOLS: readonly NamedTool[] = [
  { name: 'read_lines', claudeCode: ['Read'] },
  { name: 'read_image', claudeCode: ['Read'] },
  { name: 'search', claudeCode: ['Grep'] },
  { name: 'list', claudeCode: ['Glob', 'LS'] },
  { name: 'edit', claudeCode: ['Edit', 'MultiEdit'] },
  { name: 'write', claudeCode: ['Write'] },
  { name: 'run_command', claudeCode: ['Bash'] },
  { name: 'manage_process', claudeCode: ['Bash', 'BashOutput'] },
  { name: 'git_diff', claudeCode: [] },
  { name: 'git_status', claudeCode: [] },
];
const BASH = ['manage_process', 'run_command'];

describe('what a list of names opens', () => {
  test.each([
    ['nothing', [], { tools: [], commands: [], unknown: [] }],
    [
      'reading',
      ['Read', 'Grep', 'Glob'],
      { tools: ['list', 'read_image', 'read_lines', 'search'], commands: [], unknown: [] },
    ],
    ['editing', ['Edit', 'Write', 'MultiEdit'], { tools: ['edit', 'write'], commands: [], unknown: [] }],
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
    expect(grantsOf(['Read', 'Bash'], TOOLS.slice(0, 1))).toEqual({
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
  const tools = describedTools();
  const names = [...new Set(tools.flatMap(({ claudeCode }) => claudeCode))];
  const opened = names.map((name) => [name, [...(grantsOf([name], tools).tools ?? [])].sort()] as const);
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(opened));
});
