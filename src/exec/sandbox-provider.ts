import type { Confined } from '../contracts/exec.ts';
import type { Mount } from './mount.ts';

/** One way to hold commands. */
export interface SandboxProvider {
  readonly name: string;
  readonly version: string;
  /** The argv to start in place of this one. */
  wrap(argv: readonly string[], inside: Confined, mounts: readonly Mount[]): Promise<readonly string[]>;
  /** To be called once per `wrap`, when the command has ended: takes away what was needed outside. */
  readonly release?: () => void;
}

/** Why a way cannot be gone, in its own words. */
export interface NoProvider {
  readonly detail: string;
}
