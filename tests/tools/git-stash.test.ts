import { expect, test } from 'vitest';
import { type Bench, gitBench } from '../support/tools-context.ts';

const LINES = 'one\ntwo\nthree\n';

/** The person has changed two files, one of them staged; the task a third. */
async function changed(): Promise<Bench> {
  const bench = gitBench({ files: { 'a.txt': LINES, 'b.txt': LINES, 'c.txt': LINES } });
  bench.write('a.txt', LINES.replace('one', 'of the person'));
  bench.write('b.txt', LINES.replace('one', 'staged'));
  bench.git('add', 'b.txt');
  await bench.call('apply_patch', { path: 'c.txt', search: 'two', replace: 'of the agent' });
  return bench;
}

const state = ({ git }: Bench) => ({ status: git('status', '--porcelain'), diff: git('diff', 'HEAD') });

test('what the person changed is put away only when they are asked, and comes back as it was', async () => {
  const bench = await changed();
  const before = state(bench);
  const review = await bench.review('git_stash', { action: 'save' });
  const { data } = await bench.call('git_stash', { action: 'save' });
  const away = state(bench);
  await bench.call('git_stash', { action: 'restore' });
  expect({
    verdict: review?.verdict,
    details: review?.details,
    paths: (data as { readonly paths: unknown }).paths,
    away,
    back: state(bench),
    stash: bench.git('stash', 'list'),
  }).toMatchObject({
    verdict: { kind: 'ask', rule: 'stash-foreign' },
    details: 'a.txt\nb.txt',
    paths: ['a.txt', 'b.txt', 'c.txt'],
    away: { status: '', diff: '' },
    back: before,
    stash: '',
  });
});

test('what the task itself changed is put away unasked', { tags: 'full' }, async () => {
  const bench = await changed();
  const input = { action: 'save', paths: ['c.txt'] };
  const review = await bench.review('git_stash', input);
  await bench.call('git_stash', input);
  expect([review?.verdict.kind, bench.git('status', '--porcelain')]).toEqual(['allow', 'M a.txt\nM  b.txt']);
});

test('a file that git does not know yet is put away by its name', { tags: 'full' }, async () => {
  const bench = await changed();
  bench.write('new.txt', 'n\n');
  await bench.call('git_stash', { action: 'save', paths: ['new.txt'] });
  const away = bench.git('status', '--porcelain', '--', 'new.txt');
  await bench.call('git_stash', { action: 'restore' });
  expect([away, bench.read('new.txt')]).toEqual(['', 'n\n']);
});

test('only what this task put away is brought back', { tags: 'full' }, async () => {
  const bench = await changed();
  bench.git('stash', 'push', '-q', '-m', 'of the person', '--', 'a.txt');
  const restore = bench.review('git_stash', { action: 'restore' });
  await expect(restore).rejects.toMatchObject({ kind: 'not-found' });
  expect((await bench.call('git_stash', { action: 'list' })).text).toBe('stash@{0} On main: of the person');
});

test('both sides stay where what comes back is in conflict, and nothing keeps other files from being committed', {
  tags: 'full',
}, async () => {
  const bench = await changed();
  await bench.call('git_stash', { action: 'save' });
  bench.write('a.txt', LINES.replace('one', 'of somebody else'));
  bench.git('commit', '-q', '-a', '-m', 'feat: other');
  const answer = await bench.call('git_stash', { action: 'restore' });
  await bench.call('git_commit', { message: 'fix: c', paths: ['c.txt'] });
  expect({
    data: answer.data,
    told: /kept as stash@\{0\}/.test(answer.text),
    marked: /<<<<<<< [\s\S]*of somebody else[\s\S]*of the person[\s\S]*>>>>>>> /.test(bench.read('a.txt')),
    kept: bench.git('show', 'stash@{0}:a.txt').includes('of the person'),
  }).toEqual({
    data: expect.objectContaining({ action: 'restore', conflicts: ['a.txt'] }),
    told: true,
    marked: true,
    kept: true,
  });
});

test.each([
  ['nothing is changed', { action: 'save', paths: ['d.txt'] }, 'not-found'],
  ['it leads out of the project', { action: 'save', paths: ['../x'] }, 'denied'],
  ['nothing was put away', { action: 'restore' }, 'not-found'],
])('refused, because %s', async (_why, input, kind) => {
  await expect((await changed()).review('git_stash', input)).rejects.toMatchObject({ kind });
});

test('a stash that a killed program made is found, and one that it never made is made', async () => {
  const bench = await changed();
  const input = { action: 'save' };
  const prepared = await bench.prepare('git_stash', input);
  const before = await bench.recover('git_stash', input, prepared);
  await bench.call('git_stash', input);
  const after = await bench.recover('git_stash', input, prepared);
  const back = { action: 'restore' };
  const restoring = await bench.prepare('git_stash', back);
  const waiting = await bench.recover('git_stash', back, restoring);
  await bench.call('git_stash', back);
  expect(
    [before, after, waiting, await bench.recover('git_stash', back, restoring)].map(({ kind }) => kind),
  ).toEqual(['rerun', 'done', 'rerun', 'done']);
});
