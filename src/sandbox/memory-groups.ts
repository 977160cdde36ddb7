import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname, join } from 'node:path';
import type { ProcessId } from '../core/ids.ts';
import { unlessRefused } from '../files/look-at-path.ts';

/** Share of the memory of this machine or container: the rest is for this program and other work. */
const MEMORY_SHARE = 0.75;

const PREFIX = 'wasap-';

const REMOVAL_TRIES = 20;
const REMOVAL_PAUSE_MS = 50;

/** Gives each command a control group of its own with a memory limit, where the system permits it. */
export interface MemoryGroups {
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
