import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { saveVariables, withVariables } from '../../src/cli/env-file.ts';
import { tempFolder } from '../support/program.ts';

test.each<[string, string, Record<string, string | undefined>, string]>([
  ['an empty file', '', { A: '1' }, 'A=1\n'],
  [
    'comments and unknown lines stay',
    '# mine\nX=y\n\nodd line\n',
    { A: '1' },
    '# mine\nX=y\n\nodd line\nA=1\n',
  ],
  ['a variable keeps its place', 'A=\nB=2\n', { A: '1' }, 'A=1\nB=2\n'],
  ['one that is named twice is named once', 'A=1\nB=2\nexport A=3\n', { A: '4' }, 'A=4\nB=2\n'],
  ['a comment that names one is a comment', '# A=1\n', { A: '2' }, '# A=1\nA=2\n'],
  ['no end of line', 'B=2', { A: '1' }, 'B=2\nA=1\n'],
  ['what a comment would cut off is quoted', '', { A: '/a b/#c' }, "A='/a b/#c'\n"],
  ['a value that is taken out', 'A=1\n', { A: '' }, 'A=\n'],
  ['a variable that is taken out', '# one\nA=1\nB=2\nA=3\n', { A: undefined }, '# one\nB=2\n'],
  ['the last one that is taken out', 'A=1\n', { A: undefined }, ''],
])('%s', (_title, before, changes, after) => {
  expect(withVariables(before, changes)).toBe(after);
  expect(withVariables(after, changes)).toBe(after);
});

test('whatever is set is read as it was meant, and the rest as before', () => {
  const name = fc.stringMatching(/^[A-Z][A-Z_]{0,8}$/);
  const plain = fc.stringMatching(/^[ -~]{0,20}$/).map((text) => text.replaceAll(/['\n]/g, '').trim());
  fc.assert(
    fc.property(fc.dictionary(name, plain), fc.dictionary(name, plain), (before, changes) => {
      const first = withVariables('# a comment\n', before);
      const read = { ...parseEnv(withVariables(first, changes)) };
      expect(read).toEqual({ ...before, ...changes });
    }),
  );
});

test('the file is for this user alone, is replaced in one step, and nothing else is left', () => {
  const folder = tempFolder('env');
  onTestFinished(() => folder.remove());
  const file = path.join(folder.path, 'config', '.env');
  expect(saveVariables(file, { A: '1' })).toBe(true);
  expect(saveVariables(file, { A: '1' })).toBe(false);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(path.dirname(file))).toEqual(['.env']);
});

test('a file that was readable by others is no longer, and a link stays one', () => {
  const folder = tempFolder('env');
  onTestFinished(() => folder.remove());
  const real = path.join(folder.path, 'real.env');
  writeFileSync(real, 'A=1\n', { mode: 0o644 });
  mkdirSync(path.join(folder.path, 'config'));
  const file = path.join(folder.path, 'config', '.env');
  symlinkSync(real, file);
  saveVariables(file, { B: '2' });
  expect([
    readFileSync(real, 'utf8'),
    statSync(real).mode & 0o777,
    lstatSync(file).isSymbolicLink(),
    existsSync(file),
  ]).toEqual(['A=1\nB=2\n', 0o600, true, true]);
});
