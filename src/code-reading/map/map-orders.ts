import type { FoundFile } from './known-files.ts';
import type { StoredFile } from './map-store.ts';

/** Request to the process that draws one map. */
export interface MapOrder {
  /** Canonical path of the project. */
  readonly root: string;
  /** Files that may be read. */
  readonly files: readonly FoundFile[];
  /** See `ProjectListing`. */
  readonly recent: readonly (readonly string[])[];
  /** Where what was read is kept; undefined = nowhere. */
  readonly indexFile: string | undefined;
  /** How many of the first files are named. */
  readonly most: number;
  /** The files of the last map: a file in the same state is not read by a grammar again. */
  readonly before: readonly StoredFile[];
}

export type MapAnswer =
  | { readonly kind: 'drawn'; readonly files: readonly StoredFile[] }
  | { readonly kind: 'broken'; readonly why: string };
