import { createHook } from 'node:async_hooks';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { openProject, openWorktree } from '../../../src/git/worktrees/open-project.ts';
import { startProgramsWith } from '../../../src/processes/process-starter.ts';
import { eachInFull } from '../../support/each-in-full.ts';
import { gitEnvironment } from '../checkpoints/rig.ts';
import { worktreeRig } from './rig.ts';

function fill(folder: string): void {
  writeFileSync(path.join(folder, 'a.txt'), 'a\n');
}

/** What `work` comes to, and how many processes it starts. */
async function counted<T>(work: () => Promise<T>): Promise<{ readonly starts: number; readonly result: T }> {
  // By this process, where they can be counted.
  startProgramsWith(undefined);
  let starts = 0;
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROCESSWRAP') starts += 1;
    },
  }).enable();
  try {
    return { result: await work(), starts };
  } finally {
    hook.disable();
  }
}

/** Before, a project took three and a worktree four. */
eachInFull(['shop', 'two\nlines'])('few gits open a project and its worktree: %j', async (name) => {
  const { project, home, worktrees } = worktreeRig(fill, { name });
  const folder = path.join(home, 'data', 'worktrees', 's1', 'copy');
  const { signal } = new AbortController();
  await worktrees.make({ project, folder, branch: 'agent/x', withChanges: false, signal });
  const parts = { environment: gitEnvironment(home) };
  const opened = await counted(() => openProject(parts, project));
  const worktree = await counted(() => openWorktree(parts, folder, opened.result));
  expect([opened.starts, worktree.starts]).toEqual([2, 3]);
  expect([opened.result.repository.top, worktree.result.top]).toEqual([project, folder]);
});
