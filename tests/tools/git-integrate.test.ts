import { existsSync, unlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { addCommits, type CommittedFiles } from '../support/add-commits.ts';
import { type Colleague, colleagueOn } from '../support/colleague.ts';
import { eachInFull } from '../support/each-in-full.ts';
import { addOrigin, type Bench, gitBench } from '../support/tools-context.ts';

interface Place {
  readonly bench: Bench;
  readonly bea: Colleague;
}

const LINES = 'one\ntwo\nthree\nfour\nfive\n';

/** A project with a remote, and a colleague who pushes to it. */
function twoRepositories(files: Readonly<Record<string, string>> = {}): Place {
  const bench = gitBench({ files: { 'a.txt': LINES, ...files } });
  return { bench, bea: colleagueOn(addOrigin(bench)) };
}

/** The task has a branch of its own with a commit; its colleague has pushed one to main, and that was fetched. */
async function fetched(mine: Readonly<Record<string, string>>, theirs: CommittedFiles): Promise<Place> {
  const place = twoRepositories();
  await onBranch(place.bench, mine);
  place.bea.pushes('feat: of bea', theirs);
  await place.bench.call('git_fetch', {});
  return place;
}

/** The same as it stands in the project, made by one git: there is no second repository. */
function diverged(mine: CommittedFiles, theirs: CommittedFiles): { readonly bench: Bench } {
  const bench = gitBench({ files: { 'a.txt': LINES } });
  addCommits(bench.root, [
    { reference: 'refs/heads/fix/login', message: 'fix: of the task', files: mine },
    { reference: 'refs/remotes/origin/main', message: 'feat: of bea', files: theirs },
  ]);
  bench.git('checkout', '-q', 'fix/login');
  bench.ledger.noteOwnBranch('fix/login');
  bench.ledger.noteCommit(bench.git('rev-parse', 'HEAD'));
  return { bench };
}

async function onBranch(bench: Bench, files: Readonly<Record<string, string>>): Promise<void> {
  await bench.call('git_create_branch', { name: 'fix/login' });
  for (const [name, content] of Object.entries(files)) bench.write(name, content);
  await bench.call('git_commit', { message: 'fix: of the task', paths: Object.keys(files) });
}

const CONFLICT = [
  { 'a.txt': LINES.replace('three', 'mine') },
  { 'a.txt': LINES.replace('three', 'theirs') },
] as const;

/** What a person would notice. */
function seen({ git }: Bench) {
  return {
    branch: git('branch', '--show-current'),
    head: git('rev-parse', 'HEAD'),
    status: git('status', '--porcelain=v2', '--branch').replaceAll(/^# branch.(?:ab|upstream).*\n?/gm, ''),
    stash: git('stash', 'list'),
  };
}

test('a fetch is asked with the remote and its address, and a yes is for that address', async () => {
  const { bench } = twoRepositories();
  const url = bench.git('remote', 'get-url', 'origin');
  const review = await bench.review('git_fetch', {});
  bench.git('remote', 'set-url', 'origin', '/elsewhere.git');
  const other = await bench.review('git_fetch', {});
  expect([review?.verdict, review?.details, review?.grant === other?.grant]).toEqual([
    {
      kind: 'ask',
      rule: 'fetch',
      reason: 'Fetch from origin?',
      risk: { writesOutsideGit: 'no', network: 'yes', undoable: 'yes' },
    },
    `origin ${url}`,
    false,
  ]);
});

test('a fetch names what moved, and moves no branch of the person', { tags: 'full' }, async () => {
  const { bench, bea } = twoRepositories();
  const before = seen(bench);
  const first = bench.git('rev-parse', 'HEAD');
  const hash = bea.pushes('feat: of bea', { 'b.txt': 'b\n' });
  const answer = await bench.call('git_fetch', {});
  expect([answer, await bench.call('git_fetch', {}), seen(bench)]).toEqual([
    {
      text: `origin/main ${first.slice(0, 10)} -> ${hash.slice(0, 10)}`,
      data: { remote: 'origin', updated: [{ branch: 'origin/main', hash }] },
    },
    { text: 'Nothing new on origin.', data: { remote: 'origin', updated: [] } },
    before,
  ]);
});

test('a fetch of what is no remote of the project is refused', async () => {
  const bench = gitBench();
  const refused = [
    [{ remote: 'https://evil.example/x.git' }, 'invalid'],
    [{ remote: '--upload-pack=x' }, 'invalid'],
    [{ remote: 'nowhere' }, 'not-found'],
  ] as const;
  for (const [input, kind] of refused)
    await expect(bench.review('git_fetch', input), input.remote).rejects.toMatchObject({ kind });
});

test('main is moved forward only when that is asked, as what it is', { tags: 'full' }, async () => {
  const { bench, bea } = twoRepositories();
  const hash = bea.pushes('feat: of bea', { 'b.txt': 'b\n' });
  await bench.call('git_fetch', {});
  const review = await bench.review('git_integrate', { action: 'merge' });
  const answer = await bench.call('git_integrate', { action: 'merge' });
  expect([review?.verdict, answer.data, bench.git('rev-parse', 'main'), bench.ledger.listCommits()]).toEqual([
    {
      kind: 'ask',
      rule: 'forward-foreign-branch',
      reason: 'Move main forward to origin/main (1 commit)?',
      risk: { writesOutsideGit: 'no', network: 'no', undoable: 'yes' },
    },
    {
      state: 'done',
      kind: 'merge',
      branch: 'main',
      from: 'origin/main',
      theirs: hash,
      commits: [],
      replaced: [],
      conflicts: [],
    },
    hash,
    [],
  ]);
});

eachInFull([
  ['merge', 'merge-foreign-branch', 'Merge origin/main (1 commit) into topic?'],
  ['rebase', 'rebase-foreign-branch', 'Rebase topic (1 commit) onto origin/main?'],
])('%s of a branch of the person is asked', async (action, rule, reason) => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  bench.git('branch', '-q', '-m', 'topic');
  expect((await bench.review('git_integrate', { action }))?.verdict).toMatchObject({
    kind: 'ask',
    rule,
    reason,
  });
});

test('the branch of the task is merged into unasked, and the merge is a commit of the task', async () => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  const review = await bench.review('git_integrate', { action: 'merge', from: 'origin/main' });
  const { data } = await bench.call('git_integrate', { action: 'merge', from: 'origin/main' });
  const hash = bench.git('rev-parse', 'HEAD');
  expect({
    verdict: review?.verdict.kind,
    data,
    last: bench.ledger.listCommits().at(-1),
    files: bench.git('ls-files').split('\n'),
    parents: bench.git('log', '-1', '--format=%p').split(' ').length,
  }).toMatchObject({
    verdict: 'allow',
    data: { state: 'done', commits: [{ hash, subject: 'Merge origin/main into fix/login' }], replaced: [] },
    last: hash,
    files: ['a.txt', 'b.txt', 'c.txt'],
    parents: 2,
  });
});

test('a rebase of what was never pushed is unasked, and its commits stay those of the task', {
  tags: 'full',
}, async () => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  const [old] = bench.ledger.listCommits();
  const review = await bench.review('git_integrate', { action: 'rebase' });
  const { data } = await bench.call('git_integrate', { action: 'rebase' });
  const hash = bench.git('rev-parse', 'HEAD');
  expect({ verdict: review?.verdict.kind, data, log: bench.git('log', '--format=%s') }).toMatchObject({
    verdict: 'allow',
    data: { state: 'done', commits: [{ hash, subject: 'fix: of the task' }], replaced: [old] },
    log: 'fix: of the task\nfeat: of bea\nfeat: first',
  });
});

test('a rebase of what was pushed is asked: it would need force, and a merge would not', {
  tags: 'full',
}, async () => {
  const { bench } = await fetched({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  bench.git('push', '-q', 'origin', 'fix/login');
  const rebase = await bench.review('git_integrate', { action: 'rebase' });
  const merge = await bench.review('git_integrate', { action: 'merge' });
  expect([rebase?.verdict, merge?.verdict.kind]).toMatchObject([
    {
      kind: 'ask',
      rule: 'rebase-pushed',
      reason: expect.stringMatching(/would need force\. If not, I merge/),
    },
    'allow',
  ]);
});

test('a push after a rebase of what was never pushed needs no force, and neither does one after a merge', {
  tags: 'full',
}, async () => {
  for (const action of ['rebase', 'merge']) {
    const { bench } = await fetched({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
    if (action === 'merge') await bench.call('git_push', {});
    await bench.call('git_integrate', { action });
    await bench.call('git_push', {});
    expect(bench.git('rev-parse', 'origin/fix/login')).toBe(bench.git('rev-parse', 'HEAD'));
  }
});

test.each(['merge', 'rebase'])(
  'a %s stops at each file in conflict, and goes on with what was made of it',
  { tags: 'full' },
  async (action) => {
    const { bench } = diverged(...CONFLICT);
    const stop = await bench.call('git_integrate', { action });
    const status = (await bench.call('git_status', {})).text;
    const early = bench.call('git_integrate', { action: 'continue' });
    await expect(early).rejects.toMatchObject({ kind: 'invalid', message: /Marks of a conflict.*a\.txt:3/ });
    const commit = bench.call('git_commit', { message: 'fix: x', paths: ['a.txt'] });
    await expect(commit).rejects.toMatchObject({ message: /git_integrate/ });
    bench.write('a.txt', LINES.replace('three', 'both'));
    const end = await bench.call('git_integrate', { action: 'continue' });
    expect({
      stop: [stop.data, stop.text.split('\n')[1]],
      status: status.split('\n')[1],
      end: end.data,
      text: bench.read('a.txt'),
      left: bench.git('status', '--porcelain'),
      log: bench.git('log', '--format=%s').split('\n').toSorted(),
    }).toMatchObject({
      stop: [{ state: 'conflicts', conflicts: ['a.txt'] }, 'a.txt: changed on both sides, lines 3-7'],
      status: `A ${action} is under way: git_integrate continue or abort.`,
      end: { state: 'done', commits: [{ hash: bench.git('rev-parse', 'HEAD') }] },
      text: LINES.replace('three', 'both'),
      left: '',
      log:
        action === 'merge'
          ? ['Merge origin/main into fix/login', 'feat: first', 'feat: of bea', 'fix: of the task']
          : ['feat: first', 'feat: of bea', 'fix: of the task'],
    });
  },
);

test('a rebase of several commits stops at each that conflicts', { tags: 'full' }, async () => {
  const { bench } = diverged(...CONFLICT);
  bench.write('a.txt', LINES.replace('three', 'mine again'));
  await bench.call('git_commit', { message: 'fix: again', paths: ['a.txt'] });
  await bench.call('git_integrate', { action: 'rebase' });
  bench.write('a.txt', LINES.replace('three', 'theirs, mine'));
  const second = await bench.call('git_integrate', { action: 'continue' });
  bench.write('a.txt', LINES.replace('three', 'theirs, mine again'));
  const end = await bench.call('git_integrate', { action: 'continue' });
  expect([second.data, end.data, bench.git('log', '--format=%s')]).toMatchObject([
    { state: 'conflicts', conflicts: ['a.txt'] },
    { state: 'done', commits: [{ subject: 'fix: again' }, { subject: 'fix: of the task' }] },
    'fix: again\nfix: of the task\nfeat: of bea\nfeat: first',
  ]);
});

test.each([
  ['deleted here, changed there', null, 'x\n', 'deleted here, changed there'],
  ['changed here, deleted there', 'x\n', null, 'changed here, deleted there'],
])(
  'a file that is %s is handed over, and may be deleted',
  { tags: 'full' },
  async (_what, mine, theirs, told) => {
    const { bench } = diverged({ 'a.txt': mine }, { 'a.txt': theirs, 'b.txt': 'b\n' });
    const stop = await bench.call('git_integrate', { action: 'merge' });
    if (existsSync(path.join(bench.root, 'a.txt'))) unlinkSync(path.join(bench.root, 'a.txt'));
    await bench.call('git_integrate', { action: 'continue' });
    expect([stop.text.split('\n')[1], bench.git('ls-files'), bench.git('status', '--porcelain')]).toEqual([
      `a.txt: ${told}`,
      'b.txt',
      '',
    ]);
  },
);

test.each(['merge', 'rebase'])(
  'a %s that is aborted leaves everything as it was',
  { tags: 'full' },
  async (action) => {
    const { bench } = diverged(...CONFLICT);
    const before = seen(bench);
    await bench.call('git_integrate', { action });
    const answer = await bench.call('git_integrate', { action: 'abort' });
    expect([seen(bench), bench.read('a.txt'), answer.data]).toMatchObject([
      before,
      CONFLICT[0]['a.txt'],
      { state: 'aborted' },
    ]);
  },
);

test('an abort is possible after the agent has edited merged files, and asks before edits of others go', {
  tags: 'full',
}, async () => {
  const { bench } = diverged(CONFLICT[0], { ...CONFLICT[1], 'b.txt': 'b\n' });
  const before = seen(bench);
  await bench.call('git_integrate', { action: 'merge' });
  await bench.call('apply_patch', { path: 'b.txt', search: 'b', replace: 'of the agent' });
  const own = await bench.review('git_integrate', { action: 'abort' });
  bench.write('b.txt', 'of the person\n');
  const foreign = await bench.review('git_integrate', { action: 'abort' });
  await bench.call('git_integrate', { action: 'abort' });
  expect([own?.verdict.kind, foreign?.verdict, seen(bench)]).toMatchObject([
    'allow',
    { kind: 'ask', rule: 'abort-edits', reason: expect.stringContaining('b.txt') },
    before,
  ]);
});

test('what the person has not committed keeps a merge from beginning, and is named apart from what the task left', {
  tags: 'full',
}, async () => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  bench.write('a.txt', 'of the person\n');
  await bench.call('apply_patch', { path: 'c.txt', search: 'c', replace: 'of the agent' });
  await expect(bench.review('git_integrate', { action: 'merge' })).rejects.toMatchObject({
    kind: 'conflict',
    message: expect.stringMatching(/git_commit: c\.txt\. .*git_stash.*: a\.txt\.$/),
  });
});

eachInFull([
  ['untracked', '', 'mine.txt'],
  ['ignored', 'mine.txt\n', 'mine.txt'],
  ['in place of a folder', 'mine.txt\n', 'mine.txt/deep.txt'],
])('an %s file of the person is never written over', async (_what, ignored, theirs) => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { [theirs]: 'of bea\n' });
  bench.write('.git/info/exclude', ignored);
  bench.write('mine.txt', 'of the person\n');
  const merge = bench.review('git_integrate', { action: 'merge' });
  await expect(merge).rejects.toMatchObject({ kind: 'conflict', message: /written over: mine\.txt/ });
  expect(bench.read('mine.txt')).toBe('of the person\n');
});

test('what is no branch, and going on with or aborting nothing, is refused', { tags: 'full' }, async () => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  const refused = [
    [{ action: 'merge', from: 'nothing' }, 'not-found', /git_fetch/],
    [{ action: 'merge', from: '--exec=x' }, 'invalid', /branch name/],
    [{ action: 'rebase', from: 'main~1' }, 'invalid', /branch name/],
    [{ action: 'continue' }, 'conflict', /under way/],
    [{ action: 'abort' }, 'conflict', /under way/],
  ] as const;
  for (const [input, kind, message] of refused)
    await expect(bench.review('git_integrate', input), JSON.stringify(input)).rejects.toMatchObject({
      kind,
      message,
    });
});

test('a second merge during one is refused', { tags: 'full' }, async () => {
  const { bench } = diverged(...CONFLICT);
  await bench.call('git_integrate', { action: 'merge' });
  const second = bench.review('git_integrate', { action: 'rebase' });
  await expect(second).rejects.toMatchObject({ kind: 'conflict', message: /merge is under way already/ });
});

test('what moved since it was approved is not merged', { tags: 'full' }, async () => {
  const { bench, bea } = await fetched({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  const reviewed = (await bench.review('git_integrate', { action: 'merge' }))?.binding ?? null;
  bea.pushes('feat: more', { 'd.txt': 'd\n' });
  await bench.call('git_fetch', {});
  const now = (await bench.review('git_integrate', { action: 'merge' }))?.binding ?? null;
  expect(now).not.toEqual(reviewed);
});

test('what is up to date already is said to be', { tags: 'full' }, async () => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  await bench.call('git_integrate', { action: 'merge' });
  expect((await bench.call('git_integrate', { action: 'merge' })).data).toMatchObject({
    state: 'current',
    commits: [],
  });
});

test.each([
  ['never began', () => undefined, 'rerun'],
  ['ended', ({ git }: Bench) => git('merge', '-q', '--no-edit', 'origin/main'), 'done'],
  [
    'was followed by another commit',
    ({ git }: Bench) => git('commit', '-q', '--allow-empty', '-m', 'feat: other'),
    'unknown',
  ],
  [
    'was killed while it wrote files',
    ({ write }: Bench) => {
      write('a.txt', 'half\n');
    },
    'unknown',
  ],
])('a merge that a killed program began and that %s', { tags: 'full' }, async (_what, work, kind) => {
  const { bench } = diverged({ 'c.txt': 'c\n' }, { 'b.txt': 'b\n' });
  const prepared = await bench.prepare('git_integrate', { action: 'merge' });
  work(bench);
  expect((await bench.recover('git_integrate', { action: 'merge' }, prepared)).kind).toBe(kind);
});

eachInFull(['merge', 'rebase'])(
  'a %s that waits in conflict is found again after a kill, and can be aborted',
  async (action) => {
    const { bench } = diverged(...CONFLICT);
    const before = seen(bench);
    const prepared = await bench.prepare('git_integrate', { action });
    await bench.context.workspace.git.integration
      .start(prepared as never)
      .catch((error: unknown) => expect(error).toBeUndefined());
    const found = await bench.recover('git_integrate', { action }, prepared);
    await bench.call('git_integrate', { action: 'abort' });
    expect([found, seen(bench)]).toMatchObject([
      { kind: 'done', answer: { data: { state: 'conflicts', conflicts: ['a.txt'] } } },
      before,
    ]);
  },
);

test('a merge whose git was killed before it took note of itself is put back and begins again', {
  tags: 'full',
}, async () => {
  const { bench } = diverged(...CONFLICT);
  const before = seen(bench);
  const prepared = await bench.prepare('git_integrate', { action: 'merge' });
  await bench.call('git_integrate', { action: 'merge' });
  unlinkSync(path.join(bench.root, '.git/MERGE_HEAD'));
  expect([await bench.recover('git_integrate', { action: 'merge' }, prepared), seen(bench)]).toEqual([
    { kind: 'rerun' },
    before,
  ]);
});

test.each([
  ['still waits', () => undefined, 'rerun'],
  ['was committed', ({ git }: Bench) => git('commit', '-q', '--no-edit'), 'done'],
  ['was aborted by somebody', ({ git }: Bench) => git('merge', '--abort'), 'unknown'],
])('going on, by a killed program, with a merge that %s', { tags: 'full' }, async (_what, work, kind) => {
  const { bench } = diverged(...CONFLICT);
  await bench.call('git_integrate', { action: 'merge' });
  bench.write('a.txt', 'both\n');
  const prepared = await bench.prepare('git_integrate', { action: 'continue' });
  bench.git('add', 'a.txt');
  work(bench);
  expect((await bench.recover('git_integrate', { action: 'continue' }, prepared)).kind).toBe(kind);
});

test('a secret in what was made of a conflict is asked about', { tags: 'full' }, async () => {
  const { bench } = diverged(...CONFLICT);
  await bench.call('git_integrate', { action: 'merge' });
  bench.write('a.txt', 'key = AKIAIOSFODNN7EXAMPLQ\nsecret = wJalrXUtnFEMI7K7MDENGbPxRfiCYzEXAMPLEKEY\n');
  expect((await bench.review('git_integrate', { action: 'continue' }))?.verdict).toMatchObject({
    kind: 'ask',
    rule: 'commit-content',
  });
});
