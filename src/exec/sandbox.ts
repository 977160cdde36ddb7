import type { Sandbox, SandboxState } from '../contracts/exec.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { Environment } from './command-environment.ts';
import { findProgram } from './find-program.ts';
import { remembered } from './remember.ts';
import { mountsFor } from './sandbox-mounts.ts';
import { probeBubblewrap } from './sandbox-probe.ts';

const SWITCHED_OFF: SandboxState = { kind: 'off', problem: 'switched-off', detail: '' };

export interface SandboxParts {
  /** What commands get; see `commandEnvironment`. */
  readonly environment: Environment;
  /** Files and folders of this program that no command may see, wherever they are. */
  readonly hidden: readonly string[];
  /** True for a path inside a project whose change alters what other tools execute. */
  readonly isProtected: (relative: string) => boolean;
  /** Default: bubblewrap, where this system has it. */
  readonly program?: string | undefined;
}

/** For a person who does without. */
export const noSandbox: Sandbox = {
  state: async () => SWITCHED_OFF,
  known: () => SWITCHED_OFF,
  wrap: async (argv) => argv,
};

/** The distribution's own comes first: Ubuntu lets only that one make name spaces. */
const SYSTEM_FOLDERS = '/usr/bin:/bin';

/** A sandbox of bubblewrap, or none. Nothing runs before somebody asks for its state. */
export function createSandbox(parts: SandboxParts): Sandbox {
  const { environment } = parts;
  const program =
    'program' in parts ? parts.program : findProgram('bwrap', `${SYSTEM_FOLDERS}:${environment.PATH ?? ''}`);
  // The names of the whole project are looked at before every command.
  const rules = { hidden: parts.hidden, isProtected: remembered(parts.isProtected) };
  let probing: Promise<SandboxState> | undefined;
  let known: SandboxState | undefined;

  async function probe(): Promise<SandboxState> {
    known =
      process.platform === 'linux'
        ? await probeBubblewrap({ program, environment })
        : { kind: 'off', problem: 'unsupported', detail: process.platform };
    return known;
  }
  const state = (): Promise<SandboxState> => {
    probing ??= probe();
    return probing;
  };

  return {
    state,
    known: () => known,
    async wrap(argv, inside) {
      if (program === undefined || (await state()).kind === 'off') return argv;
      const mounts = mountsFor(inside, rules);
      return [program, ...bubblewrapArguments(mounts, inside), ...argv];
    },
  };
}
