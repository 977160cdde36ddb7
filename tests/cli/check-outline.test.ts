import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { check } from '../support/run-wasap.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('check-outline');
});
afterEach(() => folder.remove());

async function outline(...args: readonly string[]) {
  return check(['outline', ...args], { folder: folder.path });
}

test('the declarations of a file come as one line of JSON, in the order of the file', {
  tags: 'full',
}, async () => {
  writeFileSync(
    path.join(folder.path, 'a.py'),
    'class A:\n    def b(self):\n        pass\n\ndef c(): pass\n',
  );
  const { stdout, stderr, code } = await outline('a.py', '--json');
  expect({ items: JSON.parse(stdout), stderr, code }).toEqual({
    items: [
      { name: 'A', kind: 'class', start: 1, end: 3 },
      { name: 'b', kind: 'method', start: 2, end: 3 },
      { name: 'c', kind: 'function', start: 5, end: 5 },
    ],
    stderr: '',
    code: 0,
  });
});

test('a file above 2 MB is read by its indentation, and that is said beside the answer', {
  tags: 'full',
}, async () => {
  writeFileSync(path.join(folder.path, 'a.py'), `def a():\n  pass\n${'#\n'.repeat(1_000_000)}`);
  expect(await outline('a.py', '--json')).toEqual({
    stdout: '[{"name":"def a():","kind":"block","start":1,"end":2}]\n',
    stderr: 'I read a.py by its indentation: it is larger than 2 MB.\n',
    code: 0,
  });
});

test('a file that is not there is named, with exit code 2', async () => {
  const { stdout, stderr, code } = await outline('none.py', '--json');
  expect({ stdout, stderr, code }).toEqual({
    stdout: '',
    stderr: expect.stringContaining("I can't read none.py (ENOENT)"),
    code: 2,
  });
});

test('the help explains the answer', { tags: 'full' }, async () => {
  const { stdout } = await outline('--help');
  await expect(stdout).toMatchFileSnapshot('check-outline-help.golden.txt');
});
