import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commitAll, makeParts } from '../support/map-project.ts';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { check } from '../support/run-wasap.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('check-map');
});
afterEach(() => folder.remove());

async function map(...args: readonly string[]) {
  const env = { DATA_DIR: path.join(folder.path, 'data'), CONFIG_DIR: path.join(folder.path, 'config') };
  return check(['map', ...args], { folder: folder.path, env });
}

test('the map of a project is printed as a task would be told it, within its tokens, and nothing is kept', {
  tags: 'full',
}, async () => {
  const project = path.join(folder.path, 'project');
  makeParts(project, 30);
  commitAll(project);
  const { stdout, stderr, code } = await map('project', '--tokens', '300');
  const lines = stdout.split('\n');
  expect({
    opening: lines[1],
    first: lines[2],
    counted: lines.at(-3),
    closing: lines.at(-2),
    stderr,
    code,
    left: readdirSync(folder.path).toSorted(),
  }).toEqual({
    opening: '<project-map>',
    first: expect.stringMatching(/^src\/part-\d+\.ts: startPart\d+ 9-11, \+1$/),
    counted: `(and ${30 - (lines.length - 5)} more source files: list_source_files, search_source_code)`,
    closing: '</project-map>',
    stderr: '',
    code: 0,
    left: ['project'],
  });
});

test('a project of a few files has no map, and that is said', { tags: 'full' }, async () => {
  const { stdout, stderr, code } = await map();
  expect({ stdout, stderr, code }).toEqual({
    stdout: '',
    stderr: expect.stringContaining('A map needs at least 5 source files'),
    code: 0,
  });
});

test('a wrong number of tokens is named', { tags: 'full' }, async () => {
  const { stderr, code } = await map('--tokens', 'many');
  expect([stderr, code]).toEqual([expect.stringContaining('expected a whole number from 0 to 20000'), 2]);
});

test('the help explains folder and tokens', { tags: 'full' }, async () => {
  const { stdout } = await map('--help');
  await expect(stdout).toMatchFileSnapshot('check-map-help.golden.txt');
});
