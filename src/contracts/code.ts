/** What an entry of an outline is; `block` is a line with indented lines below it, of a file that no grammar reads. */
export type OutlineKind =
  | 'block'
  | 'class'
  | 'enum'
  | 'extension'
  | 'function'
  | 'heading'
  | 'impl'
  | 'interface'
  | 'macro'
  | 'method'
  | 'module'
  | 'namespace'
  | 'object'
  | 'property'
  | 'protocol'
  | 'record'
  | 'struct'
  | 'trait'
  | 'type'
  | 'union';

/** One declaration. Lines are 1-based; `end` is its last line, for a heading the last line of its section. */
export interface OutlineItem {
  readonly name: string;
  readonly kind: OutlineKind;
  readonly start: number;
  readonly end: number;
  /** How many other entries it stands in. */
  readonly depth: number;
}

/** In the order of the file. */
export interface Outline {
  /** `TypeScript`; undefined where no grammar read the file, and its indentation was used. */
  readonly language: string | undefined;
  readonly items: readonly OutlineItem[];
  /** Why no grammar read a file that has one. */
  readonly problem?: string | undefined;
}

/** A place that the grammar of its language does not understand. */
export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  /** `missing ";"`, `unexpected "x y"`. */
  readonly what: string;
}

/** Reads source code by its grammar. It never throws for what a file holds. */
export interface CodeReader {
  /**
   * Makes ready what reads a file of this name, which takes a while the first time; nothing depends on it. Not for a
   * change of one passage that nobody has to read.
   */
  begin(path: string, change?: { readonly search: string; readonly replace: string }): void;
  /** `path` tells the language, by its ending. */
  outline(path: string, text: string): Promise<Outline>;
  /**
   * Faults in `after` that `before` did not have, at most a handful, in the order of the file; none for a language
   * that is not known, and none when it takes too long.
   */
  newFaults(path: string, before: string | undefined, after: string): Promise<readonly SyntaxFault[]>;
}

/** A declaration that a project map names. */
export interface MapSymbol {
  readonly name: string;
  /** 1-based. */
  readonly start: number;
  /** Undefined where no grammar has read the file yet. */
  readonly end: number | undefined;
  /** Names of its methods, the first few. */
  readonly members: readonly string[];
}

export interface MapFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** In the order of the file. */
  readonly symbols: readonly MapSymbol[];
  /** Further ones that are not named. */
  readonly more: number;
}

/** Which source files of a project matter most. Names are as the repository has them. */
export interface ProjectMap {
  /** The most important one first. */
  readonly files: readonly MapFile[];
  /** Source files of the project, those of `files` included. */
  readonly total: number;
}

export interface ProjectMaps {
  /**
   * The map that was drawn last, as far as it still holds; nothing is waited for. It is drawn anew some time afterwards, for
   * the next session. Never throws for what a project holds.
   * @param workspace canonical path
   * @returns undefined for a project that has no map yet, or is too small to need one
   */
  known(workspace: string): ProjectMap | undefined;
  /** The map as the project is now; undefined for a project too small to need one. Takes seconds for a large one. */
  draw(workspace: string): Promise<ProjectMap | undefined>;
  /** Draws the map of the usual project, if no map was asked for yet; nothing depends on it. */
  warm(): void;
}

/** What a project map is drawn from, as the project itself sees it. */
export interface ProjectFiles {
  /** Throws Failure, `stopped` when the signal aborts. */
  look(workspace: string, signal: AbortSignal): Promise<ProjectListing>;
  /** True for what must not be read: secrets, `.git`, this program's own folders. */
  isClosed(workspace: string, path: string): boolean;
}

export interface ProjectListing {
  /** Relative to the workspace, without what ignore rules leave out; not all of them are regular files. */
  readonly paths: readonly string[];
  /** Paths that each of the last commits changed, the newest first; undefined when that could not be told in time. */
  readonly recent: readonly (readonly string[])[] | undefined;
}
