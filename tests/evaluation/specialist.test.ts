import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import { tasksOf } from '../../src/cli/eval/task.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { wasap } from '../support/run-wasap.ts';
import { entriesIn, SHIPPED } from './shipped.ts';

let folder: TempFolder;
const open: (() => Promise<void>)[] = [];
beforeEach(() => {
  folder = tempFolder('eval');
  for (const name of ['tmp', 'config/evals', 'config/agents'])
    mkdirSync(path.join(folder.path, name), { recursive: true });
});
afterEach(async () => {
  await Promise.all(open.splice(0).map((close) => close()));
  folder.remove();
});

/** The machine may be busy with other tests. */
const MAX_LENGTH = { timeout: 60_000 };

function task(name: string, specialist: string): void {
  const text = `language: Bash
summary: Something small
specialist: ${specialist}
files:
  a.js: |
    if (a = b) go();
planted:
  - { file: a.js, text: a = b, what: an assignment }
request: What is wrong in a.js?
checks: { report: true, unchanged: ["**"] }
`;
  writeFileSync(path.join(folder.path, 'config/evals', `${name}.yaml`), text);
}

function namesOf(tools: unknown): readonly string[] {
  return z
    .array(z.looseObject({ name: z.string() }))
    .parse(tools)
    .map(({ name }) => name);
}

async function evaluate(name: string) {
  const script = [calls(['write_source_file', { path: 'a.js', content: '' }]), says('a.js:1 assigns.')];
  const server = await startMessagesServer({ script });
  open.push(() => server.close());
  const env = {
    TMPDIR: path.join(folder.path, 'tmp'),
    CONFIG_DIR: path.join(folder.path, 'config'),
    ANTHROPIC_BASE_URL: server.url,
    ANTHROPIC_API_KEY: 'test-key',
  };
  const { stdout, stderr } = await wasap(['eval', name, '--yes', '--json'], { folder: folder.path, env });
  const first = server.requests[0]?.body;
  return { entries: entriesIn(stdout), stderr, system: JSON.stringify(first?.system ?? ''), first };
}

test('a task with a specialist is done by that one: its text, its tools, its brief; what it may not is not done', {
  ...MAX_LENGTH,
  tags: 'full',
}, async () => {
  task('review', 'code-reviewer');
  const { entries, system, first } = await evaluate('review');
  const names = namesOf(first?.tools);
  expect({
    entries: entries.map(({ result, reasons }) => ({ result, reasons })),
    isReviewer: system.includes('You review code as a colleague who will have to maintain it.'),
    asked: JSON.stringify(first?.messages[0]).includes('Task: What is wrong in a.js?'),
    reads: names.includes('read_source_file'),
    changes: names.filter((name) => ['write_source_file', 'apply_patch', 'run_command'].includes(name)),
  }).toEqual({
    entries: [{ result: 'solved', reasons: [] }],
    isReviewer: true,
    asked: true,
    reads: true,
    changes: [],
  });
});

test('a specialist of the person stands in for the shipped one of its name', {
  ...MAX_LENGTH,
  tags: 'full',
}, async () => {
  const mine = '---\nname: code-reviewer\ndescription: Mine\ntools: Read\n---\nYou are mine.\n';
  writeFileSync(path.join(folder.path, 'config/agents/code-reviewer.md'), mine);
  task('review', 'code-reviewer');
  expect((await evaluate('review')).system).toContain('You are mine.');
});

test('one that nobody has is left out, with the reason', { ...MAX_LENGTH, tags: 'full' }, async () => {
  task('review', 'no-such-one');
  const { entries } = await evaluate('review');
  expect(entries.map(({ result, reasons }) => ({ result, reasons }))).toEqual([
    { result: 'left-out', reasons: ['There is no specialist no-such-one. List them: wasap secretary list'] },
  ]);
});

test('each shipped specialist has a task with planted defects', () => {
  const tasks = tasksOf([SHIPPED], []).filter(({ specialist }) => specialist !== undefined);
  expect(tasks.map(({ specialist, planted }) => [specialist, planted.length >= 2])).toEqual([
    ['security-reviewer', true],
    ['documentation-writer', true],
    ['test-writer', true],
    ['bug-fixer', true],
    ['code-reviewer', true],
  ]);
});
