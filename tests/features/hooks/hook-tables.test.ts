import { describe, expect, test } from 'vitest';
import { describedTools } from '../../../src/features/contributions.ts';
import type { HookEvent, StoredAnswer } from '../../../src/features/hooks/hook.ts';
import { readHooks } from '../../../src/features/hooks/hooks-file.ts';
import { claudeCall, isAbout } from '../../../src/features/hooks/running/claude-input.ts';
import { readAnswer } from '../../../src/features/hooks/running/run-hook.ts';
import { sessionRecord } from '../../support/session-record.ts';

const json = (value: unknown) => JSON.stringify(value);

describe('what a file says', () => {
  const hook = (change: object = {}) => ({
    event: 'PreToolUse',
    matcher: '',
    command: './a.sh',
    timeoutMs: 60_000,
    ...change,
  });

  test.each<[string, unknown, object]>([
    ['nothing of hooks', { permissions: {} }, { kind: 'read', hooks: [], ignored: 0 }],
    [
      'a command for one tool, with its time',
      {
        hooks: {
          PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './a.sh', timeout: 5 }] }],
        },
      },
      { kind: 'read', hooks: [hook({ matcher: 'Bash', timeoutMs: 5_000 })], ignored: 0 },
    ],
    [
      'no time, and more than the most',
      {
        hooks: {
          Stop: [
            {
              hooks: [
                { type: 'command', command: './a.sh' },
                { type: 'command', command: './b.sh', timeout: 9e9 },
              ],
            },
          ],
        },
      },
      {
        kind: 'read',
        hooks: [hook({ event: 'Stop' }), hook({ event: 'Stop', command: './b.sh', timeoutMs: 300_000 })],
        ignored: 0,
      },
    ],
    [
      'other moments, other kinds and nonsense',
      {
        hooks: {
          UserPromptSubmit: [{ hooks: [{ type: 'command', command: './a.sh' }] }],
          PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'x' }, { type: 'command' }, 7] }, 'x'],
          __proto__: [{ hooks: [] }],
        },
      },
      { kind: 'read', hooks: [], ignored: 5 },
    ],
    ['a list in place of moments', { hooks: [] }, { kind: 'not-json' }],
    ['a list in place of everything', [], { kind: 'not-json' }],
    [
      'more hooks than anybody reads',
      { hooks: { Stop: [{ hooks: Array.from({ length: 51 }, () => ({ type: 'command', command: 'x' })) }] } },
      { kind: 'too-many' },
    ],
  ])('%s', (_what, tree, read) => {
    expect(readHooks(json(tree))).toEqual(read);
  });

  test.each(['', '{', 'null', '"hooks"'])('%j is no such file', (text) => {
    expect(readHooks(text)).toEqual({ kind: 'not-json' });
  });
});

describe('which tools a hook is about', () => {
  const tool = (name: string) => {
    const found = describedTools().find((one) => one.name === name);
    if (found === undefined) throw new Error(`no tool ${name}`);
    return found;
  };

  test.each<[string, readonly string[]]>([
    ['', ['run_command', 'apply_patch', 'read_lines', 'git_commit']],
    ['*', ['run_command', 'apply_patch', 'read_lines', 'git_commit']],
    ['Bash', ['run_command']],
    ['Edit|Write', ['apply_patch']],
    ['Edit|MultiEdit|Write|Bash', ['run_command', 'apply_patch']],
    ['^Edit$', ['apply_patch']],
    ['bash', []],
    ['Ba', []],
    ['Ba.*', ['run_command']],
    ['.*', ['run_command', 'apply_patch', 'read_lines', 'git_commit']],
    ['R..d', ['read_lines']],
    ['git_.*', ['git_commit']],
    ['mcp__.*__write.*', []],
    // What cannot be read without the danger of an endless search is about everything.
    ['(a+)+$', ['run_command', 'apply_patch', 'read_lines', 'git_commit']],
    ['[Bb]ash', ['run_command', 'apply_patch', 'read_lines', 'git_commit']],
  ])('%j', (matcher, names) => {
    const all = ['run_command', 'apply_patch', 'read_lines', 'git_commit'];
    expect(all.filter((name) => isAbout({ matcher }, tool(name)))).toEqual(names);
  });
});

test.each<[string, object, string, object]>([
  [
    'run_command',
    { command: 'npm', args: ['test', 'a b'], timeout: 5 },
    'Bash',
    { command: "npm test 'a b'", timeout: 5_000 },
  ],
  [
    'apply_patch',
    { path: 'a.ts', search: 'x', replace: 'y' },
    'Edit',
    { file_path: '/p/a.ts', old_string: 'x', new_string: 'y' },
  ],
  ['write_source_file', { path: 'a.ts', content: 'x' }, 'Write', { file_path: '/p/a.ts', content: 'x' }],
  ['read_source_file', { path: 'a.ts', offset: 2 }, 'Read', { file_path: '/p/a.ts', offset: 2 }],
  ['search_source_code', { pattern: 'x', path: 'src' }, 'Grep', { pattern: 'x', path: '/p/src' }],
  ['list_source_files', { glob: '*.ts' }, 'Glob', { pattern: '*.ts' }],
  ['git_commit', { message: 'x' }, 'git_commit', { message: 'x' }],
])('a call of %s is told in the words of Claude Code', (name, input, theirs, fields) => {
  const tool = describedTools().find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  expect(claudeCall({ tool, input: input as never, session: sessionRecord({ workspace: '/p' }) })).toEqual({
    tool_name: theirs,
    tool_input: { ...input, ...fields },
  });
});

describe('what a hook has said', () => {
  const own = (fields: object) => json({ hookSpecificOutput: fields });
  const nothing: StoredAnswer = { kind: 'nothing' };

  test.each<[HookEvent, number, string, string, StoredAnswer]>([
    ['PreToolUse', 0, '', '', nothing],
    ['PreToolUse', 0, 'fine', '', nothing],
    ['PreToolUse', 0, own({ permissionDecision: 'allow' }), '', nothing],
    ['PreToolUse', 0, json({ decision: 'approve' }), '', nothing],
    [
      'PreToolUse',
      0,
      own({ permissionDecision: 'deny', permissionDecisionReason: 'no' }),
      '',
      { kind: 'deny', text: 'no' },
    ],
    [
      'PreToolUse',
      0,
      own({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' }),
      '',
      { kind: 'ask', text: 'sure?' },
    ],
    ['PreToolUse', 0, json({ decision: 'block', reason: 'no' }), '', { kind: 'deny', text: 'no' }],
    ['PreToolUse', 0, json({ continue: false, stopReason: 'halt' }), '', { kind: 'deny', text: 'halt' }],
    ['PreToolUse', 2, own({ permissionDecision: 'allow' }), 'no docker', { kind: 'deny', text: 'no docker' }],
    ['PreToolUse', 1, json({ decision: 'block' }), 'broken', nothing],
    ['PreToolUse', 127, '', 'not found', nothing],
    [
      'PostToolUse',
      0,
      json({ decision: 'block', reason: 'lint fails' }),
      '',
      { kind: 'note', text: 'lint fails' },
    ],
    ['PostToolUse', 0, own({ additionalContext: 'formatted' }), '', { kind: 'note', text: 'formatted' }],
    ['PostToolUse', 0, 'all fine', '', nothing],
    ['PostToolUse', 2, '', 'lint fails', { kind: 'note', text: 'lint fails' }],
    [
      'Stop',
      0,
      json({ decision: 'block', reason: 'run the tests' }),
      '',
      { kind: 'deny', text: 'run the tests' },
    ],
    ['Stop', 0, json({ decision: 'block', reason: 'x', continue: false }), '', nothing],
    ['Stop', 2, '', 'run the tests', { kind: 'deny', text: 'run the tests' }],
    ['SessionStart', 0, own({ additionalContext: 'use pnpm' }), '', { kind: 'note', text: 'use pnpm' }],
    ['SessionStart', 0, 'use pnpm', '', { kind: 'note', text: 'use pnpm' }],
    ['SessionStart', 2, '', 'x', nothing],
  ])('%s, exit code %i, %s %s', (event, exitCode, stdout, stderr, answer) => {
    expect(readAnswer(event, { kind: 'exited', exitCode, stdout, stderr }).answer).toEqual(answer);
  });

  test('nothing, when it hung or was not run', () => {
    expect(readAnswer('PreToolUse', { kind: 'failed', why: 'timed-out' }).answer).toEqual(nothing);
  });

  test('a message to the person is told apart, and is short', () => {
    const stdout = json({ systemMessage: 'x'.repeat(1_000) });
    const { answer, message } = readAnswer('PostToolUse', {
      kind: 'exited',
      exitCode: 0,
      stdout,
      stderr: '',
    });
    expect([answer, message?.length]).toEqual([nothing, 300]);
  });
});
