import type { PathGuard, SearchMatch, SearchQuery } from '../../contracts/exec.ts';

/** One search after its pattern was checked; both engines take it. */
export interface SearchJob {
  readonly guard: PathGuard;
  readonly query: SearchQuery;
  readonly expression: RegExp;
  /** Files to search, sorted. */
  readonly files: readonly string[];
  /** Canonical path of one of them. */
  readonly realOf: (path: string) => string;
  /** Aborts at the time limit as well. */
  readonly signal: AbortSignal;
  /** Receives matches in order of path and line. */
  readonly found: (match: SearchMatch) => void;
}
