import type { Declaration } from './declarations.ts';
import type { FoundFile } from './known-files.ts';

/** What is asked of the thread that draws maps, once. */
export interface MapOrder {
  /** Canonical path of the project. */
  readonly root: string;
  /** Those that may be read. */
  readonly files: readonly FoundFile[];
  /** See `ProjectListing`. */
  readonly recent: readonly (readonly string[])[];
  /** Where what was read is kept; undefined = nowhere. */
  readonly indexFile: string | undefined;
  /** How many of the first files are told of. */
  readonly most: number;
  /** A first answer is given then, if not everything has been read. In milliseconds since 1970. */
  readonly answerByMs: number;
}

export type MapAnswer =
  | {
      readonly kind: 'ranked';
      /** False: a better one follows. */
      readonly isComplete: boolean;
      readonly files: readonly TopFile[];
    }
  /** The last thing: what was read is on disk, if it is to be kept. */
  | { readonly kind: 'done' }
  | { readonly kind: 'broken'; readonly why: string };

/** One of the first files of the ranking. */
export interface TopFile {
  readonly path: string;
  readonly state: string;
  readonly declared: readonly Declaration[];
  readonly values: readonly number[];
  /** For a grammar to read. */
  readonly text: string;
}
