import type { Sandbox, SandboxState } from '../contracts/exec.ts';
import type { ProcessId } from '../core/ids.ts';
import { memoize, once } from '../core/memoize.ts';
import type { Environment } from '../processes/command-environment.ts';
import { findProgram } from '../processes/find-program.ts';
import { bubblewrapOptions, createBubblewrap } from './bubblewrap.ts';
import { createMemoryGroups } from './memory-groups.ts';
import { mountsFor, openedNames, protectionRules } from './mounts.ts';
import { bubblewrapVersion, probeSandbox } from './probe.ts';
import { protectedNames } from './protected-paths.ts';
import { createProtectionWatch, marksOf } from './protection-watch.ts';
import type { SandboxProvider } from './provider.ts';
import { findSandboxRuntime, type RuntimePlaces } from './sandbox-runtime.ts';

const SWITCHED_OFF: SandboxState = { kind: 'off', problem: 'switched-off', detail: '' };

interface SandboxParts extends SandboxPlaces {
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** Files and folders of this program that no command may see, wherever they are. */
  readonly hidden: readonly string[];
  /** Folders that are or hold projects; a command sees only its own project. Missing = none. */
  readonly projects?: readonly string[];
  /** Folders inside hidden ones; see `MountRules`. Missing = none. */
  readonly shelves?: readonly string[];
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
  knownState: () => SWITCHED_OFF,
  wrap: async (argv) => argv,
  changes: () => [],
  forget: () => undefined,
};

/** Bubblewrap, another installed sandbox, or none. Nothing runs before the state is asked for. */
export function createSandbox(parts: SandboxParts): Sandbox {
  const { environment } = parts;
  // The names of the whole project are read before every command.
  const { hidden, projects, shelves } = parts;
  const rules = { hidden, projects, shelves, isProtected: memoize(parts.isProtected) };
  const watch = createProtectionWatch(parts.watchFolder, (workspace) =>
    protectionRules({ workspace, environment }, rules),
  );
  const memory = createMemoryGroups(parts.memoryBytes);
  const wrapped = new Set<ProcessId>();
  let found: FoundSandbox | undefined;
  const chosen = once(async () => {
    found = await findSandbox(parts);
    return found;
  });

  return {
    state: async () => (await chosen()).state,
    knownState: () => found?.state,
    async wrap(argv, inside, id) {
      const { provider } = await chosen();
      if (provider === undefined) return argv;
      const { workspace } = inside;
      const names = protectedNames(workspace, protectionRules(inside, rules));
      watch.note(id, { workspace, marks: marksOf(workspace, names), opened: [...openedNames(inside)] });
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

interface SandboxPlaces {
  readonly environment: Environment;
  /** Path of bubblewrap. Default: the system's own. */
  readonly program?: string | undefined;
  /** Where the second choice may be installed. Missing: it is not searched for. */
  readonly runtime?: RuntimePlaces;
}

interface FoundSandbox {
  readonly state: SandboxState;
  /** Undefined when none works. */
  readonly provider: SandboxProvider | undefined;
}

/** The distribution's own comes first: Ubuntu permits namespaces only for that one. */
const SYSTEM_FOLDERS = '/usr/bin:/bin';

/**
 * Bubblewrap, else Anthropic's package if it is installed, else none: the first that passes the probe. Never throws.
 */
export async function findSandbox(places: SandboxPlaces): Promise<FoundSandbox> {
  const first = process.platform === 'linux' ? await tryBubblewrap(places) : unsupportedPlatform();
  if (first.provider !== undefined) return first;
  const second = await tryRuntime(places);
  if (second === undefined) return first;
  if (second.provider !== undefined) return second;
  return { state: combineStates(first.state, second.state), provider: undefined };
}

async function tryBubblewrap(places: SandboxPlaces): Promise<FoundSandbox> {
  const { environment } = places;
  const program =
    'program' in places
      ? places.program
      : findProgram('bwrap', `${SYSTEM_FOLDERS}:${environment.PATH ?? ''}`);
  if (program === undefined) return sandboxOff('missing', '');
  const installed = await bubblewrapVersion(program, environment);
  if ('detail' in installed) return sandboxOff('broken', installed.detail);
  let found: FoundSandbox | undefined;
  for (const options of bubblewrapOptions(installed.version)) {
    found = await trySandbox(createBubblewrap(program, installed.version, options), environment);
    if (found.provider !== undefined) break;
  }
  return found ?? sandboxOff('broken', '');
}

async function tryRuntime({ environment, runtime }: SandboxPlaces): Promise<FoundSandbox | undefined> {
  const found = runtime && findSandboxRuntime(runtime);
  if (found === undefined) return undefined;
  return 'detail' in found ? sandboxOff('broken', found.detail) : trySandbox(found, environment);
}

async function trySandbox(provider: SandboxProvider, environment: Environment): Promise<FoundSandbox> {
  const state = await probeSandbox(provider, environment);
  return { state, provider: state.kind === 'on' ? provider : undefined };
}

function unsupportedPlatform(): FoundSandbox {
  return sandboxOff('unsupported', process.platform);
}

function sandboxOff(
  problem: Extract<SandboxState, { kind: 'off' }>['problem'],
  detail: string,
): FoundSandbox {
  return { state: { kind: 'off', problem, detail }, provider: undefined };
}

/** The problem of the first one is the one to fix. */
function combineStates(first: SandboxState, second: SandboxState): SandboxState {
  if (first.kind === 'on' || second.kind === 'on') return first;
  return { ...first, detail: [first.detail, second.detail].filter((detail) => detail !== '').join('; ') };
}
