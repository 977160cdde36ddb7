import type { ProcessId } from '../core/ids.ts';
import { outputSizes } from './command-output.ts';
import type { KillNote } from './command-record.ts';
import type { ProcessTable } from './process-table.ts';

/** Limit for both logs of one command together; a command that writes more is killed. */
const MAX_OUTPUT_MB = 100;
const BYTES_PER_MB = 1024 * 1024;

/** Processes and threads of one command. */
const MAX_TASKS = 2048;

/** For `sh`: dash calls the limit of processes -p, other shells -u. Root is exempt: see `TaskGrowth`. */
export const LIMITED = `ulimit -p ${MAX_TASKS} || ulimit -u ${MAX_TASKS}`;

export const TIMED_OUT: KillNote = { kind: 'timed-out', reason: 'limit' };

export const TOO_MUCH_OUTPUT: KillNote = {
  kind: 'killed',
  reason: `more than ${MAX_OUTPUT_MB} MB of output`,
};

export const TOO_MANY_TASKS: KillNote = { kind: 'killed', reason: `more than ${MAX_TASKS} processes` };

/** @param record folder of the command's record */
export async function hasTooMuchOutput(record: string): Promise<boolean> {
  const { stdout, stderr } = await outputSizes(record);
  return stdout + stderr > MAX_OUTPUT_MB * BYTES_PER_MB;
}

/** How many measurements are kept: 2 s of them. */
const MAX_LOOKS = 40;

/**
 * Finds fork bombs, because the system's own limit does not apply to root. During one, examining a single process
 * takes up to a second, and only the number of tasks of the whole system is quickly available. When that number rose
 * far within 2 s, the command is taken to be the cause; when it rose slowly, the command's own processes are counted.
 */
export class TaskGrowth {
  readonly #processes: Pick<ProcessTable, 'tasks' | 'count'>;
  readonly #before: number;
  readonly #recent: number[];

  /** Create it when the command begins: growth is measured from then on. */
  constructor(processes: Pick<ProcessTable, 'tasks' | 'count'>) {
    this.#processes = processes;
    this.#before = processes.tasks();
    this.#recent = [this.#before];
  }

  /** Call it every 50 ms: the 2 s are counted in calls. */
  isTooMuch(id: ProcessId): boolean {
    const now = this.#processes.tasks();
    this.#recent.push(now);
    if (this.#recent.length > MAX_LOOKS) this.#recent.shift();
    if (now - this.#before <= MAX_TASKS) return false;
    return now - Math.min(...this.#recent) > MAX_TASKS / 4 || this.#processes.count(id) > MAX_TASKS / 2;
  }

  /**
   * True when there are so many new tasks that examining all processes would take long. The first limit is for a
   * sudden rise; the second is higher, because within half an hour other programs may start as many.
   */
  isCrowd(): boolean {
    const now = this.#processes.tasks();
    return now - Math.min(...this.#recent) > MAX_TASKS / 8 || now - this.#before > MAX_TASKS / 2;
  }
}
