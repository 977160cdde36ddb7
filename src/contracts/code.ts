/** Kind of an outline entry; `block` is a line with indented lines below it, in a file without a grammar. */
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
  /** How many other entries contain it. */
  readonly depth: number;
}

/** In the order of the file. */
export interface Outline {
  /** `TypeScript`; undefined when no grammar read the file, and its indentation was used. */
  readonly language: string | undefined;
  readonly items: readonly OutlineItem[];
  /** Why no grammar read a file that has one. */
  readonly problem?: string | undefined;
}

/** A place that the language's grammar cannot parse. */
export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  /** `missing ";"`, `unexpected "x y"`. */
  readonly what: string;
}

/** Parses source code by its grammar. Never throws for a file's contents. */
export interface CodeReader {
  /**
   * Prepares the parser for a file of this name, which takes a while the first time; nothing depends on it. Does
   * nothing for a change that needs no parsing.
   */
  prepare(path: string, change?: { readonly search: string; readonly replace: string }): void;
  /** `path` shows the language, by its ending. */
  outline(path: string, text: string): Promise<Outline>;
  /**
   * Faults in `after` that `before` did not have, at most a handful, in the order of the file; none for an unknown
   * language, and none when it takes too long.
   */
  newFaults(path: string, before: string | undefined, after: string): Promise<readonly SyntaxFault[]>;
}

/** A declaration that a project map names. */
export interface MapSymbol {
  readonly name: string;
  /** 1-based. */
  readonly start: number;
  /** Undefined until a grammar has read the file. */
  readonly end: number | undefined;
  /** Names of its first few methods. */
  readonly members: readonly string[];
}

export interface MapFile {
  /** Relative to the workspace, with `/`. */
  readonly path: string;
  /** In the order of the file. */
  readonly symbols: readonly MapSymbol[];
  /** Number of further ones that are not named. */
  readonly more: number;
}

/** The most important source files of a project. Names are as in the repository. */
export interface ProjectMap {
  /** The most important one first. */
  readonly files: readonly MapFile[];
  /** Number of source files in the project, including `files`. */
  readonly total: number;
}

export interface ProjectMaps {
  /**
   * The map that was drawn last, as far as it is still valid; never waits. It is drawn anew some time afterwards, for
   * the next session. Never throws for a project's contents.
   * @param workspace canonical path
   * @returns undefined for a project without a map yet, or one that is too small to need one
   */
  lastDrawn(workspace: string): ProjectMap | undefined;
  /**
   * The map of the project's present state; undefined for a project too small to need one. Takes seconds for a large
   * one.
   */
  draw(workspace: string): Promise<ProjectMap | undefined>;
  /** Draws the map of the default project, if no map was requested yet; nothing depends on it. */
  warm(): void;
}

/** Lists the project's files for a map. */
export interface ProjectFiles {
  /** Throws Failure, `stopped` when the signal aborts. */
  list(workspace: string, signal: AbortSignal): Promise<ProjectListing>;
  /** True for files that must not be read: secrets, `.git`, this program's own folders. */
  isClosed(workspace: string, path: string): boolean;
}

export interface ProjectListing {
  /** Relative to the workspace, without ignored files; not all of them are regular files. */
  readonly paths: readonly string[];
  /** Paths that each of the last commits changed, the newest first; undefined when git did not list them in time. */
  readonly recent: readonly (readonly string[])[] | undefined;
}

/** An edit that was just made. Hashes are SHA-256 of the bytes. */
export interface AppliedEdit {
  /** Relative to the project, with `/`. */
  readonly path: string;
  /** Undefined when the edit created the file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly text: string;
  /** From the file before the edit to the one after it, as `unifiedDiff` writes it. */
  readonly diff: string;
}

/** What the formatter, linter and type checker of a project say about an edit, for one session in one folder. */
export interface ProjectChecks {
  /**
   * Runs those that the project configures and has installed, confined and only without a question. Findings that were
   * there before the edit are left out. Empty when there is nothing to say. Never rejects.
   */
  afterEdit(edit: AppliedEdit, signal: AbortSignal): Promise<string>;
}
