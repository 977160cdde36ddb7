import { expect, test } from 'vitest';
import { createGit } from '../../src/git/git.ts';
import { assertOwnWork } from '../../src/git/own-work.ts';

test.each([
  ['a program that works alone', undefined],
  ['a cell that holds its work', () => true],
])('%s may push', (_name, ownsItsWork) => {
  expect(() => assertOwnWork(ownsItsWork)).not.toThrow();
});

test('a cell that may have lost its work pushes nothing', () => {
  expect(() => assertOwnWork(() => false)).toThrow(/one of them may have taken over/);
});

test('it is asked before anything of a push begins', async () => {
  const git = createGit({ root: '/nowhere', environment: {}, token: undefined, ownsItsWork: () => false });
  const { signal } = new AbortController();
  await expect(git.push({ remote: 'origin', branch: 'main', force: false, signal })).rejects.toMatchObject({
    kind: 'unavailable',
  });
});
