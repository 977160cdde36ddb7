import { unlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import { type Bench, gitBench } from '../support/tools-context.ts';

const MESSAGE = 'fix(login): accept accents';

async function edited(bench: Bench, file = 'a.txt'): Promise<Bench> {
  await bench.call('apply_patch', { path: file, search: 'one', replace: 'two' });
  return bench;
}

test('a commit takes what the session wrote and nothing else', async () => {
  const bench = await edited(gitBench());
  bench.write('notes.txt', 'of the person\n');
  const answer = await bench.call('git_commit', { message: MESSAGE });
  const hash = bench.git('rev-parse', 'HEAD');
  expect({
    answer,
    files: bench.git('show', '--name-only', '--format=%s'),
    commits: bench.ledger.listCommits(),
  }).toEqual({
    answer: {
      text: `Committed ${hash.slice(0, 10)} "${MESSAGE}" (1 files, +1 -1).\nChanged but not committed: notes.txt`,
      data: { hash, subject: MESSAGE, files: 1, insertions: 1, deletions: 1 },
    },
    files: `${MESSAGE}\n\na.txt`,
    commits: [hash],
  });
});

test('a new file in a new folder is committed', { tags: 'full' }, async () => {
  const bench = gitBench();
  await bench.call('write_source_file', { path: 'src/deep/new.ts', content: 'a\n' });
  await bench.call('git_commit', { message: MESSAGE });
  expect(bench.git('status', '--porcelain')).toBe('');
});

test('a deleted file is committed when it is named', { tags: 'full' }, async () => {
  const bench = gitBench();
  unlinkSync(path.join(bench.root, 'a.txt'));
  await bench.call('git_commit', { message: MESSAGE, paths: ['a.txt'] });
  expect(bench.git('ls-files')).toBe('');
});

test('a named folder takes the changed files in it', { tags: 'full' }, async () => {
  const bench = gitBench({ files: { 'src/a.txt': 'one\n', 'srcs.txt': 'one\n' } });
  for (const file of ['src/a.txt', 'src/b.txt', 'srcs.txt']) bench.write(file, 'two\n');
  await bench.call('git_commit', { message: MESSAGE, paths: ['src/'] });
  expect(bench.git('show', '--name-only', '--format=').split('\n')).toEqual(['src/a.txt', 'src/b.txt']);
});

test('what is staged besides stays staged', { tags: 'full' }, async () => {
  const bench = await edited(gitBench());
  bench.write('staged.txt', 'x\n');
  bench.git('add', 'staged.txt');
  await bench.call('git_commit', { message: MESSAGE });
  expect(bench.git('status', '--porcelain')).toBe('A  staged.txt');
});

test('the first commit of a repository works', { tags: 'full' }, async () => {
  const bench = gitBench();
  bench.git('checkout', '-q', '--orphan', 'fresh');
  bench.git('rm', '-rfq', '.');
  await bench.call('write_source_file', { path: 'b.txt', content: 'b\n' });
  await bench.call('git_commit', { message: MESSAGE });
  expect(bench.git('log', '--format=%s')).toBe(MESSAGE);
});

const MESSAGES: readonly (readonly [message: string, refusal: RegExp | undefined])[] = [
  ['fix: a', undefined],
  ['feat(api)!: drop it', undefined],
  ['docs: a\n\nBody.', undefined],
  [`fix: ${'x'.repeat(100)}`, undefined],
  ['Fixed the bug', /type\(scope\): subject/],
  ['fix a', /type\(scope\): subject/],
  ['oops: a', /one of these types: build, chore/],
  ['fix:a', /type\(scope\): subject/],
  ['', /type\(scope\): subject/],
  [`fix: ${'x'.repeat(101)}`, /has 101 characters, at most 100/],
  ['fix: a\nbody', /empty line/],
  ['-m fix: a', /type\(scope\): subject/],
];

test('a message is of the form that commits have here, or refused with what is wrong', {
  tags: 'full',
}, async () => {
  const bench = await edited(gitBench());
  for (const [message, refusal] of MESSAGES) {
    const commit = bench.review('git_commit', { message });
    if (refusal === undefined)
      await expect(commit, message).resolves.toMatchObject({ verdict: { kind: 'allow' } });
    else await expect(commit, message).rejects.toMatchObject({ kind: 'invalid', message: refusal });
  }
});

const ASKED = {
  'its own change': [['a.txt'], [], undefined, 'allow'],
  'its own change in a file that the person had changed': [['a.txt'], ['a.txt'], undefined, 'ask'],
  'what a command changed': [[], [], ['b.txt'], 'allow'],
  'what the person had changed, by name': [[], ['b.txt'], ['b.txt'], 'ask'],
  'its own change beside one of the person': [['a.txt'], ['b.txt'], undefined, 'allow'],
  'a folder that holds a change of the person': [['src/a.txt'], ['src/b.txt'], ['src'], 'ask'],
} as const;

eachInFull(Object.entries(ASKED))('committing %s', async (_what, [own, dirty, paths, kind]) => {
  const bench = gitBench({ files: { 'b.txt': 'one\n', 'src/a.txt': 'one\n', 'src/b.txt': 'one\n' }, dirty });
  for (const file of ['b.txt', 'src/b.txt']) bench.write(file, 'changed\n');
  for (const file of own) await edited(bench, file);
  const input = { message: MESSAGE, ...(paths === undefined ? {} : { paths: [...paths] }) };
  expect((await bench.review('git_commit', input))?.verdict.kind).toBe(kind);
});

test('the question names the files, and the answer holds for these changes only', async () => {
  const bench = gitBench({ dirty: ['a.txt'] });
  bench.write('a.txt', 'mine\n');
  const input = { message: MESSAGE, paths: ['a.txt'] };
  const first = await bench.review('git_commit', input);
  bench.write('a.txt', 'mine again\n');
  const second = await bench.review('git_commit', input);
  expect(first).toMatchObject({
    verdict: { reason: "These files have changes that aren't from this task: a.txt." },
    details: `${MESSAGE}\n\na.txt`,
  });
  expect(first?.binding).not.toEqual(second?.binding);
});

const REFUSED: readonly (readonly [
  what: string,
  paths: readonly string[] | undefined,
  kind: string,
  message: RegExp,
])[] = [
  ['nothing was written', undefined, 'not-found', /Nothing to commit.*Other changed files: b\.txt/],
  ['a named file did not change', ['a.txt'], 'not-found', /Nothing changed in a\.txt/],
  ['the whole workspace is named', ['.'], 'invalid', /not the whole workspace/],
  ['the whole workspace is named in disguise', ['src/..'], 'invalid', /not the whole workspace/],
  ['a file outside is named', ['../x'], 'denied', /outside/],
  ['a secret is named', ['.env'], 'denied', /secrets/],
  ['the repository is named', ['.git/config'], 'denied', /\.git/],
  ['an option is named', ['--all'], 'not-found', /Nothing changed in --all/],
];

test('what may not be committed, or did not change, is refused', async () => {
  const bench = gitBench({ files: { 'src/x': '' } });
  bench.write('b.txt', 'new\n');
  bench.write('.env', 'KEY=1\n');
  for (const [what, paths, kind, message] of REFUSED) {
    const input = { message: MESSAGE, ...(paths === undefined ? {} : { paths: [...paths] }) };
    await expect(bench.review('git_commit', input), what).rejects.toMatchObject({ kind, message });
  }
});

test('a folder that holds a secret is refused as a whole', async () => {
  const bench = gitBench();
  bench.write('src/.env', 'KEY=1\n');
  await expect(bench.review('git_commit', { message: MESSAGE, paths: ['src'] })).rejects.toMatchObject({
    kind: 'denied',
  });
});

test('a commit interrupted before it was made runs again', { tags: 'full' }, async () => {
  const bench = await edited(gitBench());
  const prepared = await bench.prepare('git_commit', { message: MESSAGE });
  expect(await bench.recover('git_commit', { message: MESSAGE }, prepared)).toEqual({ kind: 'rerun' });
});

test('a commit interrupted after it was made is found and noted', async () => {
  const bench = await edited(gitBench());
  const prepared = await bench.prepare('git_commit', { message: MESSAGE });
  bench.git('commit', '-q', '-am', MESSAGE);
  const found = await bench.recover('git_commit', { message: MESSAGE }, prepared);
  const hash = bench.git('rev-parse', 'HEAD');
  expect([found.kind, bench.ledger.listCommits()]).toEqual(['done', [hash]]);
});

test('a commit that somebody else made meanwhile is not taken for it', { tags: 'full' }, async () => {
  const bench = await edited(gitBench());
  const prepared = await bench.prepare('git_commit', { message: MESSAGE });
  bench.git('commit', '-q', '-am', 'chore: of the person');
  expect((await bench.recover('git_commit', { message: MESSAGE }, prepared)).kind).toBe('unknown');
});

/** A repository inside the project, in which the session changes a file. */
async function withSubmodule(): Promise<Bench> {
  const bench = gitBench({ files: { 'a.txt': 'one\n', 'lib/sub/b.txt': 'one\n' } });
  const git = (...args: readonly string[]) => bench.git('-C', 'lib/sub', ...args);
  bench.git('rm', '-rq', '--cached', 'lib');
  bench.git('commit', '-qm', 'chore: the library has a repository of its own');
  bench.git('init', '-q', 'lib/sub');
  git('add', 'b.txt');
  git('-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', 'commit', '-qm', 'feat: b');
  bench.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'lib/sub');
  bench.git('commit', '-qm', 'chore: the library at its first commit');
  return edited(bench, 'lib/sub/b.txt');
}

const THERE =
  'Uncommitted in lib/sub: a repository of its own (submodule). Commit there first (git -C lib/sub commit), then commit lib/sub here.';

test('what only a submodule can commit is said, in place of a commit without it', {
  tags: 'full',
}, async () => {
  const bench = await withSubmodule();
  await expect(bench.call('git_commit', { message: MESSAGE })).rejects.toMatchObject({
    message: `Nothing to commit here. ${THERE}`,
  });
});

test('a commit says what it leaves in a submodule, until that is committed there', {
  tags: 'full',
}, async () => {
  const bench = await edited(await withSubmodule());
  const first = await bench.call('git_commit', { message: MESSAGE });
  bench.git(
    '-C',
    'lib/sub',
    '-c',
    'user.name=Ana',
    '-c',
    'user.email=ana@example.com',
    'commit',
    '-qam',
    'fix: b',
  );
  const second = await bench.call('git_commit', { message: MESSAGE, paths: ['lib/sub'] });
  expect([first, second]).toMatchObject([
    { text: expect.stringContaining(`\n${THERE}`), data: { files: 1, uncommitted_in: ['lib/sub'] } },
    { text: expect.not.stringContaining('Uncommitted'), data: { files: 1 } },
  ]);
});
