import type { Confined } from '../contracts/exec.ts';
import type { Mount } from './mount.ts';

/** A program or package that runs commands in a sandbox. */
export interface SandboxProvider {
  readonly name: string;
  readonly version: string;
  /** The argv that runs `argv` in the sandbox. */
  wrap(argv: readonly string[], inside: Confined, mounts: readonly Mount[]): Promise<readonly string[]>;
  /** Call it once per `wrap`, when the command has ended: removes what was needed outside. */
  readonly release?: () => void;
}

/** Why the program or package cannot be used, in its own words. */
export interface NoProvider {
  readonly detail: string;
}
