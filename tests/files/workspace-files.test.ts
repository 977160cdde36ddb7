import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FileContent, PathGuard, WorkspaceFiles } from '../../src/contracts/workspace-files.ts';
import { sha256 } from '../../src/core/json.ts';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { fill, smallGuard, temporaryFolder } from '../processes/parts.ts';

function utf8(text: string): FileContent {
  return { text, encoding: 'utf-8' };
}

function workspace(files: Readonly<Record<string, string | Buffer>>): {
  root: string;
  files: WorkspaceFiles;
} {
  const root = fill(temporaryFolder(), files);
  return { root, files: createWorkspaceFiles({ guard: smallGuard(root), searchProgram: undefined }) };
}

test('reads a text with its hash and size', async () => {
  const { root, files } = workspace({ 'src/a.ts': 'caf\u00e9\n' });
  expect(await files.readText('src/a.ts')).toEqual({
    path: { real: join(root, 'src/a.ts'), relative: 'src/a.ts', exists: true },
    text: 'caf\u00e9\n',
    encoding: 'utf-8',
    hash: sha256('caf\u00e9\n'),
    bytes: 6,
  });
});

test('a byte order mark survives reading and writing', async () => {
  const { root, files } = workspace({ 'a.txt': '\ufeffone\r\n' });
  const { text, hash } = await files.readText('a.txt');
  await files.writeText('a.txt', utf8(text), hash);
  expect(readFileSync(join(root, 'a.txt'))).toEqual(Buffer.from('\ufeffone\r\n'));
});

test.each([
  ['a binary', { a: Buffer.from('a\0b') }, 'invalid', /binary/],
  ['bytes that are not UTF-8', { a: Buffer.from([0x61, 0xff]) }, 'invalid', /not UTF-8/],
  ['more than 5 MB', { a: Buffer.alloc(5 * 1024 * 1024 + 1, 'x') }, 'invalid', /5242881 bytes/],
  ['a folder', { 'a/b': '' }, 'invalid', /no regular file/],
  ['what does not exist', {}, 'not-found', /a does not exist/],
])('refuses to read %s', async (_claim, content: Record<string, string | Buffer>, kind, message) => {
  const { files } = workspace(content);
  await expect(files.readText('a')).rejects.toMatchObject({ kind, message });
});

test('a workspace that is gone is not made anew by a write', async () => {
  const { root, files } = workspace({});
  rmSync(root, { recursive: true });
  await expect(files.writeText('docs/new.md', utf8('new'), undefined)).rejects.toMatchObject({
    kind: 'not-found',
  });
  expect(existsSync(root)).toBe(false);
});

test('a symlink out of the workspace is neither read nor written through', async () => {
  const outside = fill(temporaryFolder(), { 'passwd.txt': 'root' });
  const { root, files } = workspace({});
  symlinkSync(join(outside, 'passwd.txt'), join(root, 'link'));
  symlinkSync(outside, join(root, 'folder'));
  const tries = [
    files.readText('link'),
    files.readText('folder/passwd.txt'),
    files.writeText('link', utf8('x'), sha256('root')),
    files.writeText('folder/new.txt', utf8('x'), undefined),
  ];
  const kinds = (await Promise.allSettled(tries)).map((t) =>
    t.status === 'rejected' ? t.reason.kind : 'done',
  );
  expect([kinds, readdirSync(outside), readFileSync(join(outside, 'passwd.txt'), 'utf8')]).toEqual([
    ['denied', 'denied', 'denied', 'denied'],
    ['passwd.txt'],
    'root',
  ]);
});

test.each(['readText', 'writeText'] as const)(
  '%s: a file exchanged for a symlink after the check is refused',
  async (name) => {
    const outside = fill(temporaryFolder(), { secret: 'root' });
    const root = fill(temporaryFolder(), { a: 'one' });
    const guard = smallGuard(root);
    const slow: PathGuard = {
      ...guard,
      async resolve(path, purpose) {
        const resolved = await guard.resolve(path, purpose);
        symlinkSync(join(outside, 'secret'), join(root, 'link'));
        return { ...resolved, real: join(root, 'link') };
      },
    };
    const files = createWorkspaceFiles({ guard: slow, searchProgram: undefined });
    const done = name === 'readText' ? files.readText('a') : files.writeText('a', utf8('x'), sha256('root'));
    await expect(done).rejects.toMatchObject({ kind: 'denied' });
  },
);

test('a folder exchanged for a symlink after the check is refused', async () => {
  const outside = fill(temporaryFolder(), { 'a.txt': 'root' });
  const root = fill(temporaryFolder(), { 'real/a.txt': 'one' });
  symlinkSync(outside, join(root, 'swapped'));
  const guard: PathGuard = {
    ...smallGuard(root),
    resolve: async (path) => ({ real: join(root, 'swapped/a.txt'), relative: path, exists: true }),
  };
  const files = createWorkspaceFiles({ guard, searchProgram: undefined });
  const tries = [files.readText('a.txt'), files.writeText('a.txt', utf8('x'), sha256('root'))];
  const kinds = (await Promise.allSettled(tries)).map((t) =>
    t.status === 'rejected' ? t.reason.kind : 'done',
  );
  expect([kinds, readFileSync(join(outside, 'a.txt'), 'utf8'), readdirSync(outside)]).toEqual([
    ['denied', 'denied'],
    'root',
    ['a.txt'],
  ]);
});

test('writes a new file with its folders and leaves nothing else behind', async () => {
  const { root, files } = workspace({});
  const written = await files.writeText('deep/er/a.txt', utf8('one\n'), undefined);
  expect([
    written.hash,
    readFileSync(join(root, 'deep/er/a.txt'), 'utf8'),
    readdirSync(join(root, 'deep/er')),
  ]).toEqual([sha256('one\n'), 'one\n', ['a.txt']]);
});

test('a write that is repeated after a kill leaves nothing of the first try', async () => {
  const { root, files } = workspace({});
  const firstTry = await temporaryOf(root, () => files.writeText('a.txt', utf8('whole'), undefined));
  rmSync(join(root, 'a.txt'));
  writeFileSync(firstTry, 'half of it');
  await files.writeText('a.txt', utf8('whole'), undefined);
  expect(readdirSync(root)).toEqual(['a.txt']);
});

/** The file that a write fills before it gets its name; it is gone in no time. */
async function temporaryOf(folder: string, write: () => Promise<unknown>): Promise<string> {
  const watcher = watch(folder);
  try {
    const seen = new Promise<string>((resolve) => {
      watcher.on('change', (_event, name) => {
        if (String(name).endsWith('.tmp')) resolve(join(folder, String(name)));
      });
    });
    await write();
    return await seen;
  } finally {
    watcher.close();
  }
}

test('keeps the mode of a file that it replaces', async () => {
  const { root, files } = workspace({ 'run.sh': 'old' });
  chmodSync(join(root, 'run.sh'), 0o751);
  await files.writeText('run.sh', utf8('new'), sha256('old'));
  expect([readFileSync(join(root, 'run.sh'), 'utf8'), statSync(join(root, 'run.sh')).mode & 0o777]).toEqual([
    'new',
    0o751,
  ]);
});

test('a symlink inside the workspace stays one; its target is written', async () => {
  const { root, files } = workspace({ 'real.txt': 'old' });
  symlinkSync('real.txt', join(root, 'link.txt'));
  await files.writeText('link.txt', utf8('new'), sha256('old'));
  expect([
    lstatSync(join(root, 'link.txt')).isSymbolicLink(),
    readFileSync(join(root, 'real.txt'), 'utf8'),
  ]).toEqual([true, 'new']);
});

test.each([
  ['was changed meanwhile', 'now', sha256('before'), /changed meanwhile/],
  ['was deleted meanwhile', undefined, sha256('before'), /deleted meanwhile/],
  ['exists although it must not', 'now', undefined, /exists already/],
])(
  'refuses to write a file that %s, and leaves all as it is',
  async (_claim, content, expectedHash, message) => {
    const { root, files } = workspace(content === undefined ? {} : { a: content });
    const write = files.writeText('a', utf8('mine'), expectedHash);
    await expect(write).rejects.toMatchObject({ kind: 'conflict', message });
    expect(readdirSync(root).map((name) => readFileSync(join(root, name), 'utf8'))).toEqual(
      content === undefined ? [] : [content],
    );
  },
);

test.each([
  ['over a folder', 'folder', 'invalid'],
  ['below a file', 'file/new.txt', 'invalid'],
  ['with a name that is too long', 'x'.repeat(300), 'invalid'],
])('refuses to write %s', async (_claim, path, kind) => {
  const root = fill(temporaryFolder(), { file: 'x' });
  mkdirSync(join(root, 'folder'));
  const guard: PathGuard = {
    ...smallGuard(root),
    resolve: async (name) => ({ real: join(root, name), relative: name, exists: false }),
  };
  const files = createWorkspaceFiles({ guard, searchProgram: undefined });
  await expect(files.writeText(path, utf8('x'), undefined)).rejects.toMatchObject({ kind });
});

test('more than 5 MB is not written', async () => {
  const { root, files } = workspace({});
  await expect(files.writeText('a', utf8('x'.repeat(5 * 1024 * 1024 + 1)), undefined)).rejects.toMatchObject({
    kind: 'invalid',
  });
  expect(existsSync(join(root, 'a'))).toBe(false);
});

test('the hash of a file that does not exist is undefined', async () => {
  const { files } = workspace({ a: 'one' });
  expect([await files.hashOf('a'), await files.hashOf('b')]).toEqual([sha256('one'), undefined]);
});
