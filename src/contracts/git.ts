import type { ConversationId } from '../core/ids.ts';

/** One changed path of `git status`. */
export interface GitChange {
  readonly path: string;
  /** Two-letter code of `git status --porcelain`. */
  readonly code: string;
}

/** A merge or rebase that has begun and not ended. */
export type UnfinishedKind = 'merge' | 'rebase';

export interface GitStatus {
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  /** Undefined before the first commit. */
  readonly head: string | undefined;
  readonly upstream: string | undefined;
  readonly ahead: number;
  readonly behind: number;
  readonly changes: readonly GitChange[];
  /** Missing when none is under way. */
  readonly unfinished?: UnfinishedKind;
}

export interface GitCommit {
  readonly hash: string;
  readonly subject: string;
  readonly filesChanged: number;
  readonly insertions: number;
  readonly deletions: number;
}

/** Consecutive lines that a commit adds to one file. */
export interface AddedLines {
  readonly path: string;
  /** 1-based, in the committed file. */
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** What commits add to a repository. */
export interface Additions {
  /** Changed files, deleted ones included; sorted, each once. */
  readonly files: readonly string[];
  readonly added: readonly AddedLines[];
  /** False when there was too much to read: then `files` and `added` hold only a part. */
  readonly complete: boolean;
}

export interface OutgoingCommit {
  readonly hash: string;
  readonly subject: string;
  readonly message: string;
}

/** What keeps git from working, or commits from being found again. */
export interface GitTrouble {
  readonly kind: 'noProgram' | 'otherOwner' | 'locked' | 'unfinished' | 'detached' | 'unborn';
  /** The command that fixes it. */
  readonly mending: string;
}

/** A branch of a remote that a fetch moved. */
export interface FetchedBranch {
  /** With the remote: `origin/main`. */
  readonly name: string;
  /** Undefined when it is new here. */
  readonly from: string | undefined;
  readonly to: string;
}

/** A commit in a list. */
export interface ListedCommit {
  readonly hash: string;
  readonly subject: string;
}

/** What a merge or rebase would do, before anything is done. */
export interface IntegrationPlan {
  readonly kind: UnfinishedKind;
  /** Short name of the branch that is checked out. */
  readonly branch: string;
  readonly head: string;
  /** Name of the branch that is brought in: `origin/main`, `main`. */
  readonly from: string;
  readonly theirs: string;
  /** Commits that the branch does not have yet, newest first. */
  readonly incoming: readonly ListedCommit[];
  /** Commits of the branch that the other one lacks, newest first: a rebase writes them anew. */
  readonly own: readonly ListedCommit[];
  /** True when a remote branch holds some of `own`: after a rebase only force could push. */
  readonly isPushed: boolean;
  /** Files in the way: untracked, and the other branch has a file of that name. */
  readonly inTheWay: readonly string[];
}

/** A merge or rebase that waits for a person, with what it needs to go on. */
export interface UnfinishedMerge {
  readonly kind: UnfinishedKind;
  /** Short name; undefined when none was checked out. */
  readonly branch: string | undefined;
  /** Commit of the branch before it began. */
  readonly head: string;
  /** Commit that is brought in. */
  readonly theirs: string;
}

/** Brings another branch into the one that is checked out. No hook, merge driver or filter of the repository runs. */
export interface GitIntegration {
  findUnfinished(): Promise<UnfinishedMerge | undefined>;
  /**
   * @param from undefined for the default branch as the remote has it
   * @throws Failure `not-found` (no such branch), `denied` (a part of a repository, filters), `conflict` (no branch
   *    checked out, one under way already, nothing in common)
   */
  plan(kind: UnfinishedKind, from: string | undefined): Promise<IntegrationPlan>;
  /** Returns when it has ended, or waits for files in conflict. @throws Failure `conflict`: nothing was done */
  start(plan: Pick<IntegrationPlan, 'kind' | 'branch' | 'from' | 'theirs'>): Promise<void>;
  /** Goes on with these files as they are now. @throws Failure `conflict` */
  resume(paths: readonly string[]): Promise<void>;
  /** Puts back what was there before it began. @param discard further files whose edits since then go with it */
  abort(discard: readonly string[]): Promise<void>;
  /** Puts the files back after a git that was killed before it could say that it was merging. */
  restore(): Promise<void>;
  /** The commits of the first that the second lacks, newest first. */
  listBetween(head: string, base: string): Promise<readonly ListedCommit[]>;
}

/** Uncommitted changes that were put away. */
export interface StashEntry {
  readonly hash: string;
  /** `stash@{0}` */
  readonly name: string;
  readonly message: string;
}

export interface GitStash {
  /** Newest first. */
  list(): Promise<readonly StashEntry[]>;
  /** Puts away these files, untracked ones too. @throws Failure `conflict` */
  save(message: string, paths: readonly string[]): Promise<StashEntry>;
  /**
   * Brings a stash back and drops it.
   * @returns files in conflict, with marks in them; the stash is then kept
   * @throws Failure `conflict`: nothing was changed
   */
  restore(hash: string): Promise<readonly string[]>;
}

/** Who changed what, for reading. Lines of text. */
export interface GitHistory {
  log(options: {
    readonly path: string | undefined;
    readonly revision: string;
    readonly count: number;
  }): Promise<readonly string[]>;
  blame(options: {
    readonly path: string;
    readonly revision: string | undefined;
    readonly start: number;
    readonly end: number;
  }): Promise<readonly string[]>;
}

/**
 * Copies of the repository elsewhere: for the tools that fetch, push and open pull requests. All but `url` and
 * `listOutgoing` use the network.
 */
export interface GitRemotes {
  /** Url of a remote without credentials, or undefined: where it is pushed to, or fetched from. */
  url(remote: string, direction?: 'push' | 'fetch'): Promise<string | undefined>;
  /** Hash of a branch on the remote, or undefined. */
  head(remote: string, branch: string, signal: AbortSignal): Promise<string | undefined>;
  /** Gets the branches of a remote. Only `refs/remotes/<remote>/` moves, whatever the repository configures. */
  fetch(options: {
    readonly remote: string;
    readonly signal: AbortSignal;
  }): Promise<readonly FetchedBranch[]>;
  /**
   * The commits that a push of the branch would publish and that no known branch of the remote has; paths from the
   * repository's top.
   */
  listOutgoing(options: {
    readonly remote: string;
    readonly branch: string;
  }): Promise<Additions & { readonly commits: readonly OutgoingCommit[] }>;
  push(options: {
    readonly remote: string;
    readonly branch: string;
    readonly force: boolean;
    /** Whose task it is. */
    readonly conversation: ConversationId;
    readonly signal: AbortSignal;
  }): Promise<void>;
}

/**
 * Git in one workspace, hardened: no hooks, no file-system monitor, no external diff or text conversion, no pager, a
 * clean environment. Names that begin with `-` are refused with Failure `invalid`; a failing git with `conflict` or
 * `unavailable` and git's own last line.
 */
export interface Git {
  /** False when the workspace has no repository; then every other method throws `not-found` with what to do. */
  isRepository(): Promise<boolean>;
  /** A problem that a person has to know about before a task begins here. Starts git only in unusual cases. */
  findTrouble(): Promise<GitTrouble | undefined>;
  /** @throws Failure `not-found` where there is no repository */
  status(): Promise<GitStatus>;
  /** Unified diff against HEAD (or between two commits), untracked files left out. */
  diff(options: {
    readonly paths?: readonly string[];
    readonly staged?: boolean;
    readonly from?: string;
    readonly to?: string;
  }): Promise<string>;
  /** The remote's default branch, else `main` or `master` if there is one. */
  defaultBranch(): Promise<string | undefined>;
  /** Creates the branch and checks it out. */
  createBranch(name: string): Promise<void>;
  /** Commits exactly these paths (created, changed or deleted), whatever else is staged stays staged. */
  commit(message: string, paths: readonly string[]): Promise<GitCommit>;
  /**
   * The lines that a commit of these paths would add, as `commit` would read them from the disk, and its tree. No
   * branch, file or index changes.
   */
  additions(paths: readonly string[]): Promise<Additions & { readonly tree: string }>;
  /** Only the tree of these additions. */
  treeWith(paths: readonly string[]): Promise<string>;
  /**
   * Folders of repositories inside the workspace, such as submodules, in which one of these files is uncommitted.
   */
  listUncommitted(paths: readonly string[]): Promise<readonly string[]>;
  /** The commit's data, or undefined when it does not exist. */
  show(
    revision: string,
  ): Promise<(GitCommit & { readonly parents: readonly string[]; readonly message: string }) | undefined>;
  readonly remotes: GitRemotes;
  readonly integration: GitIntegration;
  readonly stash: GitStash;
  readonly history: GitHistory;
}

export interface PullRequest {
  readonly url: string;
  readonly number: number;
  /** False when an open one with the same marker or branch was found, so none was created. */
  readonly created: boolean;
}

export interface GitHub {
  /** Finds an open pull request for `head` first, so that a repeated call makes no second one. */
  createPullRequest(request: {
    readonly title: string;
    readonly body: string;
    readonly head: string;
    readonly base: string;
    readonly draft: boolean;
    /** Hidden in the body; identifies the call that made it. */
    readonly marker: string;
    /** Whose task it is. */
    readonly conversation: ConversationId;
    readonly signal: AbortSignal;
  }): Promise<PullRequest>;
  /** Default branch of the configured repository. */
  defaultBranch(signal: AbortSignal): Promise<string>;
}
