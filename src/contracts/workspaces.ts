import type { ConversationId, InstanceId } from '../base/ids.ts';
import type { Locale } from '../base/texts/texts.ts';

/** A project that people can choose: PROJECT_ROOT, or a folder right below PROJECTS_ROOT. None lies in another. */
export interface Workspace {
  /** What people and the model call it: the name of its folder. */
  readonly name: string;
  /** Canonical path. */
  readonly path: string;
}

/**
 * What can be worked on, as the disk is now. Decided on real paths: a link that leads out of PROJECTS_ROOT is no
 * workspace, and neither are the program's own folders. Never throws for what is on the disk.
 */
export interface Workspaces {
  /** Canonical path of PROJECT_ROOT: where a conversation works that has chosen nothing. */
  readonly usual: string;
  /** Canonical path of PROJECTS_ROOT; undefined: there is nothing to choose from. */
  readonly root: string | undefined;
  /** The usual one first, then by name. */
  list(): WorkspaceList;
  /** By its name, as typed: exactly, else without regard to capitals where that fits one alone. */
  named(name: string): Workspace | undefined;
  /** Whether a task may begin at this path: that is still a workspace, by its own name and no link. */
  stands(path: string): boolean;
  /** Whether the folder that a task began in is there and no link by now, be it a workspace or not. */
  isSame(path: string): boolean;
  /** What is there to see at a glance; starts git. */
  look(path: string): Promise<WorkspaceFacts>;
  /** What keeps a new project of this name from being made; undefined: nothing. */
  obstacle(name: string): Obstacle | undefined;
  /**
   * Makes a project: a clone, or an empty repository. Nothing of the repository is run. Until it is whole it lies under
   * a hidden name, which goes when it fails. Safe to repeat with the same token.
   * @throws Failure `unavailable` (git's own words), `conflict` (there is one by now), `invalid` (too large), `timeout`,
   *   `stopped`, `not-found` (PROJECTS_ROOT is gone)
   */
  make(request: MakeRequest): Promise<void>;
  /** Takes away what lies under such names since before then; returns how many went. */
  removeHalfMade(beforeMs: number): Promise<number>;
}

/** `taken`: by anything of this name in PROJECTS_ROOT, whatever its capitals, or by PROJECT_ROOT. */
export type Obstacle = 'no-root' | 'bad-name' | 'taken';

export interface MakeRequest {
  /** Undefined: an empty repository. */
  readonly url: string | undefined;
  readonly name: string;
  /** Tells this wish from others, also once the project is there; letters and digits. */
  readonly token: string;
  readonly signal: AbortSignal;
  /** How far it is, in git's own words. */
  onProgress(text: string): void;
}

/** A project that somebody wants: stored first, made by whichever program finds it. */
export interface NewWorkspace {
  readonly seq: number;
  readonly conversation: ConversationId;
  readonly locale: Locale;
  readonly requester: string;
  readonly url: string | undefined;
  readonly name: string;
  readonly token: string;
  /** Id of the message that tells how it goes on. */
  readonly messageId: string;
  readonly state: 'wanted' | 'done' | 'failed' | 'cancelled';
}

export interface NewWorkspaceStore {
  /** Returns its number. */
  add(
    wish: Omit<NewWorkspace, 'seq' | 'state'> & { readonly instance: InstanceId; readonly atMs: number },
  ): number;
  get(seq: number): NewWorkspace | undefined;
  /** False when it had ended before. */
  end(seq: number, state: 'done' | 'failed' | 'cancelled'): boolean;
  /** Wanted ones of this program. */
  unfinished(instance: InstanceId): readonly NewWorkspace[];
  /** Wanted ones of this conversation, oldest first. */
  open(conversation: ConversationId): readonly NewWorkspace[];
}

export interface WorkspaceList {
  readonly found: readonly Workspace[];
  /** Folders below PROJECTS_ROOT that cannot be chosen: by their name, or because their name means another one. */
  readonly leftOut: number;
}

export interface WorkspaceFacts {
  /** Undefined: there is no repository; a sentence when git cannot tell. */
  readonly repository: RepositoryFacts | string | undefined;
  /** As the files at its top say. */
  readonly languages: readonly string[];
  readonly testCommand: string | undefined;
}

export interface RepositoryFacts {
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  /** Files with changes that are not committed. */
  readonly changed: number;
  /** Undefined before the first commit. */
  readonly lastCommit: { readonly hash: string; readonly subject: string } | undefined;
}

/** Where new sessions of a conversation work, if not in the usual workspace. */
export interface ChosenWorkspaceStore {
  /** Canonical path; it may be gone. */
  of(conversation: ConversationId): string | undefined;
  choose(conversation: ConversationId, path: string, atMs: number): void;
  /** Back to the usual one. */
  forget(conversation: ConversationId): void;
}

export interface WorkspaceRights {
  /** Projects that somebody may know and work in; undefined = all of them. */
  readonly names: readonly string[] | undefined;
  /** Whether they decide where their chat works. */
  readonly mayChoose: boolean;
}

/** The projects as the person of a session may know them. */
export interface WorkspaceBoard {
  /** Canonical path of the one that this session works on, to its end. */
  readonly own: string;
  readonly mayChoose: boolean;
  /** False where others read along: then only names are told. */
  readonly showsPaths: boolean;
  /** Canonical path of the one that the next session of this conversation works on. */
  next(): string;
  list(): readonly Workspace[];
  named(name: string): Workspace | undefined;
  look(path: string): Promise<WorkspaceFacts>;
  /** Files of the owner that a task beginning there would be told of. */
  ownerFiles(path: string): readonly string[];
  /** For the next session; stored together with the results of the call. */
  choose(path: string): void;
}

export interface WorkspaceStores {
  readonly chosenWorkspaces: ChosenWorkspaceStore;
  readonly newWorkspaces: NewWorkspaceStore;
}
