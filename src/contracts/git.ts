/** One changed path of `git status`. */
export interface GitChange {
  readonly path: string;
  /** Two-letter code of `git status --porcelain`. */
  readonly code: string;
}

export interface GitStatus {
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  /** Undefined before the first commit. */
  readonly head: string | undefined;
  readonly upstream: string | undefined;
  readonly ahead: number;
  readonly behind: number;
  readonly changes: readonly GitChange[];
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
  readonly kind: 'noProgram' | 'otherOwner' | 'locked' | 'detached' | 'unborn';
  /** The command that fixes it. */
  readonly mending: string;
}

/**
 * Git in one workspace, hardened: no hooks, no file-system monitor, no external diff or text conversion, no pager, a
 * clean environment. Names that begin with `-` are refused with Failure `invalid`; a failing git with `conflict` or
 * `unavailable` and git's own last line.
 */
export interface Git {
  /** False when the workspace has no repository; then every other method throws `not-found` with what to do. */
  isRepository(): Promise<boolean>;
  /** A problem that a person has to know of before a task begins here. Starts git only in unusual cases. */
  trouble(): Promise<GitTrouble | undefined>;
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
  uncommittedInside(paths: readonly string[]): Promise<readonly string[]>;
  /**
   * What a push of the branch would publish that no known branch of the remote has; paths from the repository's top.
   */
  outgoing(options: {
    readonly remote: string;
    readonly branch: string;
  }): Promise<Additions & { readonly commits: readonly OutgoingCommit[] }>;
  /** The commit's data, or undefined when it does not exist. */
  show(
    revision: string,
  ): Promise<(GitCommit & { readonly parents: readonly string[]; readonly message: string }) | undefined>;
  push(options: {
    readonly remote: string;
    readonly branch: string;
    readonly force: boolean;
    readonly signal: AbortSignal;
  }): Promise<void>;
  /** Remote url without credentials, or undefined. */
  remoteUrl(remote: string): Promise<string | undefined>;
  /** Hash of a branch on the remote (network), or undefined. */
  remoteHead(remote: string, branch: string, signal: AbortSignal): Promise<string | undefined>;
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
    readonly signal: AbortSignal;
  }): Promise<PullRequest>;
  /** Default branch of the configured repository. */
  defaultBranch(signal: AbortSignal): Promise<string>;
}
