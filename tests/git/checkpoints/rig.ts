import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  CheckpointStep,
  Checkpoints,
  UndoPlan,
  UndoRequest,
  UndoResult,
  WorkspaceState,
} from '../../../src/contracts/checkpoints.ts';
import type { CallId } from '../../../src/core/ids.ts';
import { sha256 } from '../../../src/core/json.ts';
import { createCheckpoints } from '../../../src/git/checkpoints/checkpoints.ts';
import { isSecretPath } from '../../../src/policy/file-classes.ts';
import { firstCommit } from '../../support/first-commit.ts';
import { newRepository } from '../../support/new-repository.ts';
import { runNow } from '../../support/run-now.ts';

export interface UndoRig {
  readonly workspace: string;
  readonly data: string;
  readonly checkpoints: Checkpoints;
  readonly steps: CheckpointStep[];
  /** What the session does, between two states. */
  step(work: () => void): Promise<void>;
  /** The same by a call that says which files it changes. Before any step only these are looked at. */
  edit(names: readonly string[], work: () => void): Promise<void>;
  /** As after a restart: what was seen of the project so far is no longer known. */
  forget(): void;
  plan(change?: Partial<UndoRequest>): Promise<UndoPlan>;
  undo(change?: Partial<UndoRequest>): Promise<UndoResult>;
  git(...args: readonly string[]): string;
  at(name: string): string;
}

/** A project with the program's own states of it. `git`: with a repository and one commit of what `fill` made. */
export function undoRig(fill: (folder: string) => void, { git: isGit = true } = {}): UndoRig {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'wasap-undo-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [workspace, data] = [path.join(folder, 'project'), path.join(folder, 'data')];
  mkdirSync(workspace);
  fill(workspace);
  const git = (...args: readonly string[]): string =>
    runNow({ program: 'git', args, cwd: workspace, env: gitEnvironment(folder) }).trim();
  if (isGit) {
    newRepository(workspace);
    firstCommit({ folder: workspace, message: 'feat: begin', by: 'Ana', git });
  }
  const checkpoints = createCheckpoints({
    folder: path.join(data, 'checkpoints'),
    environment: { PATH: process.env.PATH ?? '', HOME: folder },
    ownFolders: [data],
    isSecret: isSecretPath,
  });
  const steps: CheckpointStep[] = [];
  let left: WorkspaceState | undefined;
  const add = (before: WorkspaceState, after: WorkspaceState): void => {
    const seq = steps.length + 1;
    steps.push({ seq, call: `call-${seq}` as CallId, before, after, problem: undefined });
    left = after;
  };
  const plan = (change: Partial<UndoRequest> = {}) =>
    checkpoints.plan({ workspace, steps, ownBranch: undefined, pushed: [], brought: [], ...change });
  return {
    workspace,
    data,
    checkpoints,
    steps,
    git,
    plan,
    at: (name) => path.join(workspace, name),
    async step(work) {
      const before = await checkpoints.take(workspace);
      work();
      add(before, await checkpoints.take(workspace));
    },
    async edit(names, work) {
      const { state: before } = await checkpoints.takeFiles(workspace, names, left);
      work();
      add(before, (await checkpoints.takeFiles(workspace, names, before)).state);
    },
    forget: () => {
      left = undefined;
    },
    undo: async (change) => checkpoints.apply(workspace, await plan(change)),
  };
}

export function gitEnvironment(home: string): Record<string, string> {
  const person = { GIT_AUTHOR_NAME: 'Ana', GIT_AUTHOR_EMAIL: 'ana@example.com' };
  const committer = { GIT_COMMITTER_NAME: 'Ana', GIT_COMMITTER_EMAIL: 'ana@example.com' };
  return { PATH: process.env.PATH ?? '', HOME: home, ...person, ...committer };
}

/** Every file and link below a folder, `.git` left out: path, permissions, content or target. */
export function treeOf(folder: string): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = (relative: string): void => {
    for (const name of readdirSync(path.join(folder, relative)).sort()) {
      if (name === '.git') continue;
      const inside = path.join(relative, name);
      const stats = lstatSync(path.join(folder, inside));
      if (stats.isDirectory()) walk(inside);
      else if (stats.isSymbolicLink()) found[inside] = `-> ${readlinkSync(path.join(folder, inside))}`;
      else
        found[inside] =
          `${(stats.mode & 0o777).toString(8)} ${sha256(readFileSync(path.join(folder, inside)))}`;
    }
  };
  walk('');
  return found;
}
