import { existsSync, linkSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../src/core/json.ts';
import { createCheckpoints } from '../../src/git/checkpoints/checkpoints.ts';
import { isSecretPath } from '../../src/policy/file-classes.ts';
import { deleteFile } from '../../src/tools/delete-file.ts';
import { moveFile } from '../../src/tools/move-file.ts';
import { treeOf } from '../git/checkpoints/rig.ts';
import { type Bench, gitBench, toolBench } from '../support/tools-context.ts';

const TEXT = 'one\ntwo\n';
const BINARY = new Uint8Array([0, 255, 1, 2]);

describe('move_file', () => {
  test('moves a file, makes its folder, and says what it did not change', async () => {
    const bench = toolBench({ files: { 'src/a.ts': TEXT } });
    expect(await bench.call('move_file', { path: 'src/a.ts', to: 'lib/deep/b.ts' })).toEqual({
      text: 'Moved src/a.ts to lib/deep/b.ts. What names its old path was not changed.',
      data: { path: 'lib/deep/b.ts', from: 'src/a.ts', added: 0, removed: 0 },
    });
    expect([bench.read('lib/deep/b.ts'), existsSync(path.join(bench.root, 'src/a.ts'))]).toEqual([
      TEXT,
      false,
    ]);
    expect(bench.ledger.listWritten()).toEqual([
      { path: 'src/a.ts', before: sha256(TEXT), after: undefined, heldForeignChanges: false },
      { path: 'lib/deep/b.ts', before: undefined, after: sha256(TEXT), heldForeignChanges: false },
    ]);
  });

  test('what was read before the move need not be read again after it', async () => {
    const bench = toolBench({ files: { 'a.ts': TEXT } });
    await bench.call('read_source_file', { path: 'a.ts' });
    await bench.call('move_file', { path: 'a.ts', to: 'b.ts' });
    await bench.call('write_source_file', { path: 'b.ts', content: 'three\n' });
    expect(bench.read('b.ts')).toBe('three\n');
  });

  test('changes of the person go along and stay known as such', async () => {
    const bench = toolBench({ files: { 'a.ts': TEXT }, dirty: ['a.ts'] });
    await bench.call('move_file', { path: 'a.ts', to: 'b.ts' });
    expect(bench.ledger.listWritten().map(({ heldForeignChanges }) => heldForeignChanges)).toEqual([
      true,
      true,
    ]);
  });

  test.each([
    ['a binary file', 'a.bin', 'b.bin'],
    ['a name that differs in case alone', 'Readme.md', 'README.md'],
    ['names with spaces, quotes and signs', 'it\'s a "file" $(x) ñ.md', '-rf *.md'],
  ])('%s', async (_what, from, to) => {
    const bench = toolBench({ files: { [from]: BINARY } });
    await bench.call('move_file', { path: from, to });
    expect(Object.keys(treeOf(bench.root))).toEqual([to]);
  });

  test.each([
    ['nothing', 'gone.ts', 'b.ts', 'not-found', /gone\.ts does not exist/],
    ['a folder', 'src', 'lib', 'invalid', /src is a folder/],
    ['onto a file', 'a.ts', 'b.ts', 'conflict', /b\.ts exists already, and nothing is overwritten/],
    ['onto itself', 'a.ts', './a.ts', 'conflict', /exists already/],
    ['onto a folder', 'a.ts', 'src', 'conflict', /src exists already.*Name another path/],
    ['into a folder that is named as one', 'a.ts', 'lib/', 'invalid', /lib\/ names a folder/],
    ['below a file', 'a.ts', 'b.ts/c.ts', 'invalid', /is a file, not a folder/],
    ['outside', 'a.ts', '../a.ts', 'denied', /outside the workspace/],
    ['from outside', '../outside.txt', 'b.txt', 'denied', /outside the workspace/],
    ['into .git', 'a.ts', '.git/hooks/pre-commit', 'denied', /\.git/],
    ['out of .git', '.git/config', 'config', 'denied', /\.git/],
    ['a secret', '.env', 'env.txt', 'denied', /may hold secrets/],
    ['to the name of a secret', 'a.ts', '.env.local', 'denied', /may hold secrets/],
    ['a link', 'link.ts', 'c.ts', 'invalid', /link\.ts is a link to a\.ts/],
    ['onto a link to nowhere', 'a.ts', 'nowhere.ts', 'invalid', /nowhere\.ts is a link/],
    ['through a link that leads outside', 'a.ts', 'out/a.ts', 'denied', /outside the workspace/],
    ['what is too large to be brought back', 'large.bin', 'b.bin', 'invalid', /at most 5242880/],
    ['to a name with a NUL', 'a.ts', 'b\0.ts', 'invalid', /NUL/],
    ['to a name that is too long', 'a.ts', `${'x'.repeat(300)}.ts`, 'invalid', /too long/],
    ['to nothing', 'a.ts', '', 'invalid', /empty/],
  ])('%s is refused and changes nothing', async (_what, from, to, kind, message) => {
    const bench = hostileBench();
    const before = treeOf(path.dirname(bench.root));
    await expect(bench.call('move_file', { path: from, to })).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
    });
    expect(treeOf(path.dirname(bench.root))).toEqual(before);
  });

  test('two names of one content are two files', async () => {
    const bench = toolBench({ files: { 'readme.md': TEXT } });
    linkSync(path.join(bench.root, 'readme.md'), path.join(bench.root, 'README.md'));
    await expect(bench.call('move_file', { path: 'readme.md', to: 'README.md' })).rejects.toMatchObject({
      kind: 'conflict',
    });
  });

  const MOVE = { path: 'a.ts', to: 'b.ts' };

  test.each([
    ['before it', {}, 'rerun'],
    ['after it', { 'a.ts': null, 'b.ts': TEXT }, 'done'],
    ['and then changed at its new place', { 'a.ts': null, 'b.ts': 'x' }, 'unknown'],
    ['and something else came to its new place', { 'b.ts': 'x' }, 'unknown'],
  ] as const)('cut off %s', async (_what, change, kind) => {
    const bench = toolBench({ files: { 'a.ts': TEXT } });
    const prepared = await bench.prepare('move_file', MOVE);
    for (const [file, content] of Object.entries(change)) {
      if (content === null) await bench.context.workspace.files.remove(file, sha256(TEXT));
      else bench.write(file, content);
    }
    expect(await bench.recover('move_file', MOVE, prepared)).toMatchObject({ kind });
  });

  test('a file that changed after the question is not moved', async () => {
    const bench = toolBench({ edits: 'ask', files: { 'a.ts': TEXT } });
    const review = await bench.review('move_file', MOVE);
    bench.write('a.ts', 'other\n');
    await expect(moveFile.prepare?.(MOVE, bench.context, review?.binding ?? null)).rejects.toMatchObject({
      kind: 'conflict',
    });
  });
});

describe('delete_file', () => {
  test('deletes a file and counts its lines', async () => {
    const bench = toolBench({ files: { 'src/a.ts': TEXT, 'src/b.ts': TEXT } });
    expect(await bench.call('delete_file', { path: 'src/a.ts' })).toEqual({
      text: 'Deleted src/a.ts.',
      data: { path: 'src/a.ts', added: 0, removed: 2 },
    });
    expect(Object.keys(treeOf(bench.root))).toEqual(['src/b.ts']);
    expect(bench.ledger.listWritten()).toMatchObject([{ path: 'src/a.ts', after: undefined }]);
  });

  test('a binary file has no lines', async () => {
    const bench = toolBench({ files: { 'a.bin': BINARY } });
    expect((await bench.call('delete_file', { path: 'a.bin' })).data).toMatchObject({ removed: 0 });
  });

  test('a file that changed since it was read is read again first', async () => {
    const bench = toolBench({ files: { 'a.ts': TEXT } });
    await bench.call('read_source_file', { path: 'a.ts' });
    bench.write('a.ts', 'of the person\n');
    await expect(bench.call('delete_file', { path: 'a.ts' })).rejects.toMatchObject({
      kind: 'conflict',
      message: 'a.ts changed since it was last read. Read it again before you delete it.',
    });
  });

  test.each([
    ['nothing', 'gone.ts', 'not-found', /does not exist/],
    ['a folder', 'src', 'invalid', /src is a folder/],
    ['the whole project', '.', 'invalid', /folder/],
    ['what is outside', '../outside.txt', 'denied', /outside the workspace/],
    ['what is in .git', '.git/config', 'denied', /\.git/],
    ['a secret', '.env', 'denied', /may hold secrets/],
    ['a link', 'link.ts', 'invalid', /link\.ts is a link to a\.ts/],
    ['what is too large to be brought back', 'large.bin', 'invalid', /at most 5242880/],
  ])('%s is refused and changes nothing', async (_what, file, kind, message) => {
    const bench = hostileBench();
    const before = treeOf(path.dirname(bench.root));
    await expect(bench.call('delete_file', { path: file })).rejects.toMatchObject({
      kind,
      message: expect.stringMatching(message),
    });
    expect(treeOf(path.dirname(bench.root))).toEqual(before);
  });

  test.each([
    ['before it', undefined, 'rerun'],
    ['after it', null, 'done'],
    ['and then made anew', 'x', 'unknown'],
  ] as const)('cut off %s', async (_what, content, kind) => {
    const bench = toolBench({ files: { 'a.ts': TEXT } });
    const input = { path: 'a.ts' };
    const prepared = await bench.prepare('delete_file', input);
    if (content === null) await bench.context.workspace.files.remove('a.ts', sha256(TEXT));
    else if (content !== undefined) bench.write('a.ts', content);
    expect(await bench.recover('delete_file', input, prepared)).toMatchObject({ kind });
  });
});

test.each([
  ['move_file', { path: 'src/a.ts', to: 'src/b.ts' }, 'auto', 'allow', 'edit', 'src/a.ts -> src/b.ts'],
  ['move_file', { path: 'src/a.ts', to: 'src/b.ts' }, 'ask', 'ask', 'edits-ask', 'src/a.ts -> src/b.ts'],
  [
    'move_file',
    { path: 'package.json', to: 'p.json' },
    'auto',
    'ask',
    'protected-file',
    'package.json -> p.json',
  ],
  [
    'move_file',
    { path: 'src/a.ts', to: '.husky/pre-push' },
    'auto',
    'ask',
    'protected-file',
    'src/a.ts -> .husky/pre-push',
  ],
  ['delete_file', { path: 'src/a.ts' }, 'auto', 'allow', 'edit', 'src/a.ts'],
  ['delete_file', { path: 'src/a.ts' }, 'ask', 'ask', 'edits-ask', 'src/a.ts'],
  ['delete_file', { path: 'package.json' }, 'auto', 'ask', 'protected-file', 'package.json'],
] as const)('%s of %j with edits %s: %s (%s)', async (tool, input, edits, kind, rule, details) => {
  const bench = toolBench({ edits, files: { 'src/a.ts': TEXT, 'package.json': '{}' } });
  expect(await bench.review(tool, input)).toMatchObject({ verdict: { kind, rule }, details });
});

test('both are in a commit of the files that the session wrote', { tags: 'full' }, async () => {
  const bench = gitBench({ files: { 'b.txt': 'b\n', 'c.txt': 'c\n' } });
  await bench.call('move_file', { path: 'b.txt', to: 'moved/b.txt' });
  await bench.call('delete_file', { path: 'c.txt' });
  await bench.call('git_commit', { message: 'chore: tidy up' });
  expect(bench.git('show', '--name-status', '--no-renames', '--format=', 'HEAD').split('\n')).toEqual([
    'D\tb.txt',
    'D\tc.txt',
    'A\tmoved/b.txt',
  ]);
});

test('an undo brings back what was moved and what was deleted', { tags: 'full' }, async () => {
  const files = { 'a.txt': TEXT, 'keep/b.bin': BINARY, '.gitignore': 'out/\n', 'out/c.txt': 'ignored\n' };
  const bench = toolBench({ files });
  const before = treeOf(bench.root);
  const checkpoints = createCheckpoints({
    folder: path.join(path.dirname(bench.root), 'checkpoints'),
    environment: { PATH: process.env.PATH ?? '', HOME: path.dirname(bench.root) },
    ownFolders: [],
    isSecret: isSecretPath,
  });
  const steps = [];
  let left = await checkpoints.take(bench.root);
  for (const [seq, [tool, input]] of (
    [
      [moveFile, { path: 'a.txt', to: 'new/a.txt' }],
      [deleteFile, { path: 'keep/b.bin' }],
      [moveFile, { path: 'out/c.txt', to: 'c.txt' }],
      [deleteFile, { path: 'new/a.txt' }],
    ] as const
  ).entries()) {
    const named = tool.files?.(input) ?? [];
    const { state: from } = await checkpoints.takeFiles(bench.root, named, left);
    await bench.call(tool.name, input);
    left = (await checkpoints.takeFiles(bench.root, named, from)).state;
    steps.push({ seq, call: `call-${seq}` as never, before: from, after: left, problem: undefined });
  }
  expect(Object.keys(treeOf(bench.root))).toEqual(['.gitignore', 'c.txt']);
  const request = { workspace: bench.root, steps, ownBranch: undefined, pushed: [], brought: [] };
  const { kept } = await checkpoints.apply(bench.root, await checkpoints.plan(request));
  expect({ tree: treeOf(bench.root), kept }).toEqual({ tree: before, kept: [] });
});

function hostileBench(): Bench {
  const bench = toolBench({
    files: {
      'a.ts': TEXT,
      'b.ts': TEXT,
      'src/c.ts': TEXT,
      '.env': 'A=1\n',
      '.git/config': '[core]\n',
      'large.bin': '',
      '../outside.txt': 'outside\n',
    },
  });
  const at = (name: string): string => path.join(bench.root, name);
  truncateSync(at('large.bin'), 5 * 1024 * 1024 + 1);
  mkdirSync(path.join(bench.root, '../elsewhere'));
  symlinkSync('a.ts', at('link.ts'));
  symlinkSync('missing.ts', at('nowhere.ts'));
  symlinkSync('../elsewhere', at('out'));
  return bench;
}
