import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ListQuery, SearchQuery, SearchResult } from '../../src/contracts/workspace-files.ts';
import { createWorkspaceFiles } from '../../src/files/workspace-files.ts';
import { findProgram } from '../../src/processes/command-environment.ts';
import { fill, smallGuard, temporaryFolder } from '../processes/parts.ts';

const signal = new AbortController().signal;

type Content = Readonly<Record<string, string | Buffer>>;

async function list(content: Content, query: Partial<ListQuery> = {}): Promise<readonly string[]> {
  const guard = smallGuard(fill(temporaryFolder(), content));
  const files = createWorkspaceFiles({ guard, searchProgram: undefined });
  return (await files.list({ limit: 1000, signal, ...query })).paths;
}

/** Without a program, and with ripgrep where there is one: both must find the same. */
async function search(
  content: Content,
  query: Partial<SearchQuery> & { readonly pattern: string },
): Promise<SearchResult> {
  const guard = smallGuard(fill(temporaryFolder(), content));
  const ripgrep = findProgram('rg', process.env.PATH ?? '');
  const engines = ripgrep === undefined ? [undefined] : [undefined, ripgrep];
  const [builtIn, ...others] = await Promise.all(
    engines.map((searchProgram) =>
      createWorkspaceFiles({ guard, searchProgram }).search({
        isRegex: false,
        caseSensitive: true,
        limit: 100,
        signal,
        ...query,
      }),
    ),
  );
  if (builtIn === undefined) throw new Error('The built-in search always runs.');
  for (const other of others) expect(other).toEqual(builtIn);
  return builtIn;
}

test('lists files sorted, hidden ones too, without .git and secrets', async () => {
  expect(
    await list({
      'b.ts': '',
      'a/z.ts': '',
      '.editorconfig': '',
      '.git/config': '',
      '.env': 'KEY=1',
      'a/.git/x': '',
    }),
  ).toEqual(['.editorconfig', 'a/z.ts', 'b.ts']);
});

test('does not follow symlinks', async () => {
  const root = fill(temporaryFolder(), { 'a.ts': '' });
  symlinkSync('/etc', join(root, 'etc'));
  symlinkSync('a.ts', join(root, 'b.ts'));
  const files = createWorkspaceFiles({ guard: smallGuard(root), searchProgram: undefined });
  expect(await files.list({ limit: 10, signal })).toEqual({ paths: ['a.ts'], leftOut: 0 });
});

test.each([
  ['a name at any depth', '*.log', ['keep.txt', 'sub/keep.txt']],
  ['a name at the root only', '/a.log', ['keep.txt', 'sub/a.log', 'sub/keep.txt']],
  ['a folder', 'sub/', ['a.log', 'keep.txt']],
  ['an exception', '*.log\n!sub/a.log', ['keep.txt', 'sub/a.log', 'sub/keep.txt']],
  ['no exception below an ignored folder', 'sub/\n!sub/a.log', ['a.log', 'keep.txt']],
  ['upper and lower case apart', '*.LOG', ['a.log', 'keep.txt', 'sub/a.log', 'sub/keep.txt']],
])('.gitignore: %s', async (_claim, rules, expected) => {
  const found = await list({
    '.gitignore': rules,
    'a.log': '',
    'keep.txt': '',
    'sub/a.log': '',
    'sub/keep.txt': '',
  });
  expect(found.filter((path) => path !== '.gitignore')).toEqual(expected);
});

test('a nearer .gitignore overrules one further up', async () => {
  const found = await list({
    '.gitignore': '*.log\n',
    'sub/.gitignore': '!a.log\n',
    'sub/a.log': '',
    'sub/b.log': '',
  });
  expect(found).toEqual(['.gitignore', 'sub/.gitignore', 'sub/a.log']);
});

test('rules of the folders above hold when only a folder is listed', async () => {
  const content = {
    '.gitignore': '*.log\n',
    'a/.gitignore': 'x.ts\n',
    'a/b/x.ts': '',
    'a/b/y.log': '',
    'a/b/z.ts': '',
  };
  expect(await list(content, { under: 'a/b' })).toEqual(['a/b/z.ts']);
});

test('.git/info/exclude holds as well', async () => {
  expect(await list({ '.git/info/exclude': 'notes\n', notes: '', a: '' })).toEqual(['a']);
});

test.each([
  ['*.ts', ['a.ts', 'src/b.ts', 'src/deep/c.ts']],
  ['src/*.ts', ['src/b.ts']],
  ['src/**/*.ts', ['src/b.ts', 'src/deep/c.ts']],
  ['./src/**', ['src/b.ts', 'src/d.js', 'src/deep/c.ts']],
  ['**/*.{ts,js}', ['a.ts', 'src/b.ts', 'src/d.js', 'src/deep/c.ts']],
  ['nothing', []],
])('glob %s', async (glob, expected) => {
  expect(await list({ 'a.ts': '', 'src/b.ts': '', 'src/d.js': '', 'src/deep/c.ts': '' }, { glob })).toEqual(
    expected,
  );
});

test('a file as the place to list is that file', async () => {
  expect(await list({ 'src/a.ts': '', 'src/b.ts': '' }, { under: 'src/a.ts' })).toEqual(['src/a.ts']);
});

test('a place that does not exist is told', async () => {
  await expect(list({}, { under: 'nowhere' })).rejects.toMatchObject({
    kind: 'not-found',
    message: /nowhere/,
  });
});

test('counts what is beyond the limit', async () => {
  const guard = smallGuard(fill(temporaryFolder(), { a: '', b: '', c: '' }));
  const files = createWorkspaceFiles({ guard, searchProgram: undefined });
  expect(await files.list({ limit: 2, signal })).toEqual({ paths: ['a', 'b'], leftOut: 1 });
});

test('finds lines by file and number, in order', async () => {
  const content = { 'b.ts': 'one\ntwo one\r\nthree', 'a/c.ts': '\nnone\n', '.hidden': 'one' };
  expect(await search(content, { pattern: 'one' })).toEqual({
    matches: [
      { path: '.hidden', line: 1, text: 'one' },
      { path: 'a/c.ts', line: 2, text: 'none' },
      { path: 'b.ts', line: 1, text: 'one' },
      { path: 'b.ts', line: 2, text: 'two one' },
    ],
    leftOut: 0,
    incomplete: false,
  });
});

test.each([
  ['a plain text is no expression', { pattern: 'f(x).*' }, [1]],
  ['an expression', { pattern: '^f\\(\\w+\\)', isRegex: true }, [1, 2]],
  ['the end of a line', { pattern: '\\)$', isRegex: true }, [2]],
  ['any case', { pattern: 'F(', caseSensitive: false }, [1, 2, 3]],
  ['its own case', { pattern: 'F(' }, [3]],
  ['alternatives', { pattern: 'yy|zz', isRegex: true }, [2, 3]],
  ['a leading dash', { pattern: '-e' }, [4]],
  ['a letter beyond ASCII', { pattern: 'ni\u00f1o' }, [5]],
])('searches for %s', async (_claim, query, lines) => {
  const content = { 'a.ts': 'f(x).*\nf(yy)\r\nF(zz) \n-e\nel ni\u00f1o\n' };
  expect((await search(content, query)).matches.map(({ line }) => line)).toEqual(lines);
});

test('secrets, ignored files, binaries and files of more than 5 MB are not searched', async () => {
  const content = {
    '.env': 'needle',
    '.gitignore': 'ignored\n',
    ignored: 'needle',
    binary: Buffer.from('needle\n\0'),
    'late-binary': Buffer.from(`needle\n${'x'.repeat(200_000)}\0`),
    large: Buffer.concat([Buffer.from('needle\n'), Buffer.alloc(5 * 1024 * 1024, 'x')]),
    'a.txt': 'needle',
  };
  expect((await search(content, { pattern: 'needle' })).matches.map(({ path }) => path)).toEqual(['a.txt']);
});

test('a search keeps to its folder and glob', async () => {
  const content = { 'a.ts': 'x', 'src/a.ts': 'x', 'src/a.js': 'x' };
  expect((await search(content, { pattern: 'x', under: 'src', glob: '*.ts' })).matches).toEqual([
    { path: 'src/a.ts', line: 1, text: 'x' },
  ]);
});

test('matches beyond the limit are counted', async () => {
  const { matches, leftOut } = await search(
    { a: 'x\n'.repeat(30), b: 'x\n'.repeat(30) },
    { pattern: 'x', limit: 7 },
  );
  expect([matches.length, leftOut]).toEqual([7, 53]);
});

test('a long line is shown shortened', async () => {
  const { matches } = await search({ a: `needle ${'x'.repeat(100_000)}` }, { pattern: 'needle' });
  expect(matches.map(({ text }) => text.length)).toEqual([2000]);
});

test('many files are searched in several goes with one result', { tags: 'full' }, async () => {
  const content = Object.fromEntries(
    Array.from({ length: 1500 }, (_, index) => [
      `${'long-name-'.repeat(10)}${index}.txt`,
      index % 100 === 0 ? 'x' : 'y',
    ]),
  );
  expect((await search(content, { pattern: 'x' })).matches.length).toBe(15);
});

test('names that look like options or hold blanks are searched', async () => {
  const content = { '--files': 'x', '-e': 'x', 'two words': 'x', 'colon:1:x': 'x' };
  expect((await search(content, { pattern: 'x' })).matches.map(({ path }) => path)).toEqual(
    Object.keys(content).sort(),
  );
});

test.each([
  ['an empty pattern', { pattern: '' }, /empty/],
  ['what is no expression', { pattern: '(', isRegex: true }, /no regular expression/],
  ['several lines', { pattern: 'a\nb' }, /single lines/],
])('refuses %s', async (_claim, query, message) => {
  await expect(search({}, query)).rejects.toMatchObject({ kind: 'invalid', message });
});

test.each([
  ['\\p{L}', [2]],
  ['\\Afoo', [3]],
  ['\\x{3}', [4]],
  ['b\\a', [5]],
  ['[[:z:]]', [6]],
  ['[a&&b]x', [7]],
  ['a{,3}', [8]],
])('%s is read as JavaScript does, whichever engine there is', async (pattern, lines) => {
  const content = 'foo\np{L}\nAfoo\nxxx\nba\n:]\n&x\na{,3}\n';
  const { matches } = await search({ 'a.txt': content }, { pattern, isRegex: true });
  expect(matches.map(({ line }) => line)).toEqual(lines);
});

test('what only JavaScript understands is found all the same', async () => {
  const { matches } = await search({ a: 'foobar\nfoobaz' }, { pattern: 'foo(?!bar)', isRegex: true });
  expect(matches.map(({ line }) => line)).toEqual([2]);
});

test('a pattern that backtracks without end is given up', { tags: 'full' }, async () => {
  const guard = smallGuard(fill(temporaryFolder(), { a: `${'a'.repeat(50)}b` }));
  const files = createWorkspaceFiles({ guard, searchProgram: undefined });
  const endless = files.search({ pattern: '^(a+)+$', isRegex: true, caseSensitive: true, limit: 10, signal });
  await expect(endless).rejects.toMatchObject({ kind: 'invalid', message: /takes too long on a/ });
});

test('a search can be stopped', async () => {
  const stop = AbortSignal.abort('cancel');
  await expect(search({ a: 'x' }, { pattern: 'x', signal: stop })).rejects.toMatchObject({ kind: 'stopped' });
});

test.each([
  ['all of it', {}, ['a.ts', 'deep/inside/b.ts', 'deep/kept.log']],
  ['a folder', { under: 'deep' }, ['deep/inside/b.ts', 'deep/kept.log']],
  ['a folder in a folder', { under: 'deep/inside' }, ['deep/inside/b.ts']],
  ['a file', { under: 'a.ts' }, ['a.ts']],
  ['a glob', { glob: '*.log' }, ['deep/kept.log']],
])('a search leaves out what is ignored, by folder or by name: %s', async (_, query, expected) => {
  const lines = ['*.log', '!kept.log', 'built/', '/odd \\[x\\]*\\{y\\}/', 'new\nline'];
  const found = await search(
    {
      '.gitignore': `${lines.join('\n')}\n`,
      'deep/.gitignore': 'only-here/\n',
      'a.ts': 'needle',
      'a.log': 'needle',
      'deep/kept.log': 'needle',
      'deep/inside/b.ts': 'needle',
      'deep/inside/built/c.ts': 'needle',
      'deep/only-here/d.ts': 'needle',
      'odd [x]*{y}/e.ts': 'needle',
      'deep/.git/f.ts': 'needle',
      '.env': 'needle',
      'bytes.bin': Buffer.from('needle\0'),
    },
    { pattern: 'needle', ...query },
  );
  expect(found.matches.map(({ path }) => path)).toEqual(expected);
});

test('a plain text is no pattern, whatever it holds', async () => {
  const content = { 'a.ts': 'x/y.*[z]\n', 'b.ts': 'x/yyyz\n' };
  const { matches } = await search(content, { pattern: '/y.*[z]' });
  expect(matches).toEqual([{ path: 'a.ts', line: 1, text: 'x/y.*[z]' }]);
});

test('ripgrep gets none of the variables of this program', async () => {
  const folder = temporaryFolder();
  const program = join(folder, 'rg');
  writeFileSync(program, `#!/bin/sh\nexport -p > ${folder}/variables\nexit 2\n`, { mode: 0o755 });
  const guard = smallGuard(fill(temporaryFolder(), { 'a.ts': 'needle\n' }));
  vi.stubEnv('ANTHROPIC_API_KEY', 'the canary');
  const { matches } = await createWorkspaceFiles({ guard, searchProgram: program }).search({
    pattern: 'needle',
    isRegex: false,
    caseSensitive: true,
    limit: 10,
    signal,
  });
  expect([matches.length, readFileSync(join(folder, 'variables'), 'utf8').includes('canary')]).toEqual([
    1,
    false,
  ]);
});
