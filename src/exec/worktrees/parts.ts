import type { Checkpoints } from '../../contracts/checkpoints.ts';
import type { Dependency, Setup } from '../../contracts/worktrees.ts';
import type { Environment } from '../commands/command-environment.ts';
import type { OneAtATime } from '../one-at-a-time.ts';

/** A worktree that is being made. */
export interface Place {
  /** Canonical path of the project. */
  readonly project: string;
  /** Canonical path of its worktree. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

export interface WorktreesParts {
  /** Holds all worktrees; nothing outside of it is ever taken away. Canonical; need not be there. */
  readonly home: string;
  /** Where the states of `checkpoints` lie: contents are taken from one and put into another. */
  readonly states: string;
  readonly checkpoints: Pick<Checkpoints, 'take'>;
  /** What commands get; see `commandEnvironment`. */
  readonly environment: Environment;
  /** True for files whose contents are shown to nobody. */
  isSecret(path: string): boolean;
  linkDependencies(
    place: Place,
  ): Promise<{ readonly dependencies: readonly Dependency[]; readonly linked: readonly string[] }>;
  /** Undefined: none is configured. `linked`: what it may read beyond the worktree; see `LinkedFolders`. */
  runSetup(place: Place & { readonly linked: readonly string[] }): Promise<Setup | undefined>;
  /** Ends a setup that an earlier program left running. */
  endSetup(folder: string): Promise<void>;
}

export interface WorkingParts extends WorktreesParts {
  /**
   * By repository: git reads what is known of all its worktrees when it makes one or removes a branch, and fails at one
   * that is half there.
   */
  readonly alone: OneAtATime;
}
