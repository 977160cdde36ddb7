import type { ProcessId } from '../base/ids.ts';
import { outputBytes } from './command-output.ts';
import type { KillNote } from './command-record.ts';
import type { ProcessTable } from './process-table.ts';

/** Both logs of one command together; a command that writes more is killed. */
const MOST_OUTPUT_BYTES = 100 * 1024 * 1024;

/** Processes and threads of one command. */
const MOST_TASKS = 2048;

/** For `sh`: dash calls the limit of processes -p, other shells -u. Root is exempt: see `hasTooManyTasks`. */
export const LIMITED = `ulimit -p ${MOST_TASKS} || ulimit -u ${MOST_TASKS}`;

export const TIMED_OUT: KillNote = { kind: 'timed-out', reason: 'limit' };

export const TOO_MUCH_OUTPUT: KillNote = { kind: 'killed', reason: 'output' };

export const TOO_MANY_TASKS: KillNote = { kind: 'killed', reason: 'processes' };

/** @param record folder of the command's record */
export async function hasTooMuchOutput(record: string): Promise<boolean> {
  return (await outputBytes(record)) > MOST_OUTPUT_BYTES;
}

/**
 * The system's own limit does not hold for root, so that a fork bomb is looked for. The command's own processes are
 * counted only when the whole system has many more than before: that costs one small file.
 * @param before tasks of the system when the command began
 */
export function hasTooManyTasks(id: ProcessId, before: number, processes: ProcessTable): boolean {
  return processes.tasks() - before > MOST_TASKS && processes.count(id) > MOST_TASKS / 2;
}
