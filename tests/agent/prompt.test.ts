import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstMessage } from '../../src/agent/prompt/first-message.ts';
import { createPrompts } from '../../src/agent/prompt/prompt.ts';
import { isLatin1 } from '../../src/core/text.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wasap-prompt-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const redact = (text: string): string => text.replaceAll('the-token', '[secret]');
const NOON = Date.UTC(2026, 10, 20, 12);

test('the first message holds the facts of the moment and the task', () => {
  const workspace = path.join(folder, 'login-service');
  mkdirSync(path.join(workspace, 'src'), { recursive: true });
  writeFileSync(path.join(workspace, 'package.json'), '{}');
  execFileSync('git', ['init', '-q', '-b', 'feat/login'], { cwd: workspace });
  expect(
    firstMessage({ task: 'fix the login bug', workspace, writeEnabled: true, nowMs: NOON, redact }),
  ).toBe(
    [
      'Workspace: login-service (all paths are relative to its root)',
      'Branch: feat/login',
      'Top level: package.json src/',
      'Date: 2026-11-20',
      'Write access: on',
      '',
      'Task: fix the login bug',
    ].join('\n'),
  );
});

test('a name of the project that holds a secret is told without it, words of the person stay', () => {
  const workspace = path.join(folder, 'p');
  mkdirSync(workspace);
  writeFileSync(path.join(workspace, 'the-token.txt'), '');
  execFileSync('git', ['init', '-q', '-b', 'feat/the-token'], { cwd: workspace });
  const told = firstMessage({ task: 'use the-token', workspace, writeEnabled: true, nowMs: NOON, redact });
  expect(told.split('\n').filter((line) => /secret|token/.test(line))).toEqual([
    'Branch: feat/[secret]',
    'Top level: [secret].txt',
    'Task: use the-token',
  ]);
});

test('a folder without git and without files is named as what it is', () => {
  expect(firstMessage({ task: 'look', workspace: folder, writeEnabled: false, nowMs: NOON, redact })).toBe(
    [
      `Workspace: ${path.basename(folder)} (all paths are relative to its root)`,
      'Branch: none (no git repository)',
      'Top level: (empty)',
      'Date: 2026-11-20',
      'Write access: off (read-only: edits, commands and git changes will be refused)',
      '',
      'Task: look',
    ].join('\n'),
  );
});

test('many entries are counted, not listed', () => {
  for (let n = 0; n < 45; n += 1) writeFileSync(path.join(folder, `f${String(n).padStart(2, '0')}`), '');
  expect(firstMessage({ task: 't', workspace: folder, writeEnabled: false, nowMs: NOON, redact })).toContain(
    'f39 and 5 more',
  );
});

test('a missing prompt says which file', () => {
  expect(() => createPrompts(folder).system('agent')).toThrow(
    `The prompt ${path.join(folder, 'coding.md')} is missing; reinstall the program.`,
  );
});

test.each([
  ['coding.md', 'Work on {{task}}.', 'has the placeholders {{task}}; it must have none.'],
  ['compact.md', 'Summarise.', 'has the placeholders none; it must have {{keep}}.'],
  [
    'compact.md',
    'Keep {{keep}}, {{ keep }}.',
    'has the placeholders {{keep}} {{ keep }}; it must have {{keep}}.',
  ],
])('a prompt with other placeholders than those that are filled in is refused: %s', (file, text, why) => {
  writeFileSync(path.join(folder, file), text);
  const prompts = createPrompts(folder);
  const built = () => (file === 'compact.md' ? prompts.compaction('') : prompts.system('agent'));
  expect(built).toThrow(why);
});

test('the wish for a summary holds what the person wants kept, to the letter, and is Latin-1', async () => {
  const prompts = createPrompts(path.resolve(import.meta.dirname, '../../config/prompts'));
  await expect(`${prompts.compaction('the API, $& and {{keep}}')}\n`).toMatchFileSnapshot(
    'golden/compact.golden.txt',
  );
  const plain = prompts.compaction('');
  expect({
    open: plain.includes('{{'),
    latin1: isLatin1(plain),
    ends: plain.endsWith('carry over what still holds.'),
  }).toEqual({
    open: false,
    latin1: true,
    ends: true,
  });
});
