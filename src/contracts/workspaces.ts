import type { ConversationId } from '../core/ids.ts';
import type { Locale } from '../core/texts/texts.ts';

/** A project that people can choose: PROJECT_ROOT, or a folder right below PROJECTS_ROOT. None is inside another. */
export interface Workspace {
  /** Its name for people and the model: the name of its folder. */
  readonly name: string;
  /** Canonical path. */
  readonly path: string;
}

/**
 * The projects that can be worked on, read from the disk. Decided by real paths: a link out of PROJECTS_ROOT is not a
 * workspace, and neither are the program's own folders. Never throws for the disk's contents.
 */
export interface Workspaces {
  /** Canonical path of PROJECT_ROOT: the workspace of conversations without a choice. */
  readonly usual: string;
  /** Canonical path of PROJECTS_ROOT; undefined when there is nothing to choose from. */
  readonly root: string | undefined;
  /** The default one first, then by name. */
  list(): WorkspaceList;
  /** By its typed name: exactly, else ignoring case if only one matches. */
  findByName(name: string): Workspace | undefined;
  /** True when a task may begin at this path: it is still a workspace, by its own name and not a link. */
  isWorkspace(path: string): boolean;
  /** True when the folder that a task began in exists and is no link, be it a workspace or not. */
  isRealFolder(path: string): boolean;
  /** An overview of the project; starts git. */
  inspect(path: string): Promise<WorkspaceFacts>;
  /** Why a new project of this name cannot be made; undefined when it can. */
  findObstacle(name: string): NameObstacle | undefined;
  /**
   * Makes a project: a clone, or an empty repository. Nothing of the repository is run. Until it is complete it has a
   * hidden name, which is removed on failure. Safe to repeat with the same token.
   * @throws Failure `unavailable` (git's own words), `conflict` (it exists by now), `invalid` (too large), `timeout`,
   *    `stopped`, `not-found` (PROJECTS_ROOT is missing)
   */
  make(request: MakeRequest): Promise<void>;
  /** Removes folders with such names from before then; returns how many. */
  removeHalfMade(beforeMs: number): Promise<number>;
}

/** `taken`: by anything of this name in PROJECTS_ROOT, in any case, or by PROJECT_ROOT. */
export type NameObstacle = 'no-root' | 'bad-name' | 'taken';

export interface MakeRequest {
  /** When undefined, an empty repository is made. */
  readonly url: string | undefined;
  readonly name: string;
  /** Identifies this request, also once the project exists; letters and digits. */
  readonly token: string;
  readonly signal: AbortSignal;
  /** Progress in git's own words. */
  onProgress(text: string): void;
}

export interface WorkspaceList {
  readonly found: readonly Workspace[];
  /**
   * Folders below PROJECTS_ROOT that cannot be chosen: because of their name, or because another one has the same.
   */
  readonly leftOut: number;
}

export interface WorkspaceFacts {
  /** Undefined when there is no repository; a sentence, in the language of its reader, when git cannot read it. */
  readonly repository: RepositoryFacts | ((locale: Locale) => string) | undefined;
  /** Guessed from the files at its top. */
  readonly languages: readonly string[];
  readonly testCommand: string | undefined;
}

export interface RepositoryFacts {
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  /** The remote's, else `main` or `master`; undefined when there is none of these. */
  readonly defaultBranch: string | undefined;
  /** Number of files with uncommitted changes. */
  readonly changed: number;
  /** Undefined before the first commit. */
  readonly lastCommit: { readonly hash: string; readonly subject: string } | undefined;
}

/** The workspace of a conversation's new sessions, if it is not the default one. */
export interface ChosenWorkspaceStore {
  /** Canonical path; it may be missing. */
  find(conversation: ConversationId): string | undefined;
  choose(conversation: ConversationId, path: string, atMs: number): void;
  /** Returns to the default workspace. */
  forget(conversation: ConversationId): void;
}

export interface WorkspaceRights {
  /** Projects that a person may know and work in; undefined = all of them. */
  readonly names: readonly string[] | undefined;
  /** True when they may choose their chat's project. */
  readonly mayChoose: boolean;
}
