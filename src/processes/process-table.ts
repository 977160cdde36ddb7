import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { codeOf } from '../core/failure.ts';
import type { ProcessId } from '../core/ids.ts';
import { runHelper } from './run-helper.ts';

/** Every command carries its own id in this variable, so that its descendants can be recognised. */
export const PROCESS_ID_VARIABLE = 'WASAP_PROCESS_ID';

/** How many processes are read per turn; takes a few milliseconds. */
const MAX_READS_A_TURN = 64;

const PS_MS = 30_000;

/** A process that leads a group, by number and start mark: the system reuses numbers. */
export interface GroupLeader {
  readonly pid: number;
  readonly mark: string;
}

/** The system's processes. A zombie always counts as dead: possibly nothing is left to reap it. */
export interface ProcessTable {
  /** POSIX sh text that sets `$mark` to the start mark of the shell that runs it. */
  readonly markScript: string;
  /** Start mark of a living process; undefined when no process has this number. */
  markOf(pid: number): Promise<string | undefined>;
  isAlive(leader: GroupLeader): Promise<boolean>;
  /**
   * Groups with living processes of the command: its own and, where the system shows them, those of its descendants.
   */
  groups(id: ProcessId, leader: GroupLeader): Promise<readonly number[]>;
  /** Reads all processes once, so that many commands can be checked; other work runs in between. */
  survey(): Promise<(id: ProcessId, leader: GroupLeader) => boolean>;
  /** Number of processes and threads of the whole system; 0 where it is unknown. */
  tasks(): number;
  /** Number of processes of the command; 0 where it is unknown. */
  count(id: ProcessId): number;
}

export function hostProcesses(): ProcessTable {
  return existsSync('/proc/self/stat') ? procProcesses() : psProcesses();
}

/** Linux: one small file per process, no program to start. */
export function procProcesses(): ProcessTable {
  return {
    // Cut after the name: it may hold blanks. The start time is field 22 of the line, the 20th after the name.
    markScript: `read -r stat </proc/$$/stat
started() { shift 19; mark=$1; }
started \${stat##*) }`,
    markOf: async (pid) => readStat(pid)?.mark,
    isAlive: async ({ pid, mark }) => readStat(pid)?.mark === mark,
    async groups(id, leader) {
      const ownsGroup = readStat(leader.pid)?.mark === leader.mark;
      const found = new Set(ownsGroup ? [leader.pid] : []);
      for await (const pid of pidsInTurns()) {
        const stat = readStat(pid);
        // Without its leader the group's number may belong to another program by now: only the id in the environment
        // counts.
        if (stat !== undefined && !found.has(stat.group) && idsOf(pid).includes(processIdEntry(id)))
          found.add(stat.group);
      }
      return [...found];
    },
    async survey() {
      const carriedBy = new Set<string>();
      for await (const pid of pidsInTurns()) for (const entry of idsOf(pid)) carriedBy.add(entry);
      return (id, { pid, mark }) => readStat(pid)?.mark === mark || carriedBy.has(processIdEntry(id));
    },
    // The line is `0.20 0.18 0.12 1/80 11206`: running tasks and all tasks.
    tasks: () => Number(/\/(\d+) /.exec(readProc('/proc/loadavg'))?.[1] ?? 0),
    count: (id) => listPids().filter((pid) => idsOf(pid).includes(processIdEntry(id))).length,
  };
}

interface ProcessStat {
  readonly group: number;
  readonly mark: string;
}

/** Undefined when the process is gone or a zombie. */
function readStat(pid: number): ProcessStat | undefined {
  const line = readProc(`/proc/${pid}/stat`);
  const [state, , group, ...rest] = line.slice(line.lastIndexOf(') ') + 2).split(' ');
  const mark = rest[16];
  if (state === undefined || mark === undefined || 'ZX'.includes(state)) return undefined;
  return { group: Number(group), mark };
}

function listPids(): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

/** Two small files are read for each: reading thousands in one go would block everything else. */
async function* pidsInTurns(): AsyncGenerator<number> {
  for (const [at, pid] of listPids().entries()) {
    if (at % MAX_READS_A_TURN === 0) await nextTurn();
    yield pid;
  }
}

/** The variable as the processes of this command carry it. */
function processIdEntry(id: string): string {
  return `${PROCESS_ID_VARIABLE}=${id}`;
}

/** Empty for a process that has ended, or belongs to no command. */
function idsOf(pid: number): readonly string[] {
  const environment = readProc(`/proc/${pid}/environ`);
  if (!environment.includes(PROCESS_ID_VARIABLE)) return [];
  return environment.split('\0').filter((entry) => entry.startsWith(processIdEntry('')));
}

/** Empty when the process has ended, or belongs to another user. */
function readProc(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if (['ENOENT', 'ESRCH', 'EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return '';
    throw error;
  }
}

/** For systems without `/proc` (macOS): `ps` gives a process's start time, to the second. */
export function psProcesses(): ProcessTable {
  return {
    markScript: 'mark=$(LC_ALL=C ps -o lstart= -p $$ | tr -s " " "_")',
    markOf,
    isAlive: async ({ pid, mark }) => (await markOf(pid)) === mark,
    async groups(_id, leader) {
      const rows = await listProcesses();
      // Another process has the leader's number: the group of that number is not the command's.
      if (rows.some((row) => row.pid === leader.pid && row.mark !== leader.mark)) return [];
      return rows.some((row) => row.group === leader.pid) ? [leader.pid] : [];
    },
    async survey() {
      const rows = await listProcesses();
      return (_id, { pid, mark }) => {
        const leader = rows.find((row) => row.pid === pid);
        return leader === undefined ? rows.some((row) => row.group === pid) : leader.mark === mark;
      };
    },
    tasks: () => 0,
    count: () => 0,
  };
}

async function markOf(pid: number): Promise<string | undefined> {
  return (await listProcesses()).find((row) => row.pid === pid)?.mark;
}

async function listProcesses(): Promise<readonly (ProcessStat & { readonly pid: number })[]> {
  const { code, stdout, reason } = await runHelper({
    program: 'ps',
    args: ['-A', '-o', 'pid=,pgid=,stat=,lstart='],
    cwd: '/',
    environment: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    signal: AbortSignal.timeout(PS_MS),
  });
  if (code !== 0) throw new Error(`The processes could not be listed: ${reason}`);
  return stdout.split('\n').flatMap((line) => {
    const [pid, group, state, ...started] = line.trim().split(/\s+/);
    if (pid === undefined || group === undefined || state === undefined || state.startsWith('Z')) return [];
    return [{ pid: Number(pid), group: Number(group), mark: started.join('_') }];
  });
}

/**
 * What this program can see of another one. `hidden`: it runs, or ran, on this kernel in another container, where
 * process numbers have another meaning. `foreign`: on another machine, or before the last boot of this one.
 */
export type ProgramLiveness = 'alive' | 'gone' | 'hidden' | 'foreign';

/** The scope in which process numbers are valid. */
interface ProcessScope {
  /** Differs between machines, and after each boot. */
  readonly boot: string;
  /** The PID namespace. */
  readonly namespace: string;
}

/** Programs by number and mark; the mark includes the scope, because containers share a data folder. */
export interface ProgramTable {
  /** This program. */
  self(): Promise<GroupLeader>;
  livenessOf(program: GroupLeader): Promise<ProgramLiveness>;
}

export function hostPrograms(): ProgramTable {
  return programsIn(placeHere(), hostProcesses());
}

export function programsIn(
  here: ProcessScope,
  processes: Pick<ProcessTable, 'markOf' | 'isAlive'>,
): ProgramTable {
  return {
    async self() {
      const started = (await processes.markOf(process.pid)) ?? '';
      return { pid: process.pid, mark: [here.boot, here.namespace, started].join('/') };
    },
    async livenessOf({ pid, mark }) {
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
function placeHere(): ProcessScope {
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
