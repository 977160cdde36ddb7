import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Dependency, Setup } from '../../contracts/worktrees.ts';
import type { KeyedQueue } from '../../core/turns.ts';
import type { Environment } from '../../processes/command-environment.ts';

/** A worktree that is being made. */
export interface WorktreePlace {
  /** Canonical path of the project. */
  readonly project: string;
  /** Canonical path of its worktree. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface WorktreesParts {
  /** Holds all worktrees; nothing outside of it is ever removed. Canonical; may be missing. */
  readonly home: string;
  /** Folder of the `checkpoints` states: contents are copied from one to another. */
  readonly states: string;
  readonly checkpoints: Pick<Checkpoints, 'take'>;
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** True for files whose contents are never shown. */
  isSecret(path: string): boolean;
  linkDependencies(
    place: WorktreePlace,
  ): Promise<{ readonly dependencies: readonly Dependency[]; readonly linked: readonly string[] }>;
  /** Undefined: no setup is configured. `linked`: what it may read beyond the worktree; see `LinkedFolders`. */
  runSetup(place: WorktreePlace & { readonly linked: readonly string[] }): Promise<Setup | undefined>;
  /** Ends a setup that an earlier program left running. */
  endSetup(folder: string): Promise<void>;
}

/**
 * One step at a time in each repository: when git makes a worktree or removes a branch, it reads the data of all
 * worktrees, and fails at a half-made one.
 */
export type RepositoryQueue = Pick<KeyedQueue, 'run'>;
