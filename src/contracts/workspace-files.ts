import type { TextEncoding } from '../core/text-encoding.ts';

/** Target of a path, after symlinks. */
export interface ResolvedPath {
  /** Canonical absolute path. */
  readonly real: string;
  /** Relative to the workspace root, with `/`. */
  readonly relative: string;
  readonly exists: boolean;
}

/** Confines paths to one workspace. */
export interface PathGuard {
  readonly root: string;
  /**
   * Throws Failure `denied` for a path outside the workspace (symlinks followed), in `.git`, or on the secret list;
   * `invalid` for NUL, an empty path or one that is too long. Linked folders of a worktree count as inside, except
   * for writing.
   */
  resolve(path: string, purpose: 'read' | 'write'): Promise<ResolvedPath>;
  /** True for files that change what other tools execute (hooks, CI, package scripts): always asked. */
  isProtected(relative: string): boolean;
  /** True for a file on the secret list: left out of listings' contents and of searches. */
  isSecret(relative: string): boolean;
}

export interface TextFile {
  readonly path: ResolvedPath;
  readonly text: string;
  /** The file's encoding, which is kept. */
  readonly encoding: TextEncoding;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  /** Size on the disk, in its own encoding. */
  readonly bytes: number;
}

/** Text with the encoding to write it in. */
export type FileContent = Pick<TextFile, 'text' | 'encoding'>;

/** Files of one workspace. Every path goes through its guard. */
export interface WorkspaceFiles {
  readonly root: string;
  /** Throws `not-found`, `denied`, `invalid` (binary, unknown encoding, larger than 5 MB). */
  readText(path: string): Promise<TextFile>;
  /** The bytes as they are, up to `most`. Throws `not-found`, `denied`, `invalid` (no regular file, larger). */
  readBytes(path: string, most: number): Promise<{ readonly path: ResolvedPath; readonly bytes: Uint8Array }>;
  /** Hash of a file's bytes, or undefined when it does not exist. */
  hashOf(path: string): Promise<string | undefined>;
  /**
   * Writes a temporary file and renames it; keeps the mode, creates folders. `expectedHash` (undefined = must not
   * exist) is checked last.
   */
  writeText(path: string, content: FileContent, expectedHash: string | undefined): Promise<TextFile>;
  /**
   * Renames a file and creates the folders of its new path, where nothing may be yet. `expectedHash` is checked last.
   */
  move(path: string, to: string, expectedHash: string): Promise<void>;
  /** Deletes a file with this very content. */
  remove(path: string, expectedHash: string): Promise<void>;
  /** Paths relative to the root, sorted, ignore rules respected, `.git` and secrets left out. */
  list(query: ListQuery): Promise<{ readonly paths: readonly string[]; readonly leftOut: number }>;
  search(query: SearchQuery): Promise<SearchResult>;
}

export interface ListQuery {
  /** Folder, relative to the root; default the root. */
  readonly under?: string;
  /** Glob on the relative path such as `src/**\/*.ts`. */
  readonly glob?: string;
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface SearchQuery {
  readonly pattern: string;
  readonly isRegex: boolean;
  readonly caseSensitive: boolean;
  readonly under?: string;
  readonly glob?: string;
  /** How many matches are returned. */
  readonly limit: number;
  readonly signal: AbortSignal;
}

export interface SearchMatch {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** Number of matches beyond the limit. */
  readonly leftOut: number;
  /** True when the time limit ended the search. */
  readonly incomplete: boolean;
}
