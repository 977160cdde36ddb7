import { expect, test } from 'vitest';
import type { ProjectChecks } from '../../src/contracts/code.ts';
import { sha256 } from '../../src/core/json.ts';
import { tools } from '../../src/tools/index.ts';
import { toolBench } from '../support/tools-context.ts';

const BEFORE = 'const a = 1;\nconst b = 2;\n';
const AFTER = 'const a = 1;\nconst b = 3;\n';
const PATCH = { path: 'a.ts', search: 'b = 2', replace: 'b = 3' };
const DIFF = '--- a/a.ts\n+++ b/a.ts\n@@ -1,2 +1,2 @@\n const a = 1;\n-const b = 2;\n+const b = 3;\n';

test('apply_patch changes the file and says by how much', async () => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  const answer = await bench.call('apply_patch', PATCH);
  expect({ answer, text: bench.read('a.ts') }).toEqual({
    answer: {
      text: 'Edited a.ts (+1 -1).',
      data: { path: 'a.ts', created: false, added: 1, removed: 1, diff: DIFF },
    },
    text: AFTER,
  });
});

test('preview_patch shows the diff that apply_patch makes, and changes nothing', async () => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  const preview = await bench.call('preview_patch', PATCH);
  const untouched = bench.read('a.ts');
  const applied = await bench.call('apply_patch', PATCH);
  expect({ untouched, text: preview.text, data: preview.data }).toEqual({
    untouched: BEFORE,
    text: DIFF,
    data: { path: 'a.ts', added: 1, removed: 1, diff: (applied.data as { diff: string }).diff },
  });
});

test('an edit that had to be forgiven shows what it became', async () => {
  const bench = toolBench({ files: { 'a.ts': '  if (a) {\n    b();\n  }\n' } });
  const input = { path: 'a.ts', search: 'if (a) {\n  b();\n}', replace: 'if (a) {\n  c();\n}' };
  expect((await bench.call('apply_patch', input)).text).toBe(
    'Edited a.ts (+1 -1). Matched after shifting the indentation.\n--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n   if (a) {\n-    b();\n+    c();\n   }\n',
  );
});

test('every occurrence is changed when asked, and counted', async () => {
  const bench = toolBench({ files: { 'a.ts': 'x\nx\n' } });
  const answer = await bench.call('apply_patch', {
    path: 'a.ts',
    search: 'x',
    replace: 'y',
    occurrence: 'all',
  });
  expect([answer.text, bench.read('a.ts')]).toEqual(['Edited a.ts (+2 -2). 2 places.', 'y\ny\n']);
});

test('a refused edit leaves the file alone', async () => {
  const bench = toolBench({ files: { 'a.ts': 'x\nx\n' } });
  const edit = bench.call('apply_patch', { path: 'a.ts', search: 'x', replace: 'y' });
  await expect(edit).rejects.toMatchObject({
    kind: 'invalid',
    message: /occurs 2 times in a\.ts, at lines 1, 2/,
  });
  expect(bench.read('a.ts')).toBe('x\nx\n');
});

test('apply_patch of a missing file is refused', async () => {
  await expect(toolBench().call('apply_patch', PATCH)).rejects.toMatchObject({ kind: 'not-found' });
});

test.each(['apply_patch', 'preview_patch'])(
  '%s of a missing file points at the tool that makes one',
  async (name) => {
    const edit = toolBench().call(name, { path: 'new.ts', search: '', replace: 'x\n' });
    await expect(edit).rejects.toMatchObject({
      kind: 'not-found',
      message: 'new.ts does not exist. Make a new file with write_source_file.',
    });
  },
);

test.each(['apply_patch', 'preview_patch'])(
  '%s refuses a file that changed since it was read',
  async (name) => {
    const bench = toolBench({ files: { 'a.ts': BEFORE } });
    await bench.call('read_source_file', { path: 'a.ts' });
    bench.write('a.ts', `${BEFORE}// by the person\n`);
    await expect(bench.call(name, PATCH)).rejects.toMatchObject({
      kind: 'conflict',
      message: 'a.ts changed since it was last read. Read it again, then repeat the edit.',
    });
  },
);

test('one edit after another needs no reading in between', async () => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  await bench.call('read_source_file', { path: 'a.ts' });
  await bench.call('apply_patch', PATCH);
  await bench.call('apply_patch', { path: 'a.ts', search: 'a = 1', replace: 'a = 0' });
  expect(bench.read('a.ts')).toBe('const a = 0;\nconst b = 3;\n');
});

test('the ledger keeps what a file was before the session and that it held foreign changes', async () => {
  const bench = toolBench({ files: { 'a.ts': BEFORE, 'b.ts': BEFORE }, dirty: ['b.ts'] });
  await bench.call('apply_patch', PATCH);
  await bench.call('apply_patch', { ...PATCH, path: 'b.ts' });
  await bench.call('write_source_file', { path: 'c.ts', content: 'new\n' });
  expect(bench.ledger.listWritten()).toEqual([
    { path: 'a.ts', before: sha256(BEFORE), after: sha256(AFTER), heldForeignChanges: false },
    { path: 'b.ts', before: sha256(BEFORE), after: sha256(AFTER), heldForeignChanges: true },
    { path: 'c.ts', before: undefined, after: sha256('new\n'), heldForeignChanges: false },
  ]);
});

test('write_source_file makes a file and its folders', async () => {
  const bench = toolBench();
  const answer = await bench.call('write_source_file', { path: 'src/new/a.ts', content: 'a\nb\n' });
  expect([answer.text, bench.read('src/new/a.ts')]).toEqual(['Created src/new/a.ts (+2 -0).', 'a\nb\n']);
});

test('write_source_file refuses an existing file that was not read', async () => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  await expect(bench.call('write_source_file', { path: 'a.ts', content: 'x' })).rejects.toMatchObject({
    kind: 'conflict',
    message: /was not read in this session\. Read it first/,
  });
});

test('write_source_file refuses a file that changed since it was read', async () => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  await bench.call('read_source_file', { path: 'a.ts' });
  bench.write('a.ts', AFTER);
  const write = bench.call('write_source_file', { path: 'a.ts', content: 'x' });
  await expect(write).rejects.toMatchObject({ kind: 'conflict', message: /changed since it was last read/ });
});

test('write_source_file keeps the line endings of the file it rewrites', async () => {
  const bench = toolBench({ files: { 'a.ts': 'a\r\nb\r\n' } });
  await bench.call('read_source_file', { path: 'a.ts' });
  await bench.call('write_source_file', { path: 'a.ts', content: 'a\nc\n' });
  expect(bench.read('a.ts')).toBe('a\r\nc\r\n');
});

test('write_source_file keeps the byte order mark of the file it rewrites', async () => {
  const bench = toolBench({ files: { 'a.ts': '\ufeffa\n' } });
  await bench.call('read_source_file', { path: 'a.ts' });
  await bench.call('write_source_file', { path: 'a.ts', content: 'b\n' });
  expect(bench.read('a.ts')).toBe('\ufeffb\n');
});

test.each([
  ['a\n// ... rest of the file\n', /left out/],
  ['key = "[secret]"\n', /hidden from you/],
  ['a\0', /NUL character/],
  ['a\ud83d', /lone surrogate/],
  [BEFORE, /already has exactly this content/],
])('write_source_file refuses the content %j', async (content, message) => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  await bench.call('read_source_file', { path: 'a.ts' });
  await expect(bench.call('write_source_file', { path: 'a.ts', content })).rejects.toMatchObject({
    kind: 'invalid',
    message,
  });
});

test.each([
  ['an ordinary file', 'auto', 'src/a.ts', 'allow', 'edit'],
  ['an ordinary file when edits ask', 'ask', 'src/a.ts', 'ask', 'edits-ask'],
  ['a protected file', 'auto', 'package.json', 'ask', 'protected-file'],
  ['a program of the project', 'auto', 'node_modules/.bin/tsc', 'ask', 'protected-file'],
  ['what such a program leads to', 'auto', 'web/node_modules/typescript/bin/tsc', 'ask', 'protected-file'],
  ['a program of an environment', 'auto', '.venv/bin/python', 'ask', 'protected-file'],
  ['a program of composer', 'auto', 'vendor/bin/phpunit', 'ask', 'protected-file'],
  ['a package of composer', 'auto', 'vendor/acme/a.php', 'allow', 'edit'],
  ['a hook', 'auto', '.husky/pre-commit', 'ask', 'protected-file'],
  ['a protected file when edits ask', 'ask', 'package.json', 'ask', 'protected-file'],
] as const)('%s: edits %s, %s -> %s (%s)', async (_what, edits, file, kind, rule) => {
  const bench = toolBench({ edits, files: { [file]: BEFORE } });
  const patch = await bench.review('apply_patch', { ...PATCH, path: file });
  const other = toolBench({ edits });
  const write = await other.review('write_source_file', { path: file, content: BEFORE });
  expect([patch?.verdict, write?.verdict]).toMatchObject([
    { kind, rule },
    { kind, rule },
  ]);
});

test('an edit is asked with its whole diff, bound to the content before and after', async () => {
  const bench = toolBench({ edits: 'ask', files: { 'a.ts': BEFORE } });
  const review = await bench.review('apply_patch', PATCH);
  expect(review).toMatchObject({
    verdict: {
      reason: 'Each change is to be seen before it is made, so this one of a.ts is asked.',
      risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
    },
    details: DIFF,
    binding: { path: 'a.ts', before: sha256(BEFORE), after: sha256(AFTER) },
  });
});

test('a link to a protected file is a protected file', async () => {
  const { symlinkSync } = await import('node:fs');
  const bench = toolBench({ files: { 'package.json': BEFORE } });
  symlinkSync('package.json', `${bench.root}/notes.txt`);
  const review = await bench.review('apply_patch', { ...PATCH, path: 'notes.txt' });
  expect(review?.verdict).toMatchObject({ kind: 'ask', rule: 'protected-file' });
});

const INTERRUPTED = {
  'after the write: the answer is known': [AFTER, 'done'],
  'before the write: it runs again': [BEFORE, 'rerun'],
  'and then changed by somebody: nobody knows': ['other\n', 'unknown'],
} as const;

test.each(Object.entries(INTERRUPTED))('an edit interrupted %s', async (_what, [text, kind]) => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  const prepared = await bench.prepare('apply_patch', PATCH);
  bench.write('a.ts', text);
  expect(await bench.recover('apply_patch', PATCH, prepared)).toMatchObject({ kind });
});

test('the answer of an edit found done is the answer it would have given', async () => {
  const bench = toolBench({ files: { 'a.ts': BEFORE } });
  const prepared = await bench.prepare('apply_patch', PATCH);
  const answer = await bench.call('apply_patch', PATCH);
  expect(await bench.recover('apply_patch', PATCH, prepared)).toEqual({
    kind: 'done',
    answer: { ...answer, note: expect.any(Promise) },
  });
});

test('a file made by an interrupted call is found by its content', async () => {
  const bench = toolBench();
  const input = { path: 'new.ts', content: 'a\n' };
  const prepared = await bench.prepare('write_source_file', input);
  const before = await bench.recover('write_source_file', input, prepared);
  bench.write('new.ts', 'a\n');
  const after = await bench.recover('write_source_file', input, prepared);
  expect([before.kind, after.kind, bench.ledger.lastSeen('new.ts')]).toEqual([
    'rerun',
    'done',
    sha256('a\n'),
  ]);
});

test('an edit that was approved as shown is refused when it would now be another', async () => {
  const bench = toolBench({ edits: 'ask', files: { 'a.ts': 'one\ntwo\n' } });
  const input = { path: 'a.ts', search: 'two', replace: 'three' };
  const judged = await bench.review('apply_patch', input);
  bench.write('a.ts', 'zero\none\ntwo\n');
  const tool = tools.find(({ name }) => name === 'apply_patch');
  await expect(tool?.prepare?.(input, bench.context, judged?.binding ?? null)).rejects.toMatchObject({
    kind: 'conflict',
    message: 'Things changed since this was judged. Look again, then repeat the call.',
  });
});

test.each([
  ['apply_patch', { path: 'big.txt', search: 'size 12', replace: 'size 13' }],
  ['write_source_file', { path: 'big.txt', content: 'whole\n' }],
])('%s refuses a pointer of Git LFS', async (tool, input) => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12\n`;
  const bench = toolBench({ files: { 'big.txt': pointer } });
  await bench.call('read_source_file', { path: 'big.txt' });
  await expect(bench.review(tool, input).then(() => bench.call(tool, input))).rejects.toMatchObject({
    kind: 'invalid',
    message: /pointer of Git LFS/,
  });
  expect(bench.read('big.txt')).toBe(pointer);
});

test('what the checks of the project say stands below the edit', async () => {
  const asked: unknown[] = [];
  const checks: ProjectChecks = {
    async afterEdit(edit) {
      asked.push(edit);
      return 'eslint, line 2: no';
    },
  };
  const bench = toolBench({ files: { 'a.ts': BEFORE }, checks });
  const answer = await bench.call('apply_patch', PATCH);
  expect([answer.text, asked]).toEqual([
    'Edited a.ts (+1 -1).\neslint, line 2: no',
    [{ path: 'a.ts', before: sha256(BEFORE), after: sha256(AFTER), text: AFTER, diff: DIFF }],
  ]);
});

test('a file that cannot be parsed is not checked any further', { tags: 'full' }, async () => {
  const checks: ProjectChecks = { afterEdit: () => Promise.reject(new Error('it was checked')) };
  const bench = toolBench({ files: { 'a.ts': BEFORE }, checks });
  const { text } = await bench.call('apply_patch', { ...PATCH, replace: 'b = (3' });
  expect(text).toContain('New syntax errors, as far as a parser can tell: line 2');
});

test('an edit that a crash interrupted tells of its own syntax errors, and waits for no check', async () => {
  const checks: ProjectChecks = { afterEdit: () => new Promise(() => undefined) };
  const bench = toolBench({ files: { 'a.ts': 'const c = (1;\n\nconst a = 1;\nconst b = 2;\n' }, checks });
  const edit = { ...PATCH, replace: 'b = (3' };
  const prepared = await bench.prepare('apply_patch', edit);
  bench.write('a.ts', 'const c = (1;\n\nconst a = 1;\nconst b = (3;\n');
  const found = await bench.recover('apply_patch', edit, prepared);
  const note = found.kind === 'done' ? await found.answer.note : undefined;
  expect(note).toMatch(/^New syntax errors, as far as a parser can tell: line 4: [^;]*"[^"]*"\. Check/);
});
