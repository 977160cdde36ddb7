import type { Clock } from '../base/clock.ts';
import { codeOf } from '../base/failure.ts';
import type { ProcessId } from '../base/ids.ts';
import type { GroupLeader, ProcessTable } from './process-table.ts';

/** From the polite signal to the one that cannot be refused. */
const GRACE_MS = 1000;

/** Processes in a system call that hangs cannot be killed at all; nobody waits longer for them. */
const GIVE_UP_MS = 3000;

const POLL_MS = 20;

export interface GroupEnding {
  readonly processes: ProcessTable;
  readonly clock: Clock;
}

/** SIGTERM to all groups of a command, SIGKILL after 1 s. Resolves to false when something still lives after all that. */
export async function endGroups(
  { processes, clock }: GroupEnding,
  id: ProcessId,
  leader: GroupLeader,
): Promise<boolean> {
  const areGone = async (withinMs: number): Promise<boolean> => {
    const deadline = clock.nowMs() + withinMs;
    for (;;) {
      if ((await processes.groups(id, leader)).length === 0) return true;
      if (clock.nowMs() >= deadline) return false;
      await clock.sleep(POLL_MS);
    }
  };
  signalAll(await processes.groups(id, leader), 'SIGTERM');
  if (await areGone(GRACE_MS)) return true;
  signalAll(await processes.groups(id, leader), 'SIGKILL');
  return areGone(GIVE_UP_MS);
}

function signalAll(groups: readonly number[], signal: 'SIGTERM' | 'SIGKILL'): void {
  for (const group of groups) {
    try {
      process.kill(-group, signal);
    } catch (error) {
      // Gone since it was listed, or run by another user (sudo): the caller looks again and tells what is left.
      if (codeOf(error) !== 'ESRCH' && codeOf(error) !== 'EPERM') throw error;
    }
  }
}
