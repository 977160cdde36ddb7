import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { Sandbox, SandboxState } from '../contracts/exec.ts';
import type { ProcessId } from '../core/ids.ts';
import { memoize, once } from '../core/memoize.ts';
import { unlessRefused } from '../files/look-at-path.ts';
import { type Environment, findProgram } from '../processes/command-environment.ts';
import { bubblewrapOptions, createBubblewrap } from './bubblewrap.ts';
import { mountsFor, openedNames, protectionRules } from './mounts.ts';
import { bubblewrapVersion, probeSandbox } from './probe.ts';
import { protectedNames } from './protected-paths.ts';
import { createProtectionWatch, marksOf } from './protection-watch.ts';
import type { SandboxProvider } from './provider.ts';
import { findSandboxRuntime, type RuntimeSearchOptions } from './sandbox-runtime.ts';

const SWITCHED_OFF: SandboxState = { kind: 'off', problem: 'switched-off', detail: '' };

interface SandboxParts extends SandboxSearchOptions {
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** Files and folders of this program that no command may see, wherever they are. */
  readonly hidden: readonly string[];
  /** Folders that are or hold projects; a command sees only its own project. Missing = none. */
  readonly projects?: readonly string[];
  /** Folders inside hidden ones; see `MountRules`. Missing = none. */
  readonly skillFolders?: readonly string[];
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
  const { hidden, projects, skillFolders } = parts;
  const rules = { hidden, projects, skillFolders, isProtected: memoize(parts.isProtected) };
  const watch = createProtectionWatch(parts.watchFolder, (workspace) =>
    protectionRules({ workspace, environment }, rules),
  );
  const memory = createMemoryGroups(parts.memoryBytes);
  const wrapped = new Set<ProcessId>();
  let found: SandboxSearchResult | undefined;
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

interface SandboxSearchOptions {
  readonly environment: Environment;
  /** Path of bubblewrap. Default: the system's own. */
  readonly program?: string | undefined;
  /** Where the second choice may be installed. Missing: it is not searched for. */
  readonly runtime?: RuntimeSearchOptions;
}

interface SandboxSearchResult {
  readonly state: SandboxState;
  /** Undefined when none works. */
  readonly provider: SandboxProvider | undefined;
}

/** The distribution's own comes first: Ubuntu permits namespaces only for that one. */
const SYSTEM_FOLDERS = '/usr/bin:/bin';

/**
 * Bubblewrap, else Anthropic's package if it is installed, else none: the first that passes the probe. Never throws.
 */
export async function findSandbox(places: SandboxSearchOptions): Promise<SandboxSearchResult> {
  const first = process.platform === 'linux' ? await tryBubblewrap(places) : unsupportedPlatform();
  if (first.provider !== undefined) return first;
  const second = await tryRuntime(places);
  if (second === undefined) return first;
  if (second.provider !== undefined) return second;
  return { state: combineStates(first.state, second.state), provider: undefined };
}

async function tryBubblewrap(places: SandboxSearchOptions): Promise<SandboxSearchResult> {
  const { environment } = places;
  const program =
    'program' in places
      ? places.program
      : findProgram('bwrap', `${SYSTEM_FOLDERS}:${environment.PATH ?? ''}`);
  if (program === undefined) return sandboxOff('missing', '');
  const installed = await bubblewrapVersion(program, environment);
  if ('detail' in installed) return sandboxOff('broken', installed.detail);
  let found: SandboxSearchResult | undefined;
  for (const options of bubblewrapOptions(installed.version)) {
    found = await trySandbox(createBubblewrap(program, installed.version, options), environment);
    if (found.provider !== undefined) break;
  }
  return found ?? sandboxOff('broken', '');
}

async function tryRuntime({
  environment,
  runtime,
}: SandboxSearchOptions): Promise<SandboxSearchResult | undefined> {
  const found = runtime && findSandboxRuntime(runtime);
  if (found === undefined) return undefined;
  return 'detail' in found ? sandboxOff('broken', found.detail) : trySandbox(found, environment);
}

async function trySandbox(provider: SandboxProvider, environment: Environment): Promise<SandboxSearchResult> {
  const state = await probeSandbox(provider, environment);
  return { state, provider: state.kind === 'on' ? provider : undefined };
}

function unsupportedPlatform(): SandboxSearchResult {
  return sandboxOff('unsupported', process.platform);
}

function sandboxOff(
  problem: Extract<SandboxState, { kind: 'off' }>['problem'],
  detail: string,
): SandboxSearchResult {
  return { state: { kind: 'off', problem, detail }, provider: undefined };
}

/** The problem of the first one is the one to fix. */
function combineStates(first: SandboxState, second: SandboxState): SandboxState {
  if (first.kind === 'on' || second.kind === 'on') return first;
  return { ...first, detail: [first.detail, second.detail].filter((detail) => detail !== '').join('; ') };
}

/** Share of the memory of this machine or container: the rest is for this program and other work. */
const MEMORY_SHARE = 0.75;

const PREFIX = 'wasap-';

const REMOVAL_TRIES = 20;
const REMOVAL_PAUSE_MS = 50;

/** Gives each command a control group of its own with a memory limit, where the system permits it. */
interface MemoryGroups {
  /** The argv that runs `argv` in a group of its own; the same argv where none can be made. */
  wrap(argv: readonly string[], id: ProcessId): readonly string[];
  /** Call it when the command has ended. */
  remove(id: ProcessId): void;
}

interface GroupParent {
  readonly folder: string;
  readonly limitFile: string;
}

/** @param bytes limit of one command and all that it starts; default: most of the available memory */
export function createMemoryGroups(bytes: number = availableBytes()): MemoryGroups {
  let found: { readonly place: GroupParent | undefined } | undefined;
  const placeOf = (): GroupParent | undefined => {
    found ??= { place: placesOfThisProcess().find(canHoldGroups) };
    return found.place;
  };
  return {
    wrap(argv, id) {
      const place = placeOf();
      const group = place && makeGroup(place, id, bytes);
      // A command that cannot join runs without: the limit is one of several.
      return group === undefined
        ? argv
        : ['/bin/sh', '-c', JOINS, 'join', join(group, 'cgroup.procs'), ...argv];
    },
    remove(id) {
      const place = placeOf();
      if (place !== undefined) removeSoon(join(place.folder, PREFIX + id), REMOVAL_TRIES);
    },
  };
}

const JOINS = '{ echo $$ >"$1"; } 2>/dev/null; shift; exec "$@"';

function availableBytes(): number {
  const constrained = process.constrainedMemory();
  const all = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  return Math.floor(all * MEMORY_SHARE);
}

/**
 * Candidates for the parent group, best first: the group of this process, and the one beside it, because control
 * groups of version 2 allow no limits below a group with processes.
 */
function placesOfThisProcess(): readonly GroupParent[] {
  const lines = (unlessRefused(() => readFileSync('/proc/self/cgroup', 'utf8')) ?? '').split('\n');
  return lines.flatMap((line): readonly GroupParent[] => {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    const root = controllers === '' ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory';
    if (path === '' || !['', 'memory'].includes(controllers)) return [];
    const limitFile = controllers === '' ? 'memory.max' : 'memory.limit_in_bytes';
    const own = join(root, path);
    return [own, ...(own === root ? [] : [dirname(own)])].map((folder) => ({ folder, limitFile }));
  });
}

/** Asked once: a group that another command has just made, and not joined yet, is empty too. */
function canHoldGroups(place: GroupParent): boolean {
  removeEmptyGroups(place.folder);
  const group = makeGroup(place, `try-${process.pid}`, availableBytes());
  if (group === undefined) return false;
  removeGroup(group);
  return true;
}

/** Undefined where the system refuses, or the group would have no limit. */
function makeGroup({ folder, limitFile }: GroupParent, name: string, bytes: number): string | undefined {
  const group = join(folder, PREFIX + name);
  return unlessRefused(() => {
    mkdirSync(group, { recursive: true });
    if (unlessRefused(() => readFileSync(join(group, limitFile))) === undefined) {
      removeGroup(group);
      return undefined;
    }
    writeFileSync(join(group, limitFile), String(bytes));
    return group;
  });
}

/** Removes groups of killed programs; one with running processes cannot be removed. */
function removeEmptyGroups(folder: string): void {
  const names = unlessRefused(() => readdirSync(folder)) ?? [];
  for (const name of names) if (name.startsWith(PREFIX)) removeGroup(join(folder, name));
}

function removeGroup(group: string): void {
  unlessRefused(() => rmdirSync(group));
}

/** A process that has just ended may hold its group a moment longer. What remains is removed at the next start. */
function removeSoon(group: string, tries: number): void {
  removeGroup(group);
  if (tries > 0 && existsSync(group)) setTimeout(removeSoon, REMOVAL_PAUSE_MS, group, tries - 1).unref();
}
