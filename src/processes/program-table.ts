import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../core/failure.ts';
import { type GroupLeader, hostProcesses, type ProcessTable } from './process-table.ts';

/**
 * What this program can see of another one. `hidden`: it runs, or ran, on this kernel in another container, where
 * process numbers have another meaning. `foreign`: on another machine, or before the last boot of this one.
 */
export type ProgramSight = 'alive' | 'gone' | 'hidden' | 'foreign';

/** The scope in which process numbers are valid. */
export interface ProcessPlace {
  /** Differs between machines, and after each boot. */
  readonly boot: string;
  /** The PID namespace. */
  readonly namespace: string;
}

/** Programs by number and mark; the mark includes the scope, because containers share a data folder. */
export interface ProgramTable {
  /** This program. */
  self(): Promise<GroupLeader>;
  sightOf(program: GroupLeader): Promise<ProgramSight>;
}

export function hostPrograms(): ProgramTable {
  return programsIn(placeHere(), hostProcesses());
}

export function programsIn(
  here: ProcessPlace,
  processes: Pick<ProcessTable, 'markOf' | 'isAlive'>,
): ProgramTable {
  return {
    async self() {
      const started = (await processes.markOf(process.pid)) ?? '';
      return { pid: process.pid, mark: [here.boot, here.namespace, started].join('/') };
    },
    async sightOf({ pid, mark }) {
      const [boot, namespace, started] = mark.split('/');
      // Marks of older versions have no scope.
      const isPlaced = namespace !== undefined && started !== undefined;
      if (isPlaced && boot !== here.boot) return 'foreign';
      if (isPlaced && namespace !== here.namespace) return 'hidden';
      const isAlive = await processes.isAlive({ pid, mark: isPlaced ? started : mark });
      return isAlive ? 'alive' : 'gone';
    },
  };
}

/** Systems without `/proc` have no containers of their own: the machine's name is enough there. */
function placeHere(): ProcessPlace {
  try {
    return {
      boot: readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(),
      namespace: readlinkSync('/proc/self/ns/pid').replaceAll(/\D/g, ''),
    };
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return { boot: hostname(), namespace: '' };
  }
}
