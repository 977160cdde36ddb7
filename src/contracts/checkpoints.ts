import type { CallId, SessionId } from '../core/ids.ts';

/** The files of a workspace at one moment, as far as they can be restored. Plain JSON: it is a row. */
export interface WorkspaceState {
  /** The workspace itself under `''`, and each nested repository under its path. */
  readonly trees: readonly KeptTree[];
  /** Files whose content was not kept. */
  readonly skipped: readonly SkippedFile[];
  /** Number of skipped files beyond those that are listed. */
  readonly moreSkipped: number;
  /** SHA-256 of the person's local list of ignored files. */
  readonly exclude: string;
  /** Null without a repository. */
  readonly git: GitPosition | null;
}

/** A state that survives a kill. */
export interface CapturedState {
  readonly state: WorkspaceState;
  /** Resolves when it also survives a power cut. */
  readonly onDisk: Promise<void>;
}

export interface KeptTree {
  readonly root: string;
  /** Null in a state from before the whole project was read: it only holds the files of `over`. */
  readonly tree: string | null;
  /** Files of the workspace itself that a call names, as they are now, whatever the trees say. See `takeFiles`. */
  readonly over?: readonly { readonly path: string; readonly entry: CheckpointEntry | null }[];
}

export interface SkippedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970, whole. */
  readonly mtimeMs: number;
}

/** Position of the person's repository. */
export interface GitPosition {
  /** Null before the first commit. */
  readonly head: string | null;
  /** Full name, `refs/heads/main`; null on a detached HEAD. */
  readonly branch: string | null;
  /** Name of the copy of the index; null when it could not be kept. */
  readonly index: string | null;
}

/** One call that may have made changes, with the states around it. */
export interface CheckpointStep {
  readonly seq: number;
  readonly call: CallId;
  /** Undefined when a state could not be kept; then `problem` says why. */
  readonly before: WorkspaceState | undefined;
  readonly after: WorkspaceState | undefined;
  readonly problem: string | undefined;
}

export interface CheckpointStore {
  /** Called before the call starts; called again for a call that never ran. */
  begin(step: {
    readonly session: SessionId;
    readonly call: CallId;
    readonly before: WorkspaceState | undefined;
    readonly problem: string | undefined;
  }): void;
  end(step: {
    readonly session: SessionId;
    readonly call: CallId;
    readonly after: WorkspaceState | undefined;
    readonly problem: string | undefined;
  }): void;
  /** Steps in order, except for those up to the last undo and those of rounds that were taken back. */
  listCurrent(session: SessionId): readonly CheckpointStep[];
  /** Steps up to the one with this number, without those of an earlier undo or of rounds that were taken back. */
  listThrough(session: SessionId, seq: number): readonly CheckpointStep[];
  /** Calls whose changes an undo has taken back, or is taking back. */
  listUndone(session: SessionId): readonly CallId[];
  hasAny(session: SessionId): boolean;
  /** Forgets every step except that of this call; without a call, all of them. */
  keepOnly(session: SessionId, call: CallId | undefined): void;
}

/** A file in git's terms. `skipped`: only its size and time are known. `other`: neither a file nor a link. */
export interface CheckpointEntry {
  readonly mode: '100644' | '100755' | '120000' | 'skipped' | 'other';
  /** Hash of a git blob; for a skipped file, its size and time. */
  readonly hash: string;
}

export interface FileChange {
  readonly path: string;
  /** The entry when the undo was planned; null = no file. Any other entry is left alone. */
  readonly from: CheckpointEntry | null;
  readonly to: CheckpointEntry | null;
  /** True when later edits by others are kept in it. */
  readonly merged: boolean;
  /** Other paths that get its content: it is touched only when all of these are done. */
  readonly after?: readonly string[];
}

/**
 * Why a file stays as it is. `edited`: changed since, in the same place. `large`: its content was not kept.
 * `ignored`: it may have existed before, ignored. `blocked`: something else is in its place.
 */
export type KeptReason = 'edited' | 'large' | 'ignored' | 'blocked';

export interface KeptFile {
  readonly path: string;
  readonly why: KeptReason;
}

/** An entry of the person's index: `100644 <hash>`, or empty for none. */
export interface IndexChange {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

export interface ReferenceChange {
  readonly name: string;
  readonly from: string;
  /** Null: the reference is removed. */
  readonly to: string | null;
}

export interface Commit {
  readonly hash: string;
  readonly subject: string;
}

/**
 * Why commits stay. `pushed`: others may have them. `moved`: other commits follow. `mixed`: others are in between.
 */
export type CommitsKept = 'pushed' | 'moved' | 'mixed' | 'unfinished';

export interface RepositoryPlan {
  readonly commits: readonly Commit[];
  /** Undefined when they are removed, or there are none. */
  readonly kept?: CommitsKept;
  /** New target of HEAD: a branch, or a commit. */
  readonly head?: { readonly from: string; readonly to: string };
  readonly references: readonly ReferenceChange[];
  readonly index: readonly IndexChange[];
  /** A merge or rebase that the session began and that has not ended: it is forgotten when all is put back. */
  readonly abandons?: 'merge' | 'rebase';
  /** The range for a commit that reverts the kept ones: `base` is before the first of them. */
  readonly revert?: { readonly base: string; readonly last: string };
}

export interface UndoPlan {
  readonly files: readonly FileChange[];
  readonly kept: readonly KeptFile[];
  /** Null without a repository. */
  readonly repository: RepositoryPlan | null;
  /** Number of calls without two known states. */
  readonly unknownSteps: number;
}

/** The result of an undo. */
export interface UndoResult {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  readonly merged: readonly string[];
  readonly kept: readonly KeptFile[];
  readonly dropped: readonly Commit[];
  /** Short name of the branch that was removed. */
  readonly branchRemoved: string | null;
  /** A merge or rebase that was under way. */
  readonly abandoned?: 'merge' | 'rebase';
  readonly commitsKept: { readonly why: CommitsKept; readonly commits: readonly Commit[] } | null;
  readonly unknownSteps: number;
}

export interface UndoRequest {
  readonly workspace: string;
  readonly steps: readonly CheckpointStep[];
  /** Short name of the branch that the session made for itself. */
  readonly ownBranch: string | undefined;
  /** Commits that the session is known to have pushed. */
  readonly pushed: readonly string[];
  /** Commits of other branches that it brought in: what these hold is the work of others. */
  readonly brought: readonly string[];
}

/** A file as some steps left it; null = none. */
export interface FileAfterSteps {
  readonly path: string;
  readonly entry: CheckpointEntry | null;
}

export interface SessionDiff {
  readonly diff: string;
  /** Number of files that are not shown. */
  readonly leftOut: number;
}

/** How a file differs from before a session first changed it, in lines as git counts them. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/**
 * States of workspaces, kept outside of them in a repository of the program's own: nothing that a workspace
 * configures is read or run, and its `.git` is only read.
 */
export interface Checkpoints {
  /** @throws Failure when it cannot be kept */
  take(workspace: string, signal?: AbortSignal): Promise<WorkspaceState>;
  /**
   * The state around a call that changes only these files: `since`, with their present entries. Nothing else is read;
   * changes that others make there meanwhile are in neither state of the call, and so stay theirs. The state before
   * the call has to name them too: a file that git ignores is in no tree. Without `since` only these files and the
   * repository's position are known, because reading a whole project can take a while.
   * @throws Failure or a system error when it cannot be kept
   */
  takeFiles(
    workspace: string,
    paths: readonly string[],
    since: WorkspaceState | undefined,
  ): Promise<CapturedState>;
  /** Changes nothing. @throws Failure `not-found` when the states are no longer kept */
  plan(request: UndoRequest): Promise<UndoPlan>;
  /** Safe to repeat: finished parts are recognised, files that changed since the plan are left alone and named. */
  apply(workspace: string, plan: UndoPlan): Promise<UndoResult>;
  /** Makes the commit that reverts the kept ones. @throws Failure `conflict` when others have built on them */
  revert(workspace: string, plan: UndoPlan): Promise<Commit>;
  /** Changes of a session, up to now while it runs. Secret files are only named. */
  diff(
    workspace: string,
    steps: readonly CheckpointStep[],
    options: { readonly isRunning: boolean; readonly mostCharacters: number },
  ): Promise<SessionDiff>;
  /**
   * Line counts of `diff`, by path; binary files are left out. @throws Failure `not-found` when the states are gone
   */
  countLines(workspace: string, steps: readonly CheckpointStep[]): Promise<ReadonlyMap<string, ChangedLines>>;
  /**
   * The files that these steps changed, as the last of them left each, and the commit that it left checked out; files
   * without a kept content and those of nested repositories are not among them. @throws Failure `not-found` when the
   * states are no longer kept
   */
  readLeftFiles(
    workspace: string,
    steps: readonly CheckpointStep[],
  ): Promise<{ readonly head: string | null; readonly files: readonly FileAfterSteps[] }>;
  /** Forgets states from before then. */
  removeOld(beforeMs: number): Promise<void>;
}
