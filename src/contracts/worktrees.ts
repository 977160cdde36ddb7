import type { ConversationId, InstanceId, SessionId } from '../base/ids.ts';
import type { Commit, UndoPlan, WorkspaceState } from './checkpoints.ts';
import type { SessionRecord } from './session.ts';

/**
 * Why a task works apart from the workspace. `dry-run`: to show what it would do; nothing of it stays unless a person
 * wants it. `branch`: beside another task, on a branch of its own.
 */
export type WorktreeKind = 'dry-run' | 'branch';

/**
 * `wanted`: stored, and made before the task begins. `ready`: its folder is there. `gone`: the folder was taken away;
 * of a branch it is made again when the task goes on.
 */
export type WorktreeState = 'wanted' | 'ready' | 'gone';

/**
 * What a person chose once the task was done. `apply` is of a dry run, `merge`, `pull-request` and `keep` of a branch;
 * `discard` throws away what was done.
 */
export type WorktreeChoice = 'apply' | 'merge' | 'pull-request' | 'keep' | 'discard';

/** One ignored folder of dependencies, and how the worktree came by it. */
export interface Dependency {
  /** Relative to the workspace: `node_modules`, `packages/a/node_modules`, `.venv`. */
  readonly path: string;
  /** `missing`: there is none to link, or it cannot be used from elsewhere. */
  readonly how: 'linked' | 'missing';
  /** Why it is missing, in plain words; empty for one that is linked. */
  readonly why: string;
}

/** What came of the configured `setup:` command. */
export interface Setup {
  readonly command: string;
  /** Null: it was stopped, or could not be started. */
  readonly exitCode: number | null;
  /** The end of its output, redacted; empty when all went well. */
  readonly output: string;
}

/** A worktree as it was made. Plain JSON: it is a row. */
export interface MadeWorktree {
  /** Commit that it stands on. */
  readonly baseCommit: string;
  /** Full name of the branch that the workspace was on, `refs/heads/main`; null on a detached HEAD. */
  readonly baseBranch: string | null;
  /** The worktree before the task began, with the person's uncommitted changes where they were taken along. */
  readonly base: WorkspaceState;
  /** The person's uncommitted files that were taken along, relative to the workspace. */
  readonly uncommitted: readonly string[];
  /**
   * Canonical paths of folders of the workspace that the worktree reads through links and never writes. The one list
   * of places outside a worktree that its files may lead to.
   */
  readonly linked: readonly string[];
  readonly dependencies: readonly Dependency[];
  readonly setup: Setup | null;
  /** The worktree before the setup ran, where one did: what it made or changed is no work of the task. */
  readonly beforeSetup?: WorkspaceState;
}

export interface WorktreeRequest {
  /** Canonical path of the workspace. */
  readonly project: string;
  /** Canonical path of the folder to be; nothing is there, or what an earlier try left. */
  readonly folder: string;
  /** Short name of the branch: made at HEAD of the workspace, or checked out when it is there already. Undefined = none. */
  readonly branch: string | undefined;
  /**
   * True: the person's uncommitted changes are copied too, unless the branch was there already and stands elsewhere. What
   * git ignores, files of more than 2 MB, and secret files that git does not know stay behind. Of sub-modules the files
   * come along; without this their folders are empty.
   */
  readonly withChanges: boolean;
  readonly signal: AbortSignal;
}

/** Why what was done in a worktree cannot be brought over; nothing is touched then. */
export type LandingRefusal =
  /** The branch of the workspace, or these files, are not as they were when the task began. */
  | { readonly kind: 'moved'; readonly files: readonly string[]; readonly isHead: boolean }
  /** Both sides changed these files in the same places. */
  | { readonly kind: 'conflict'; readonly files: readonly string[] }
  /** The person's uncommitted changes are in the way. */
  | { readonly kind: 'uncommitted'; readonly files: readonly string[] }
  /** The workspace is in the middle of a merge, a rebase or the like. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'nothing' };

/** What bringing it over would do. Plain JSON: it is stored before anything is touched. */
export type LandingPlan =
  | { readonly kind: 'refused'; readonly refusal: LandingRefusal }
  | {
      readonly kind: 'possible';
      /** Files and references of the workspace, in the form that an undo is carried out in. */
      readonly change: UndoPlan;
      /** Commits that the workspace gains, newest first. */
      readonly commits: readonly Commit[];
      /**
       * Files that changed in the workspace since, or are not committed there: no test of the task has seen them. Those
       * that a merge takes from both sides are among them.
       */
      readonly untested: readonly string[];
    };

export interface Landed {
  /** Relative paths that were written or removed. */
  readonly files: readonly string[];
  readonly commits: readonly Commit[];
  /** Changed by somebody between plan and act: left as they are. */
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
   * Safe to repeat: what an earlier try left is taken away first. Links dependency folders read-only, else runs the
   * configured setup.
   * @throws Failure `not-found` (no repository, no commit yet), `conflict` (the branch is checked out elsewhere),
   * `denied` (the workspace is a folder in a repository, or only some files are checked out; for a branch also: the
   * repository has a filter of its own), `unavailable`, `stopped`
   */
  make(request: WorktreeRequest): Promise<MadeWorktree>;
  /**
   * Looks only: exactly what the task did, onto the very base that it began from. What was committed comes over as
   * commits, the rest stays uncommitted.
   * @throws Failure `conflict` (the task rewrote the history that it began from, or its `.git` was exchanged), `invalid`
   * (a file of more than 24 MB), `not-found` (the folder is gone, or its states are no longer kept)
   */
  planApply(request: LandingRequest): Promise<LandingPlan>;
  /**
   * Looks only: the branch into what is checked out in the workspace now, three-way where both sides went on. A file that
   * was renamed is one that went and one that came.
   * @throws Failure `not-found` (no such branch), `conflict` (no common history; the worktree is on another branch),
   * `denied` (the repository has a filter of its own), `invalid` (a file of more than 24 MB)
   */
  planMerge(request: LandingRequest & { readonly branch: string }): Promise<LandingPlan>;
  /**
   * Carries a plan out; safe to repeat. As long as nothing has begun it is all or nothing.
   * @throws Failure `conflict` (the workspace changed since the plan)
   */
  land(project: string, plan: Extract<LandingPlan, { kind: 'possible' }>): Promise<Landed>;
  /**
   * Commits whatever a task left uncommitted on its branch, but no secret file that git does not know; undefined when
   * there is nothing.
   * @throws Failure `denied` (the repository has a filter of its own), `conflict`
   */
  commitRest(folder: string, message: string): Promise<Commit | undefined>;
  /** Takes the folder away, and the branch with it when `branch` is given. Safe to repeat; the workspace stays as it is. */
  remove(request: {
    readonly project: string;
    readonly folder: string;
    readonly branch?: string | undefined;
  }): Promise<void>;
}

/** Where a task works that does not work in the workspace itself. */
export interface WorktreeRecord {
  readonly session: SessionId;
  readonly kind: WorktreeKind;
  /** Canonical path of the workspace. */
  readonly project: string;
  /** Canonical path of the worktree; the session's workspace until it is applied. */
  readonly folder: string;
  readonly branch: string | undefined;
  readonly state: WorktreeState;
  readonly made: MadeWorktree | undefined;
  /** What the person chose; it is carried out by whichever program finds it, until `landing` is `done` or `refused`. */
  readonly choice: WorktreeChoice | undefined;
  readonly landing: 'wanted' | 'acting' | 'done' | 'refused' | undefined;
  /** Stored before anything is touched. */
  readonly plan: LandingPlan | undefined;
  /** Who chose it. */
  readonly chosenBy: string | undefined;
  readonly createdAtMs: number;
}

export interface WorktreeStore {
  add(
    record: Pick<WorktreeRecord, 'session' | 'kind' | 'project' | 'folder' | 'branch' | 'createdAtMs'>,
  ): void;
  get(session: SessionId): WorktreeRecord | undefined;
  /** The one that this session works in; undefined in the workspace, also after it was brought over. */
  of(session: Pick<SessionRecord, 'id' | 'workspace'>): WorktreeRecord | undefined;
  /** By its folder; undefined for an ordinary workspace. */
  at(folder: string): WorktreeRecord | undefined;
  /** It is there. One that was made again waits for a choice again. */
  setMade(session: SessionId, made: MadeWorktree): void;
  setState(session: SessionId, state: WorktreeState): void;
  /** A choice to carry out; false when another one is under way or done. */
  choose(session: SessionId, choice: WorktreeChoice, by: string): boolean;
  setPlan(session: SessionId, plan: LandingPlan): void;
  /** `refused`: another choice may be made. */
  finish(session: SessionId, landing: 'done' | 'refused'): void;
  /** Idle worktrees of this conversation that exist and whose fate nobody has chosen. Oldest first. */
  open(conversation: ConversationId): readonly WorktreeRecord[];
  /**
   * True while the worktree of this session is about to change hands, or something is being brought over into this
   * workspace: nothing else may work there.
   */
  isBusy(session: SessionId, workspace: string): boolean;
  /** True while something is being brought over into this workspace. */
  isLandingIn(workspace: string): boolean;
  /** With a choice that is not carried out, of this program. */
  unfinished(instance: InstanceId): readonly WorktreeRecord[];
  /** Whose folder may be there, of sessions that have been at rest since before then. */
  olderThan(beforeMs: number): readonly WorktreeRecord[];
}

export interface WorktreeStores {
  readonly worktrees: WorktreeStore;
}

/** Folders outside a workspace that its links may lead to, read-only; none for one that is no worktree of ours. */
export type LinkedFolders = (workspace: string) => readonly string[];
