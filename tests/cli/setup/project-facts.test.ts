import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lookAtProject, todoIn } from '../../../src/cli/setup/first-task.ts';
import { readSettings } from '../../../src/settings/settings.ts';
import { newRepository } from '../../support/new-repository.ts';
import { type TempFolder, tempFolder } from '../../support/program.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('project-facts');
});
afterEach(() => folder.remove());

test('what a project shows of itself', { tags: 'full' }, async () => {
  newRepository(folder.path);
  const files: Readonly<Record<string, string>> = {
    '.env': '# TODO: a secret is no task\n',
    'README.md': '# Shop\n',
    'package.json': '{"scripts":{"test":"node --test"}}',
    'dist/app.js': '// TODO: of what was built\n',
    'src/a.js': 'export const a = 1;\n',
    'src/b.js': 'export const b = 2;\n// TODO(ana): make it 3\n',
    'test/b.test.js': '// TODO: of a test\n',
  };
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder.path, name)), { recursive: true });
    writeFileSync(path.join(folder.path, name), text);
  }
  const packageRoot = path.join(import.meta.dirname, '../../..');
  const overrides = { PROJECT_ROOT: folder.path, AGENT_WRITE_ENABLED: 'true' };
  expect(await lookAtProject(await readSettings({ packageRoot, overrides }))).toEqual({
    writeEnabled: true,
    testCommand: 'npm test',
    hasTests: true,
    hasReadme: true,
    sources: [
      { path: 'src/a.js', bytes: 20 },
      { path: 'src/b.js', bytes: 44 },
    ],
    todo: { path: 'src/b.js', line: 2, says: 'make it 3' },
  });
});

test.each<[string, ReturnType<typeof todoIn>]>([
  ['a\n// TODO: round it', { line: 2, says: 'round it' }],
  ['x = 1  # FIXME(bo) off by one', { line: 1, says: 'off by one' }],
  ['/* TODO handle nulls */', { line: 1, says: 'handle nulls' }],
  ['<!-- TODO: a title -->', { line: 1, says: 'a title' }],
  ['/**\n * TODO: of a doc comment\n */', { line: 2, says: 'of a doc comment' }],
  ['-- TODO: drop\u001b[2J it', { line: 1, says: 'drop\\x1b[2J it' }],
  [`// TODO: ${'long '.repeat(30)}`, { line: 1, says: `${'long '.repeat(11)}lo...` }],
  ['// TODO', undefined],
  ['// TODO: ...', undefined],
  ['const TODO = "TODO: text";', undefined],
  ['// TODOLIST: text', undefined],
])('what is left to do in %j', (text, todo) => {
  expect(todoIn(text)).toEqual(todo);
});
