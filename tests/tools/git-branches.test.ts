import { expect, test } from 'vitest';
import type { GitHub } from '../../src/contracts/git.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { addOrigin, type Bench, gitBench, gitIn, toolBench } from '../support/tools-context.ts';

test('git_status names branch and changes', async () => {
  const bench = gitBench();
  bench.write('a.txt', 'two\n');
  bench.write('src/new.ts', '');
  const head = bench.git('rev-parse', 'HEAD');
  expect(await bench.call('git_status', {})).toEqual({
    text: 'On branch main\n M a.txt\n?? src/new.ts',
    data: {
      branch: 'main',
      head,
      ahead: 0,
      behind: 0,
      changes: [
        { path: 'a.txt', code: ' M' },
        { path: 'src/new.ts', code: '??' },
      ],
    },
  });
});

test('git_status of a clean work tree says so', async () => {
  expect((await gitBench().call('git_status', {})).text).toBe('On branch main\nNothing changed.');
});

test.each(['git_status', 'git_diff'])('%s without a repository says so', async (name) => {
  await expect(toolBench().call(name, {})).rejects.toMatchObject({ kind: 'not-found' });
});

test('git_diff shows the work tree against HEAD', async () => {
  const bench = gitBench();
  bench.write('a.txt', 'two\n');
  expect((await bench.call('git_diff', {})).text).toMatch(
    /^diff --git a\/a\.txt b\/a\.txt\n[\s\S]*-one\n\+two\n$/,
  );
});

test('git_diff names a changed secret file and shows nothing of it', async () => {
  const bench = gitBench({ files: { '.env': 'KEY=canary-old\n' } });
  bench.git('add', '-f', '.env');
  bench.write('.env', 'KEY=canary-new\n');
  bench.write('a.txt', 'two\n');
  const { text, data } = await bench.call('git_diff', {});
  expect([
    text.includes('(not shown, on the secret list: .env)'),
    text.includes('+two'),
    JSON.stringify([text, data]).includes('canary'),
  ]).toEqual([true, true, false]);
});

test('git_diff without differences says so', async () => {
  expect((await gitBench().call('git_diff', {})).text).toBe('No differences.');
});

test('git_diff cuts a long diff and counts the rest', async () => {
  const bench = gitBench();
  bench.write('a.txt', 'a line of text\n'.repeat(5_000));
  const { text } = await bench.call('git_diff', {});
  expect([text.length < 30_100, /\(\d+ more characters: name paths\)$/.test(text)]).toEqual([true, true]);
});

test('git_diff refuses what is no revision, and paths that are secret or outside', async () => {
  const bench = gitBench();
  const refused = [
    [{ from: 'HEAD:.env' }, 'invalid'],
    [{ from: '--output=x' }, 'invalid'],
    [{ to: 'a b' }, 'invalid'],
    [{ paths: ['../x'] }, 'denied'],
    [{ paths: ['.env'] }, 'denied'],
  ] as const;
  for (const [input, kind] of refused)
    await expect(bench.call('git_diff', input), JSON.stringify(input)).rejects.toMatchObject({ kind });
});

test('a new branch is checked out and is the own branch of the session', async () => {
  const bench = gitBench();
  const answer = await bench.call('git_create_branch', { name: 'fix/login' });
  expect([answer.text, bench.git('branch', '--show-current'), bench.ledger.ownBranch()]).toEqual([
    'Now on the new branch fix/login.',
    'fix/login',
    'fix/login',
  ]);
});

test('a branch name that git refuses, or would take for something else, is refused', async () => {
  const bench = gitBench();
  const names = [
    ...['-x', '--force', 'a b', 'a..b', 'a~1', 'a:b', '/a', 'a/', 'a.lock', '.a', 'a/.b', 'a\nb'],
    ...['', 'HEAD', 'a@{1}', 'x'.repeat(101)],
  ];
  for (const name of names)
    await expect(bench.call('git_create_branch', { name }), name).rejects.toMatchObject({ kind: 'invalid' });
});

test('a branch that exists is refused', async () => {
  const create = gitBench().call('git_create_branch', { name: 'main' });
  await expect(create).rejects.toMatchObject({ kind: 'conflict', message: /main exists already/ });
});

eachInFull([
  ['never made', [], 'rerun'],
  ['made and checked out', ['checkout', '-q', '-b', 'topic'], 'done'],
  ['made but not checked out', ['branch', 'topic'], 'unknown'],
])('an interrupted branch that was %s', async (_what, command, kind) => {
  const bench = gitBench();
  if (command.length > 0) bench.git(...command);
  expect((await bench.recover('git_create_branch', { name: 'topic' }, null)).kind).toBe(kind);
});

async function withOrigin(): Promise<{ readonly bench: Bench; readonly origin: string }> {
  const bench = gitBench();
  const origin = addOrigin(bench);
  bench.git('branch', 'theirs');
  await bench.call('git_create_branch', { name: 'own' });
  return { bench, origin };
}

eachInFull([
  ['its own branch', {}, 'push-own-branch', 'push'],
  ['its own branch, by name', { branch: 'own' }, 'push-own-branch', 'push'],
  ['its own branch with force', { force: true }, 'push-force', undefined],
  ['the default branch', { branch: 'main' }, 'push-default-branch', undefined],
  ['the default branch with force', { branch: 'main', force: true }, 'push-force', undefined],
  ['a branch that was there before', { branch: 'theirs' }, 'push-foreign-branch', undefined],
])('pushing %s is asked', async (_what, input, rule, grant) => {
  const { bench } = await withOrigin();
  const review = await bench.review('git_push', input);
  expect({ kind: review?.verdict.kind, rule: review?.verdict.rule, grant: review?.grant }).toEqual({
    kind: 'ask',
    rule,
    grant,
  });
});

test('a push is bound to remote, url, branch, commit and force', async () => {
  const { bench, origin } = await withOrigin();
  const head = bench.git('rev-parse', 'HEAD');
  expect(await bench.review('git_push', {})).toMatchObject({
    binding: { remote: 'origin', url: origin, branch: 'own', head, force: false },
    details: `origin ${origin}\nown -> ${head.slice(0, 10)}\nno new commits`,
  });
});

test('a push without a remote is denied with what to do', async () => {
  expect((await gitBench().review('git_push', {}))?.verdict).toEqual({
    kind: 'deny',
    rule: 'no-remote',
    reason:
      'This repository has no remote named origin. Report that the person has to add one with git remote add.',
  });
});

eachInFull([
  [{ remote: 'https://evil.example/x.git' }, 'invalid'],
  [{ remote: '--receive-pack=x' }, 'invalid'],
  [{ branch: 'own:main' }, 'invalid'],
  [{ branch: '--all' }, 'invalid'],
  [{ branch: 'nowhere' }, 'not-found'],
])('a push of %j is refused', async (input, kind) => {
  const { bench } = await withOrigin();
  await expect(bench.review('git_push', input)).rejects.toMatchObject({ kind });
});

test('a push of a detached HEAD is refused', { tags: 'full' }, async () => {
  const { bench } = await withOrigin();
  bench.git('checkout', '-q', '--detach');
  await expect(bench.review('git_push', {})).rejects.toMatchObject({ kind: 'invalid', message: /detached/ });
});

test('a pushed branch arrives', { tags: 'full' }, async () => {
  const { bench, origin } = await withOrigin();
  const head = bench.git('rev-parse', 'HEAD');
  const answer = await bench.call('git_push', {});
  expect([answer, gitIn(origin, ['rev-parse', 'own'])]).toEqual([
    {
      text: `Pushed own to origin (${head.slice(0, 10)}).`,
      data: { remote: 'origin', branch: 'own', hash: head },
    },
    head,
  ]);
});

test('an interrupted push is found on the remote, or runs again', async () => {
  const { bench } = await withOrigin();
  const prepared = await bench.prepare('git_push', {});
  const before = await bench.recover('git_push', {}, prepared);
  bench.git('push', '-q', 'origin', 'own');
  const after = await bench.recover('git_push', {}, prepared);
  expect([before.kind, after.kind]).toEqual(['rerun', 'done']);
});

test('an interrupted push does not run again for another commit', { tags: 'full' }, async () => {
  const { bench } = await withOrigin();
  const prepared = await bench.prepare('git_push', {});
  bench.git('commit', '-q', '--allow-empty', '-m', 'feat: more');
  expect((await bench.recover('git_push', {}, prepared)).kind).toBe('unknown');
});

/** Remembers what it was asked for; there is no GitHub in a test. */
function fakeGitHub(): { readonly github: GitHub; readonly asked: unknown[] } {
  const asked: unknown[] = [];
  return {
    asked,
    github: {
      defaultBranch: async () => 'main',
      async createPullRequest({ signal: _signal, ...request }) {
        asked.push(request);
        return { url: 'https://github.example/pull/7', number: 7, created: asked.length === 1 };
      },
    },
  };
}

const PULL_REQUEST = { title: 'Fix login', body: 'Accents.' };

test('a pull request is opened once and found the second time', async () => {
  const { github, asked } = fakeGitHub();
  const bench = gitBench({ github });
  await bench.call('git_create_branch', { name: 'own' });
  const first = await bench.call('git_create_pr', PULL_REQUEST);
  const second = await bench.call('git_create_pr', PULL_REQUEST);
  expect([first.text, second.text, asked[0]]).toEqual([
    'Opened pull request #7: https://github.example/pull/7',
    'Found the open pull request #7: https://github.example/pull/7',
    {
      ...PULL_REQUEST,
      head: 'own',
      base: 'main',
      draft: false,
      marker: 'wasap:20261120-00000001/call-1',
      conversation: 'console:local',
    },
  ]);
});

test('a draft is asked for as one, and what is left out is told by the commits', {
  tags: 'full',
}, async () => {
  const { github, asked } = fakeGitHub();
  const bench = gitBench({ github });
  await bench.call('git_create_branch', { name: 'own' });
  await bench.call('git_create_pr', { ...PULL_REQUEST, draft: true });
  const unnamed = bench.call('git_create_pr', {});
  await expect(unnamed).rejects.toMatchObject({ kind: 'invalid', message: /Give a title/ });
  expect(asked).toMatchObject([{ ...PULL_REQUEST, draft: true }]);
});

test('opening a pull request is asked once per session, bound to its words and branches', async () => {
  const bench = gitBench({ github: fakeGitHub().github });
  await bench.call('git_create_branch', { name: 'own' });
  expect(await bench.review('git_create_pr', { ...PULL_REQUEST, base: 'dev' })).toMatchObject({
    verdict: { kind: 'ask', rule: 'pull-request', reason: 'It opens a pull request from own to dev.' },
    binding: { ...PULL_REQUEST, head: 'own', base: 'dev' },
    details: 'Fix login\n\nAccents.',
    grant: 'pull-request',
  });
});

test('nobody is asked about a pull request of a branch that the remote does not have', {
  tags: 'full',
}, async () => {
  const bench = gitBench({ github: fakeGitHub().github });
  addOrigin(bench);
  await bench.call('git_create_branch', { name: 'own' });
  const early = bench.review('git_create_pr', PULL_REQUEST);
  await expect(early).rejects.toMatchObject({ kind: 'invalid', message: /no branch own yet.*git_push/ });
  bench.git('push', '-q', 'origin', 'own');
  expect((await bench.review('git_create_pr', PULL_REQUEST))?.verdict.kind).toBe('ask');
});

test('a lock that was left behind is told with what takes it away', { tags: 'full' }, async () => {
  const bench = gitBench();
  bench.write('.git/index.lock', '');
  bench.write('a.txt', 'two\n');
  const commit = bench.call('git_commit', { message: 'fix: a', paths: ['a.txt'] });
  await expect(commit).rejects.toMatchObject({ message: /run `rm '.*\/\.git\/index\.lock'`/ });
});

test('without a token the refusal says what to set', async () => {
  const bench = gitBench({ missingGitHub: 'Set GITHUB_TOKEN.' });
  const review = await bench.review('git_create_pr', PULL_REQUEST);
  expect(review?.verdict).toEqual({ kind: 'deny', rule: 'no-github', reason: 'Set GITHUB_TOKEN.' });
  await expect(bench.call('git_create_pr', PULL_REQUEST)).rejects.toMatchObject({
    kind: 'denied',
    message: 'Set GITHUB_TOKEN.',
  });
});

test.each([
  [{}, /main is the base itself/],
  [{ base: '-x' }, /branch name/],
])('from the default branch, %j is refused', async (part: { base?: string }, message) => {
  const bench = gitBench({ github: fakeGitHub().github });
  await expect(bench.review('git_create_pr', { ...PULL_REQUEST, ...part })).rejects.toMatchObject({
    kind: 'invalid',
    message,
  });
});
