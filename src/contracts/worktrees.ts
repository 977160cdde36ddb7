import type { ConversationId, InstanceId, SessionId } from '../core/ids.ts';
import type { Commit, FileAfterSteps, UndoPlan, WorkspaceState } from './checkpoints.ts';
import type { SessionRecord } from './session.ts';

/**
 * Why a task has a worktree. `dry-run`: to show what it would do; nothing of it stays unless a person wants it.
 * `branch`: to run in parallel to another task, on a branch of its own.
 */
export type WorktreeKind = 'dry-run' | 'branch';

/**
 * `wanted`: stored, and made before the task begins. `ready`: its folder exists. `gone`: the folder was removed; one
 * with a branch is made again when the task continues.
 */
export type WorktreeState = 'wanted' | 'ready' | 'gone';

/**
 * A person's choice once the task was done. `apply` is for a dry run, `merge`, `pull-request` and `keep` for a
 * branch; `discard` throws the work away.
 */
export type WorktreeChoice = 'apply' | 'merge' | 'pull-request' | 'keep' | 'discard';

/** One ignored dependency folder, and how the worktree got it. */
export interface Dependency {
  /** Relative to the workspace: `node_modules`, `packages/a/node_modules`, `.venv`. */
  readonly path: string;
  /** `missing`: there is none to link, or it cannot be used from elsewhere. */
  readonly how: 'linked' | 'missing';
  /** Why it is missing, in plain words; empty for a linked one. */
  readonly why: string;
}

/** Result of the configured `setup:` command. */
export interface Setup {
  readonly command: string;
  /** Null when it was stopped, or could not be started. */
  readonly exitCode: number | null;
  /** The end of its output, redacted; empty after success. */
  readonly output: string;
}

/** A worktree when it was made. Plain JSON: it is a row. */
export interface MadeWorktree {
  /** Commit that it was made from. */
  readonly baseCommit: string;
  /** Full name of the workspace's branch, `refs/heads/main`; null on a detached HEAD. */
  readonly baseBranch: string | null;
  /** The worktree before the task began, with the person's uncommitted changes if they were copied. */
  readonly base: WorkspaceState;
  /** The person's uncommitted files that were copied, relative to the workspace. */
  readonly uncommitted: readonly string[];
  /**
   * Canonical paths of folders of the workspace that the worktree reads through links and never writes. The only list
   * of places outside a worktree that its files may lead to.
   */
  readonly linked: readonly string[];
  readonly dependencies: readonly Dependency[];
  readonly setup: Setup | null;
  /** The worktree before the setup, if one ran: its changes are not the task's work. */
  readonly beforeSetup?: WorkspaceState;
}

/** What a worktree begins with in place of the project's last commit. Plain JSON: it is a row. */
export interface WorktreeStart {
  /** Canonical path of the folder whose states hold the contents of the files. */
  readonly workspace: string;
  readonly commit: string;
  /** As they were left there, beside the commit. */
  readonly files: readonly FileAfterSteps[];
}

export interface WorktreeRequest {
  /** Canonical path of the workspace. */
  readonly project: string;
  /** Canonical path of the folder to make; it is missing, or left over from an earlier try. */
  readonly folder: string;
  /** Short name of the branch: created at HEAD of the workspace, or checked out if it exists. Undefined = none. */
  readonly branch: string | undefined;
  /**
   * True when the person's uncommitted changes are copied too, unless the branch existed with another commit. Ignored
   * files, files of more than 2 MB, and untracked secret files stay behind. Files of sub-modules are copied; otherwise
   * their folders are empty.
   */
  readonly withChanges: boolean;
  /** For a branch that does not exist yet, or has no commit since: untracked secret files stay behind. */
  readonly start?: WorktreeStart | undefined;
  readonly signal: AbortSignal;
}

/** Why the work of a worktree cannot be landed; nothing is touched then. */
export type LandingRefusal =
  /** The branch of the workspace, or these files, have changed since the task began. */
  | { readonly kind: 'moved'; readonly files: readonly string[]; readonly isHead: boolean }
  /** Both sides changed these files in the same places. */
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** The person's uncommitted changes would be overwritten. */
  | { readonly kind: 'uncommitted'; readonly files: readonly string[] }
  /** A merge, a rebase or the like is unfinished in the workspace. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'nothing' };

/** What landing would do. Plain JSON: it is stored before anything is touched. */
export type LandingPlan =
  | { readonly kind: 'refused'; readonly refusal: LandingRefusal }
  | {
      readonly kind: 'possible';
      /** Files and references of the workspace, in the form of an undo. */
      readonly change: UndoPlan;
      /** New commits of the workspace, newest first. */
      readonly commits: readonly Commit[];
      /**
       * Files that changed in the workspace since, or are uncommitted there: no test of the task has covered them.
       * Includes files that a merge takes from both sides.
       */
      readonly untested: readonly string[];
    };

export interface LandingResult {
  /** Relative paths that were written or removed. */
  readonly files: readonly string[];
  readonly commits: readonly Commit[];
  /** Changed by others between plan and landing: left as they are. */
  readonly left: readonly string[];
}

export interface LandingRequest {
  readonly project: string;
  readonly folder: string;
  readonly made: MadeWorktree;
}

/** Git worktrees of a project, made by hardened git: no hook, filter or driver of the repository runs. */
export interface Worktrees {
  /**
   * Safe to repeat: leftovers of an earlier try are removed first. Links dependency folders read-only, else runs the
   * configured setup.
   * @throws Failure `not-found` (no repository, no commit yet), `conflict` (the branch is checked out elsewhere),
   * `denied` (the workspace is a folder in a repository, or a sparse checkout; for a branch also: the repository has
   * a filter of its own), `unavailable`, `stopped`
   */
  make(request: WorktreeRequest): Promise<MadeWorktree>;
  /**
   * Changes nothing. Plans exactly the task's changes, onto the same base that it began from. Commits are applied as
   * commits, the rest stays uncommitted.
   * @throws Failure `conflict` (the task rewrote the history that it began from, or its `.git` was exchanged),
   *    `invalid` (a file of more than 24 MB), `not-found` (the folder is missing, or its states are no longer kept)
   */
  planApply(request: LandingRequest): Promise<LandingPlan>;
  /**
   * Looks only: the branch into what is checked out in the workspace now, three-way where both sides went on. A file
   * that was renamed is one that went and one that came.
   * @throws Failure `not-found` (no such branch), `conflict` (no common history; the worktree is on another branch),
   * `denied` (the repository has a filter of its own), `invalid` (a file of more than 24 MB)
   */
  planMerge(request: LandingRequest & { readonly branch: string }): Promise<LandingPlan>;
  /**
   * Carries out a plan; safe to repeat. Until something has begun it is all or nothing.
   * @throws Failure `conflict` (the workspace changed since the plan)
   */
  land(project: string, plan: Extract<LandingPlan, { kind: 'possible' }>): Promise<LandingResult>;
  /**
   * Commits a task's uncommitted changes on its branch, except for untracked secret files; undefined when there are
   * none.
   * @throws Failure `denied` (the repository has a filter of its own), `conflict`
   */
  commitRest(folder: string, message: string): Promise<Commit | undefined>;
  /** How many commits a branch of the project has that another one of it lacks. @throws Failure `not-found` */
  countBehind(place: {
    readonly project: string;
    readonly branch: string;
    readonly base: string;
  }): Promise<number>;
  /** Removes the folder, and with `branch` the branch too. Safe to repeat; the workspace stays as it is. */
  remove(request: {
    readonly project: string;
    readonly folder: string;
    readonly branch?: string | undefined;
  }): Promise<void>;
}

/** The worktree of a task. */
export interface WorktreeRecord {
  readonly session: SessionId;
  readonly kind: WorktreeKind;
  /** Canonical path of the workspace. */
  readonly project: string;
  /** Canonical path of the worktree; the session's workspace until it is landed. */
  readonly folder: string;
  readonly branch: string | undefined;
  readonly state: WorktreeState;
  readonly made: MadeWorktree | undefined;
  /** The person's choice; the program that finds it carries it out, until `landing` is `done` or `refused`. */
  readonly choice: WorktreeChoice | undefined;
  readonly landing: 'wanted' | 'acting' | 'done' | 'refused' | undefined;
  /** Stored before anything is touched. */
  readonly plan: LandingPlan | undefined;
  /** The person who chose. */
  readonly chosenBy: string | undefined;
  /** When undefined, it begins with the project's own state. */
  readonly start: WorktreeStart | undefined;
  readonly createdAtMs: number;
}

export interface WorktreeStore {
  add(
    record: Pick<WorktreeRecord, 'session' | 'kind' | 'project' | 'folder' | 'branch' | 'createdAtMs'> & {
      readonly start?: WorktreeStart | undefined;
    },
  ): void;
  get(session: SessionId): WorktreeRecord | undefined;
  /** The worktree that this session works in; undefined in the workspace, also after landing. */
  findActive(session: Pick<SessionRecord, 'id' | 'workspace'>): WorktreeRecord | undefined;
  /** By its folder; undefined for an ordinary workspace. */
  findByFolder(folder: string): WorktreeRecord | undefined;
  /** Records that it exists. One that was made again waits for a choice again. */
  setMade(session: SessionId, made: MadeWorktree): void;
  setState(session: SessionId, state: WorktreeState): void;
  /** Stores a choice to carry out; false when another one is under way or done. */
  choose(session: SessionId, choice: WorktreeChoice, by: string): boolean;
  setPlan(session: SessionId, plan: LandingPlan): void;
  /** `refused`: another choice may be made. */
  finish(session: SessionId, landing: 'done' | 'refused'): void;
  /** Idle worktrees of this conversation that exist and about which no person has decided. Oldest first. */
  listUndecided(conversation: ConversationId): readonly WorktreeRecord[];
  /**
   * True while the worktree of this session is being landed or removed, or something is being landed in this
   * workspace: nothing else may work there.
   */
  isBusy(session: SessionId, workspace: string): boolean;
  /** True while something is being landed in this workspace. */
  isLandingIn(workspace: string): boolean;
  /** Those of this program with an unfinished choice. */
  listUnfinished(instance: InstanceId): readonly WorktreeRecord[];
  /** Those whose folder may exist, of sessions that have been idle since before then. */
  listOlderThan(beforeMs: number): readonly WorktreeRecord[];
}

/** Folders outside a workspace that its links may lead to, read-only; empty unless it is a worktree of ours. */
export type LinkedFolders = (workspace: string) => readonly string[];
