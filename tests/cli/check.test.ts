import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type TempFolder, tempFolder } from '../support/program.ts';
import { check } from '../support/run-wasap.ts';

let folder: TempFolder;
beforeEach(() => {
  folder = tempFolder('check');
  mkdirSync(path.join(folder.path, 'tmp'));
});
afterEach(() => folder.remove());

async function checkHere(args: readonly string[], input = '') {
  const env = { TMPDIR: path.join(folder.path, 'tmp') };
  return check(args, { folder: folder.path, env, input });
}

/** The answers of `check edit --json` to these questions. */
async function edits(...questions: readonly object[]) {
  const input = questions.map((question) => `${JSON.stringify(question)}\n`).join('');
  const { stdout, code } = await checkHere(['edit', '--json'], input);
  return { answers: answersIn(stdout), code };
}

function answersIn(stdout: string): readonly unknown[] {
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

test('an edit comes back as the file after it, the way the file was given', { tags: 'full' }, async () => {
  const edit = { path: 'src/a.ts', search: 'b', replace: 'c' };
  expect(
    await edits(
      { id: 'text', ...edit, file_before: 'a\r\nb\r\n' },
      { id: 2, ...edit, file_before_b64: base64('\ufeffa\nb\n') },
      { ...edit, file_before: 'b b\n', occurrence: 'all' },
    ),
  ).toEqual({
    answers: [
      { id: 'text', result: 'applied', file_after: 'a\r\nc\r\n' },
      { id: 2, result: 'applied', file_after_b64: base64('\ufeffa\nc\n') },
      { id: null, result: 'applied', file_after: 'c c\n' },
    ],
    code: 0,
  });
});

const ERRORS = {
  not_found: { search: 'z' },
  ambiguous: { file_before: 'b\nb\n' },
  no_change: { replace: 'b' },
  file_not_found: { file_before: null },
  empty_search: { search: '' },
  is_directory: { path: 'src/' },
  outside_workspace: { path: '../a.ts' },
  binary: { file_before: 'b\0' },
  encoding: { file_before: null, file_before_b64: '4iBi' },
  omission_placeholder: { replace: '// ... rest of code' },
};

test('an edit that cannot be made is an error of its kind, and no reason for an exit code', {
  tags: 'full',
}, async () => {
  const edit = { path: 'src/a.ts', file_before: 'a\nb\n', search: 'b', replace: 'c' };
  const questions = Object.entries(ERRORS).map(([id, wrong]) => ({ id, ...edit, ...wrong }));
  const answers = Object.keys(ERRORS).map((id) => ({
    id,
    result: 'error',
    kind: id,
    message: expect.stringMatching(/^.+\.$/s),
  }));
  expect(await edits(...questions)).toEqual({ answers, code: 0 });
});

test.each([
  ['/etc/hosts', 'outside_workspace'],
  ['a/../../b', 'outside_workspace'],
  ['.git/config', 'outside_workspace'],
  ['.GIT/hooks/x', 'outside_workspace'],
  ['sub/.git/config', 'outside_workspace'],
  ['C:\\a.ts', 'outside_workspace'],
  ['.', 'is_directory'],
  ['', 'is_directory'],
])('the path %j is %s', { tags: 'full' }, async (file, kind) => {
  const { answers } = await edits({ path: file, file_before: 'a\n', search: 'a', replace: 'b' });
  expect(answers).toMatchObject([{ result: 'error', kind }]);
});

test.each([
  ['UTF-16 that was cut', '//5hAAo=', 'encoding'],
  ['Shift-JIS', 'k/qWe4zq', 'encoding'],
  ['a picture', 'iVBORw0KGgoAAAANSUhEUg==', 'binary'],
])('%s is refused as %s', { tags: 'full' }, async (_what, file_before_b64, kind) => {
  expect((await edits({ path: 'a', file_before_b64, search: 'a', replace: 'b' })).answers).toMatchObject([
    { kind },
  ]);
});

test.each([
  ['UTF-16', '//5hAAoA', '//5iAAoA'],
  ['Latin-1', 'Y2Fm6Qo=', 'Y2Jm6Qo='],
])('a file in %s stays in its encoding', { tags: 'full' }, async (_what, file_before_b64, file_after_b64) => {
  const { answers } = await edits({ path: 'a', file_before_b64, search: 'a', replace: 'b' });
  expect(answers).toMatchObject([{ result: 'applied', file_after_b64 }]);
});

test('a line that cannot be read is named, and the next ones go on; exit code 1', async () => {
  const input = '{"id":1\n\n{"id":2,"path":"a","search":3}\n{"id":4,"path":"a","search":"a","replace":"b"}\n';
  const { stdout, code } = await checkHere(['edit', '--json'], input);
  expect({ answers: answersIn(stdout), code }).toEqual({
    answers: [
      { id: null, result: 'error', kind: 'bad_line', message: expect.stringMatching(/^Line 1: .*object/) },
      { id: 2, result: 'error', kind: 'bad_line', message: expect.stringMatching(/^Line 3: .*search/s) },
      { id: 4, result: 'error', kind: 'file_not_found', message: 'a does not exist.' },
    ],
    code: 1,
  });
});

test('nothing is left behind, and nothing of the current folder is read', { tags: 'full' }, async () => {
  const { answers } = await edits({ path: 'tmp', search: 'a', replace: 'b' });
  expect({ answers, left: readdirSync(path.join(folder.path, 'tmp')) }).toMatchObject({
    answers: [{ kind: 'file_not_found' }],
    left: [],
  });
});

test('without --json it says what is missing', { tags: 'full' }, async () => {
  expect(await checkHere(['edit'])).toEqual({
    stdout: '',
    stderr: expect.stringContaining("required option '--json' not specified"),
    code: 1,
  });
});

test('the help explains questions, answers and exit codes', { tags: 'full' }, async () => {
  const { stdout } = await checkHere(['edit', '--help']);
  await expect(stdout).toMatchFileSnapshot('check-edit-help.golden.txt');
});
