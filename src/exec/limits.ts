import type { ProcessId } from '../base/ids.ts';
import { outputBytes } from './command-output.ts';
import type { KillNote } from './command-record.ts';
import type { ProcessTable } from './process-table.ts';

/** Both logs of one command together; a command that writes more is killed. */
const MOST_OUTPUT_MB = 100;
const BYTES_PER_MB = 1024 * 1024;

/** Processes and threads of one command. */
const MOST_TASKS = 2048;

/** For `sh`: dash calls the limit of processes -p, other shells -u. Root is exempt: see `TaskGrowth`. */
export const LIMITED = `ulimit -p ${MOST_TASKS} || ulimit -u ${MOST_TASKS}`;

export const TIMED_OUT: KillNote = { kind: 'timed-out', reason: 'limit' };

export const TOO_MUCH_OUTPUT: KillNote = {
  kind: 'killed',
  reason: `more than ${MOST_OUTPUT_MB} MB of output`,
};

export const TOO_MANY_TASKS: KillNote = { kind: 'killed', reason: `more than ${MOST_TASKS} processes` };

/** @param record folder of the command's record */
export async function hasTooMuchOutput(record: string): Promise<boolean> {
  return (await outputBytes(record)) > MOST_OUTPUT_MB * BYTES_PER_MB;
}

/** Looks at how many tasks there are, some 2 s of them. */
const MOST_LOOKS = 40;

/**
 * The system's own limit does not hold for root, so that a fork bomb is looked for. In one, each look at a single process
 * takes up to a second: only how many the whole system has is known at once. Many more than before that came within 2 s
 * are taken for the command's; what grew more slowly is counted.
 */
export class TaskGrowth {
  readonly #processes: Pick<ProcessTable, 'tasks' | 'count'>;
  readonly #before: number;
  readonly #recent: number[];

  /** To be made when the command begins. */
  constructor(processes: Pick<ProcessTable, 'tasks' | 'count'>) {
    this.#processes = processes;
    this.#before = processes.tasks();
    this.#recent = [this.#before];
  }

  /** To be asked every 50 ms. */
  isTooMuch(id: ProcessId): boolean {
    const now = this.#processes.tasks();
    this.#recent.push(now);
    if (this.#recent.length > MOST_LOOKS) this.#recent.shift();
    if (now - this.#before <= MOST_TASKS) return false;
    return now - Math.min(...this.#recent) > MOST_TASKS / 4 || this.#processes.count(id) > MOST_TASKS / 2;
  }

  /** Looking through all processes would take long: many have just come. In half an hour others start as many. */
  isCrowd(): boolean {
    const now = this.#processes.tasks();
    return now - Math.min(...this.#recent) > MOST_TASKS / 8 || now - this.#before > MOST_TASKS / 2;
  }
}
