import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  LandingPlan,
  LandingResult,
  MadeWorktree,
  Worktrees,
} from '../../../src/contracts/worktrees.ts';
import type { WorktreesParts } from '../../../src/git/worktrees/open-project.ts';
import { createWorktrees } from '../../../src/git/worktrees/worktrees.ts';
import { firstCommit } from '../../support/first-commit.ts';
import { newRepository } from '../../support/new-repository.ts';
import { runNow } from '../../support/run-now.ts';
import { gitEnvironment } from '../checkpoints/rig.ts';
import { partsIn } from './parts.ts';

export interface WorktreeRig {
  readonly project: string;
  /** Folder of the worktree. */
  readonly folder: string;
  readonly home: string;
  readonly worktrees: Worktrees;
  make(request?: { readonly branch?: string; readonly withChanges?: boolean }): Promise<MadeWorktree>;
  planApply(made: MadeWorktree): Promise<LandingPlan>;
  /** Plans and carries out. @throws when it is refused */
  apply(made: MadeWorktree): Promise<LandingResult>;
  planMerge(made: MadeWorktree, branch: string): Promise<LandingPlan>;
  /** Plans and carries out. @throws when it is refused */
  merge(made: MadeWorktree, branch: string): Promise<LandingResult>;
  /** As the person, in the project. */
  git(...args: readonly string[]): string;
  /** As the task, in the worktree. */
  inTask(...args: readonly string[]): string;
  /** Path of a file in the project. */
  at(name: string): string;
  /** Path of a file in the worktree. */
  there(name: string): string;
}

type RigChange = Partial<WorktreesParts> & { readonly name?: string };

export function temporaryHome(): string {
  const home = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-trees-')));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return home;
}

/** A project on `main` with one commit of what `fill` made. */
export function worktreeRig(
  fill: (folder: string) => void,
  change: RigChange | ((home: string) => RigChange) = {},
): WorktreeRig {
  const home = temporaryHome();
  const { name = 'project', ...parts } = typeof change === 'function' ? change(home) : change;
  const project = path.join(home, name);
  mkdirSync(project);
  const gitIn =
    (cwd: string) =>
    (...args: readonly string[]): string =>
      runNow({ program: 'git', args, cwd, env: gitEnvironment(home) }).replace(/\n$/, '');
  const git = gitIn(project);
  newRepository(project);
  fill(project);
  firstCommit({ folder: project, message: 'feat: begin', by: 'Ana', git });
  const worktrees = createWorktrees(partsIn(home, parts));
  const folder = path.join(home, 'data', 'worktrees', 's1', name);
  const planApply: WorktreeRig['planApply'] = (made) => worktrees.planApply({ project, folder, made });
  const planMerge: WorktreeRig['planMerge'] = (made, branch) =>
    worktrees.planMerge({ project, folder, made, branch });
  const land = async (plan: LandingPlan): Promise<LandingResult> => {
    if (plan.kind === 'refused') throw new Error(JSON.stringify(plan.refusal));
    // As it comes out of a row.
    return worktrees.land(project, structuredClone(plan));
  };
  return {
    project,
    folder,
    home,
    worktrees,
    planApply,
    planMerge,
    git,
    inTask: (...args) => gitIn(folder)(...args),
    at: (file) => path.join(project, file),
    there: (file) => path.join(folder, file),
    make: ({ branch, withChanges = branch === undefined } = {}) =>
      worktrees.make({ project, folder, branch, withChanges, signal: new AbortController().signal }),
    apply: async (made) => land(await planApply(made)),
    merge: async (made, branch) => land(await planMerge(made, branch)),
  };
}
