import type { Clock } from '../core/clock.ts';
import type { ProcessId } from '../core/ids.ts';
import type { GroupLeader, ProcessTable } from './process-table.ts';
import { signalGroups } from './signal-groups.ts';

/** Time between SIGTERM and SIGKILL. */
const GRACE_MS = 1000;

/** Time for the last group when the others have used up theirs: stopping a task waits for all of it. */
const LAST_GRACE_MS = 300;

/** A process in a hanging system call cannot be killed at all; after this time it is given up. */
const GIVE_UP_MS = 3000;

const POLL_MS = 20;

export interface GroupEnding {
  readonly processes: ProcessTable;
  readonly clock: Clock;
  /**
   * With so many processes, examining each would take too long: the wrapper's own group gets SIGKILL before any other
   * is searched for, which also ends everything in its sandbox.
   */
  readonly atOnce?: boolean;
}

/**
 * Sends SIGTERM to all groups of a command, and SIGKILL after 1 to 1.3 s. The wrapper's group comes last: in a
 * sandbox its end would kill all others before they could clean up. Resolves to false when a process still lives
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
  if (atOnce && (await processes.isAlive(leader))) signalGroups([leader.pid], 'SIGKILL');
  const politeUntilMs = clock.upMs() + GRACE_MS;
  signalGroups(await others(), 'SIGTERM');
  await areGone(others, politeUntilMs);
  signalGroups(await groups(), 'SIGTERM');
  if (await areGone(groups, Math.max(politeUntilMs, clock.upMs() + LAST_GRACE_MS))) return true;
  // Groups are listed anew each time, because new processes may have started meanwhile.
  const killed = async (): Promise<readonly number[]> => {
    const left = await groups();
    signalGroups(left, 'SIGKILL');
    return left;
  };
  return areGone(killed, clock.upMs() + GIVE_UP_MS);
}
