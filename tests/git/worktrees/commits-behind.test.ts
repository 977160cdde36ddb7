import { expect, test } from 'vitest';
import { commitsBehind } from '../../../src/git/worktrees/worktrees.ts';
import { undoRig } from '../checkpoints/rig.ts';

test('commits of the base that a branch lacks are counted, and none of its own', async () => {
  const { workspace, git } = undoRig(() => undefined);
  const parts = { environment: { PATH: process.env.PATH ?? '', HOME: workspace } };
  const base = git('branch', '--show-current');
  git('branch', 'wasap/1-it');
  const behind = () => commitsBehind(parts, { project: workspace, branch: 'wasap/1-it', base });
  const before = await behind();
  for (const n of [1, 2]) git('commit', '-q', '--allow-empty', '-m', `feat: ${n}`);
  const after = await behind();
  git('checkout', '-q', 'wasap/1-it');
  git('commit', '-q', '--allow-empty', '-m', 'feat: own');
  expect([before, after, await behind()]).toEqual([0, 2, 2]);
  git('checkout', '-q', base);
  git('branch', '-D', 'wasap/1-it');
  await expect(behind()).rejects.toMatchObject({ kind: 'not-found' });
});
