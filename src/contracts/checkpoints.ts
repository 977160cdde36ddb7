import type { CallId, ConversationId, InstanceId, SessionId } from '../base/ids.ts';

/** What stood in a workspace at one moment, as far as it can be brought back. Plain JSON: it is a row. */
export interface WorkspaceState {
  /** The workspace itself under `''`, and each repository nested in it under its path. */
  readonly trees: readonly KeptTree[];
  /** Files whose content was not kept. */
  readonly skipped: readonly SkippedFile[];
  /** Skipped files beyond those that are listed. */
  readonly moreSkipped: number;
  /** SHA-256 of the person's own list of what git ignores here. */
  readonly exclude: string;
  /** Null without a repository. */
  readonly git: GitPosition | null;
}

/** A state that a kill cannot take back. */
export interface TakenFiles {
  readonly state: WorkspaceState;
  /** When a power cut cannot either. */
  readonly onDisk: Promise<void>;
}

export interface KeptTree {
  readonly root: string;
  /** Null in a state from before anybody looked at the whole project: it tells how the files of `over` stand, nothing else. */
  readonly tree: string | null;
  /** Files of the workspace itself that a call names, as they are now, whatever the trees say. See `takeFiles`. */
  readonly over?: readonly { readonly path: string; readonly entry: Entry | null }[];
}

export interface SkippedFile {
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** Milliseconds since 1970, whole. */
  readonly mtimeMs: number;
}

/** Where the person's repository stands. */
export interface GitPosition {
  /** Null before the first commit. */
  readonly head: string | null;
  /** Full name, `refs/heads/main`; null on a detached HEAD. */
  readonly branch: string | null;
  /** Which copy of the index; null when it could not be kept. */
  readonly index: string | null;
}

/** One call that may have changed something, between two states. */
export interface CheckpointStep {
  readonly seq: number;
  readonly call: CallId;
  /** Undefined where a state could not be kept; then `problem` says why. */
  readonly before: WorkspaceState | undefined;
  readonly after: WorkspaceState | undefined;
  readonly problem: string | undefined;
}

export interface CheckpointStore {
  /** Before the call starts; again for a call that turned out never to have run. */
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
  /** In order. Those up to the last undo are left out. */
  standing(session: SessionId): readonly CheckpointStep[];
  /** Up to and with the one of this number, without those of an earlier undo. */
  through(session: SessionId, seq: number): readonly CheckpointStep[];
  hasAny(session: SessionId): boolean;
  /** Forgets every step but that of this call; without one, all of them. */
  keepOnly(session: SessionId, call: CallId | undefined): void;
}

/** How a file stands: as git names it. `skipped`: only its size and time are known. `other`: no file or link at all. */
export interface Entry {
  readonly mode: '100644' | '100755' | '120000' | 'skipped' | 'other';
  /** Hash of a git blob; for a skipped file, its size and time. */
  readonly hash: string;
}

export interface FileChange {
  readonly path: string;
  /** As found when the undo was planned; null = no file. Anything else there is left alone. */
  readonly from: Entry | null;
  readonly to: Entry | null;
  /** True when somebody else's later edits of it are kept. */
  readonly merged: boolean;
}

/**
 * Why a file stays as it is. `edited`: changed since, in the same place. `large`: its content was not kept.
 * `ignored`: it may have been there, ignored, before. `blocked`: something else stands in its place.
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
  /** Null: the reference goes. */
  readonly to: string | null;
}

export interface Commit {
  readonly hash: string;
  readonly subject: string;
}

/** Why commits stay. `pushed`: others may have them. `moved`: something else is on top. `mixed`: others lie between. */
export type CommitsKept = 'pushed' | 'moved' | 'mixed' | 'unfinished';

export interface RepositoryPlan {
  readonly commits: readonly Commit[];
  /** Undefined: they go, or there are none. */
  readonly kept?: CommitsKept;
  /** Where HEAD goes: a branch, or a commit. */
  readonly head?: { readonly from: string; readonly to: string };
  readonly references: readonly ReferenceChange[];
  readonly index: readonly IndexChange[];
  /** What a commit that takes back the kept ones goes between: `base` is before the first of them. */
  readonly revert?: { readonly base: string; readonly last: string };
}

export interface UndoPlan {
  readonly files: readonly FileChange[];
  readonly kept: readonly KeptFile[];
  /** Null without a repository. */
  readonly repository: RepositoryPlan | null;
  /** Calls of which no two states are known. */
  readonly unknownSteps: number;
}

/** What came of it. */
export interface UndoResult {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  readonly merged: readonly string[];
  readonly kept: readonly KeptFile[];
  readonly dropped: readonly Commit[];
  /** Short name of the branch that was removed. */
  readonly branchRemoved: string | null;
  readonly commitsKept: { readonly why: CommitsKept; readonly commits: readonly Commit[] } | null;
  readonly unknownSteps: number;
}

export interface UndoRequest {
  readonly workspace: string;
  readonly steps: readonly CheckpointStep[];
  /** Branch that the session made for itself, short. */
  readonly ownBranch: string | undefined;
  /** Commits that the session is known to have pushed. */
  readonly pushed: readonly string[];
}

export interface SessionDiff {
  readonly diff: string;
  /** Files beyond what is shown. */
  readonly leftOut: number;
}

/** How a file differs from what it was before a session first changed it, in lines as git counts them. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/**
 * States of workspaces, kept outside of them in a repository of the program's own: nothing that a workspace configures
 * is read or run, and its `.git` is only looked at.
 */
export interface Checkpoints {
  /** @throws Failure when it cannot be kept */
  take(workspace: string, signal?: AbortSignal): Promise<WorkspaceState>;
  /**
   * The state around a call that changes only these files: `since`, with them as they are now. Nothing else is looked
   * at; what somebody changes there meanwhile is in neither state of the call, and so stays theirs. The state before
   * the call has to name them too: a file that git ignores is in no tree. Without `since` nothing else is known of it
   * than these files and where the repository stands: to look at a whole project can take a while.
   * @throws Failure or a system error when it cannot be kept
   */
  takeFiles(
    workspace: string,
    paths: readonly string[],
    since: WorkspaceState | undefined,
  ): Promise<TakenFiles>;
  /** Looks only. @throws Failure `not-found` when the states are no longer kept */
  plan(request: UndoRequest): Promise<UndoPlan>;
  /** Safe to repeat: what was done is found done, what changed since the plan is left alone and named. */
  apply(workspace: string, plan: UndoPlan): Promise<UndoResult>;
  /** Commits what takes back the kept commits. @throws Failure `conflict` when something was built on them */
  revert(workspace: string, plan: UndoPlan): Promise<Commit>;
  /** What a session changed, up to now while it runs. Secret files are only named. */
  diff(
    workspace: string,
    steps: readonly CheckpointStep[],
    options: { readonly isRunning: boolean; readonly mostCharacters: number },
  ): Promise<SessionDiff>;
  /** The lines of what `diff` shows, by path; binary files are left out. @throws Failure `not-found` when the states are gone */
  changedLines(
    workspace: string,
    steps: readonly CheckpointStep[],
  ): Promise<ReadonlyMap<string, ChangedLines>>;
  /** Forgets states from before then. */
  removeOld(beforeMs: number): Promise<void>;
}

export type UndoState = 'wanted' | 'acting' | 'done' | 'failed';

export interface UndoRecord {
  readonly seq: number;
  readonly session: SessionId;
  /** Where it was asked for, and is reported. */
  readonly conversation: ConversationId;
  readonly locale: 'en' | 'es';
  readonly requester: string;
  /** Number of the last step that it takes back. */
  readonly through: number;
  readonly state: UndoState;
  readonly plan: UndoPlan | undefined;
  readonly result: UndoResult | undefined;
  readonly revert: 'wanted' | 'done' | undefined;
}

export interface UndoStores {
  readonly checkpoints: CheckpointStore;
  readonly undos: UndoStore;
}

/** Undos are rows before anything is done, so that one that was cut off is finished by the next program. */
export interface UndoStore {
  add(
    undo: Pick<UndoRecord, 'session' | 'conversation' | 'locale' | 'requester' | 'through'> & {
      readonly instance: InstanceId;
    },
  ): number;
  get(seq: number): UndoRecord | undefined;
  /** The newest of a session. */
  last(session: SessionId): UndoRecord | undefined;
  setPlan(seq: number, plan: UndoPlan): void;
  finish(seq: number, result: UndoResult): void;
  fail(seq: number): void;
  /** Not finished, of this program. */
  unfinished(instance: InstanceId): readonly UndoRecord[];
  /** A session that is at work in these files, or will go on with them. */
  workerIn(workspace: string): SessionId | undefined;
  /** True while an undo works on these files: nothing else may. */
  isBusy(workspace: string): boolean;
  /** A commit that takes back what was not dropped: agreed to, and made. */
  setRevert(seq: number, revert: 'wanted' | 'done'): void;
  /** The session whose end a message told, or whose card it was. */
  reportedBy(conversation: ConversationId, messageId: string): SessionId | undefined;
}
