import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { grantsOf, type NamedTool } from '../../src/claude-files/tool-names.ts';
import { describedTools } from '../../src/features/contributions.ts';
import { isUpdating } from '../support/golden.ts';

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

const PAGE = 'docs/guide/specialists.md';
/** A row of its table: their names, then ours. */
const ROW = /^\| ((?:`\w+`(?:, )?)+) \| ([\w, ]+) \|$/gm;

/** The page with what their names open now; the order in each row stays, and what is new comes last. */
function withRowsAsOf(page: string, opened: ReadonlyMap<string, readonly string[]>): string {
  return page.replaceAll(ROW, (row: string, theirs: string, ours: string) => {
    const [name = ''] = theirs.match(/\w+/) ?? [];
    const right = opened.get(name);
    if (right === undefined) return row;
    const kept = ours.split(', ').filter((one) => right.includes(one));
    return `| ${theirs} | ${[...new Set([...kept, ...right])].join(', ')} |`;
  });
}

function rowsOf(page: string): Readonly<Record<string, readonly string[]>> {
  const rows = [...page.matchAll(ROW)].flatMap(([, theirs = '', ours = '']) =>
    [...theirs.matchAll(/\w+/g)].map(([name]) => [name, ours.split(', ').sort()] as const),
  );
  return Object.fromEntries(rows);
}

test('the table of docs/guide/specialists.md names what each of their tools opens', () => {
  const tools = describedTools();
  const names = [...new Set(tools.flatMap(({ claudeCode }) => claudeCode))];
  const opened = new Map(names.map((name) => [name, [...(grantsOf([name], tools).tools ?? [])].sort()]));
  const page = readFileSync(PAGE, 'utf8');
  const shown = isUpdating() ? withRowsAsOf(page, opened) : page;
  if (shown !== page) writeFileSync(PAGE, shown);
  expect(
    rowsOf(shown),
    'The tools say in `claudeCode` which names open them. `npx vitest run tests/claude-files -u` writes the rows of the page anew; a name without a row gets one by hand.',
  ).toEqual(Object.fromEntries(opened));
});
