import type { Clock } from '../../base/clock.ts';
import { codeOf } from '../../base/failure.ts';
import type { ProcessId } from '../../base/ids.ts';
import type { GroupLeader, ProcessTable } from './process-table.ts';

/** From the first polite signal to the one that cannot be refused. */
const GRACE_MS = 1000;

/** For the group that comes last, when the others have used up the time: whoever stops a task waits for all of it. */
const LAST_GRACE_MS = 300;

/** Processes in a system call that hangs cannot be killed at all; nobody waits longer for them. */
const GIVE_UP_MS = 3000;

const POLL_MS = 20;

export interface GroupEnding {
  readonly processes: ProcessTable;
  readonly clock: Clock;
  /**
   * Among so many processes a look at each would take longer than the last: the wrapper's own group gets SIGKILL before
   * any other is looked for, and with it all that a sandbox holds.
   */
  readonly atOnce?: boolean;
}

/**
 * SIGTERM to all groups of a command, SIGKILL after 1 to 1.3 s. The group of the wrapper comes last: in a sandbox it holds
 * what holds all the others, which end with it before they could tidy up. Resolves to false when something still lives
 * after all that.
 */
export async function endGroups(
  { processes, clock, atOnce = false }: GroupEnding,
  id: ProcessId,
  leader: GroupLeader,
): Promise<boolean> {
  const groups = (): Promise<readonly number[]> => processes.groups(id, leader);
  const others = async (): Promise<readonly number[]> =>
    (await groups()).filter((group) => group !== leader.pid);
  const areGone = async (look: typeof groups, untilMs: number): Promise<boolean> => {
    for (;;) {
      if ((await look()).length === 0) return true;
      if (clock.upMs() >= untilMs) return false;
      await clock.sleep(POLL_MS);
    }
  };
  if (atOnce && (await processes.isAlive(leader))) signalAll([leader.pid], 'SIGKILL');
  const politeUntilMs = clock.upMs() + GRACE_MS;
  signalAll(await others(), 'SIGTERM');
  await areGone(others, politeUntilMs);
  signalAll(await groups(), 'SIGTERM');
  if (await areGone(groups, Math.max(politeUntilMs, clock.upMs() + LAST_GRACE_MS))) return true;
  // At each look: what was being started meanwhile is in none of the groups of the look before.
  const killed = async (): Promise<readonly number[]> => {
    const left = await groups();
    signalAll(left, 'SIGKILL');
    return left;
  };
  return areGone(killed, clock.upMs() + GIVE_UP_MS);
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
