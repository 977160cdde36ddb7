import type { SandboxOptions } from '../contracts/exec.ts';

/** A program or package that runs commands in a sandbox. */
export interface SandboxProvider {
  readonly name: string;
  readonly version: string;
  /** The argv that runs `argv` in the sandbox. */
  wrap(argv: readonly string[], inside: SandboxOptions, mounts: readonly Mount[]): Promise<readonly string[]>;
  /** Call it once per `wrap`, when the command has ended: removes what was needed outside. */
  readonly release?: () => void;
}

/** Why the program or package cannot be used, in its own words. */
export interface ProviderProblem {
  readonly detail: string;
}

/** One change to the file system as the command sees it; a later one covers an earlier one. */
export type Mount =
  /** An empty folder that is removed with the command. */
  | { readonly kind: 'empty'; readonly path: string }
  /** As outside; left out when it does not exist. */
  | { readonly kind: 'readable' | 'writable'; readonly path: string }
  /**
   * Like `readable`, for a folder that others may exchange for a link: the command starts only with this very one.
   */
  | { readonly kind: 'known'; readonly path: string; readonly identity: string }
  /** An empty folder that was mounted before, made read-only. */
  | { readonly kind: 'closed'; readonly path: string }
  /** A file that reads as empty. */
  | { readonly kind: 'blank'; readonly path: string };
