import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { codeOf } from '../../base/failure.ts';
import { type GroupLeader, hostProcesses, type ProcessTable } from './process-table.ts';

/**
 * What this program can see of another one. `hidden`: it runs, or ran, on this kernel in another container, where
 * process numbers mean other processes. `foreign`: on another machine, or before this one was started again.
 */
export type ProgramSight = 'alive' | 'gone' | 'hidden' | 'foreign';

/** Where process numbers mean the same processes. */
export interface ProcessPlace {
  /** Differs between machines, and after each start of one. */
  readonly boot: string;
  /** The PID namespace. */
  readonly namespace: string;
}

/** Programs by number and mark; the mark holds the place as well, because containers share a data folder. */
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
      // Written by an older version, which knew of no other place than its own.
      const isPlaced = namespace !== undefined && started !== undefined;
      if (isPlaced && boot !== here.boot) return 'foreign';
      if (isPlaced && namespace !== here.namespace) return 'hidden';
      const isAlive = await processes.isAlive({ pid, mark: isPlaced ? started : mark });
      return isAlive ? 'alive' : 'gone';
    },
  };
}

/** Systems without `/proc` have no containers of their own: there the name of the machine has to do. */
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
