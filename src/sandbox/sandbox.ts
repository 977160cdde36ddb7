import type { Sandbox, SandboxState } from '../contracts/exec.ts';
import type { ProcessId } from '../core/ids.ts';
import { memoize } from '../core/remembered.ts';
import type { Environment } from '../processes/command-environment.ts';
import { type FoundSandbox, findSandbox, type SandboxPlaces } from './choice.ts';
import { createMemoryGroups } from './memory-groups.ts';
import { mountsFor, namedInside, protectionRules } from './mounts.ts';
import { marksOf } from './protected-changes.ts';
import { protectedNames } from './protected-paths.ts';
import { createProtectionWatch } from './protection-watch.ts';

const SWITCHED_OFF: SandboxState = { kind: 'off', problem: 'switched-off', detail: '' };

export interface SandboxParts extends SandboxPlaces {
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** Files and folders of this program that no command may see, wherever they are. */
  readonly hidden: readonly string[];
  /** Folders that are or hold projects; a command sees only its own project. Missing = none. */
  readonly projects?: readonly string[];
  /** True for a path inside a project whose change alters what other tools execute. */
  readonly isProtected: (relative: string) => boolean;
  /** Outside every workspace: records of protected files, and files that were moved aside. */
  readonly watchFolder: string;
  /** Memory limit of one command, where the system permits one. Missing = most of the memory. */
  readonly memoryBytes?: number;
}

/** For a person who uses none. */
export const noSandbox: Sandbox = {
  state: async () => SWITCHED_OFF,
  known: () => SWITCHED_OFF,
  wrap: async (argv) => argv,
  changes: () => [],
  forget: () => undefined,
};

/** Bubblewrap, another installed sandbox, or none. Nothing runs before the state is asked for. */
export function createSandbox(parts: SandboxParts): Sandbox {
  const { environment } = parts;
  // The names of the whole project are read before every command.
  const { hidden, projects } = parts;
  const rules = { hidden, projects, isProtected: memoize(parts.isProtected) };
  const watch = createProtectionWatch(parts.watchFolder, (workspace) =>
    protectionRules({ workspace, environment }, rules),
  );
  const memory = createMemoryGroups(parts.memoryBytes);
  const wrapped = new Set<ProcessId>();
  let finding: Promise<FoundSandbox> | undefined;
  let found: FoundSandbox | undefined;

  async function find(): Promise<FoundSandbox> {
    found = await findSandbox(parts);
    return found;
  }
  const chosen = (): Promise<FoundSandbox> => {
    finding ??= find();
    return finding;
  };

  return {
    state: async () => (await chosen()).state,
    known: () => found?.state,
    async wrap(argv, inside, id) {
      const { provider } = await chosen();
      if (provider === undefined) return argv;
      const { workspace } = inside;
      const names = protectedNames(workspace, protectionRules(inside, rules));
      watch.note(id, { workspace, marks: marksOf(workspace, names), opened: [...namedInside(inside)] });
      wrapped.add(id);
      return memory.wrap(await provider.wrap(argv, inside, mountsFor(inside, rules, names)), id);
    },
    changes(id) {
      if (wrapped.delete(id)) found?.provider?.release?.();
      memory.remove(id);
      return watch.changes(id);
    },
    forget: watch.forget,
  };
}
