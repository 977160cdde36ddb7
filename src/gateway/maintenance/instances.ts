import type { RegisteredInstance } from '../../contracts/maintenance.ts';
import type { InboxRow, Store, Transactions } from '../../contracts/store.ts';
import type { Clock } from '../../core/clock.ts';
import { messageOf, unreachable } from '../../core/failure.ts';
import { type InstanceId, newInstanceId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import type { GroupLeader, ProgramTable } from '../../processes/process-table.ts';

export interface InstanceParts {
  readonly store: Transactions & Pick<Store, 'inbox' | 'instances' | 'outbox'>;
  readonly programs: ProgramTable;
  readonly clock: Clock;
  /** Programs whose work may be taken over once they have ended; undefined = all. */
  readonly only?: readonly InstanceId[] | undefined;
}

/** Registers this program for its data folder, and takes over what ended programs have left. */
export async function registerInstance(parts: InstanceParts): Promise<InstanceId> {
  const { store, programs, clock } = parts;
  const id = newInstanceId();
  const { pid, mark } = await programs.self();
  store.instances.register({ id, pid, startTime: mark, atMs: clock.nowMs() });
  await takeOverGone(id, parts);
  return id;
}

type InstanceLookup = Pick<InstanceParts, 'programs' | 'clock' | 'only'> & {
  readonly store: Pick<Store, 'instances'>;
};

/**
 * Stores that this program is running. False when another one has taken over its work: then it is registered again,
 * so that messages it still accepts are not lost.
 */
export async function storeHeartbeat(
  id: InstanceId,
  { store, programs, clock }: InstanceLookup,
): Promise<boolean> {
  if (store.instances.beat(id, clock.nowMs())) return true;
  const { pid, mark } = await programs.self();
  store.instances.register({ id, pid, startTime: mark, atMs: clock.nowMs() });
  return false;
}

/** `messages`: accepted by an ended program and not finished; this program works on none of them yet. */
export interface TakeoverResult {
  readonly programs: number;
  readonly messages: readonly InboxRow[];
}

/** One commit: if two programs find the same ended one, the second finds nothing left of it. */
export async function takeOverGone(
  id: InstanceId,
  parts: InstanceLookup & Pick<InstanceParts, 'store'>,
): Promise<TakeoverResult> {
  const { store, only } = parts;
  const gone: InstanceId[] = [];
  for (const other of store.instances.all()) {
    if (only?.includes(other.id) === false) continue;
    if (other.id !== id && !(await isInstanceAlive(other, parts))) gone.push(other.id);
  }
  if (gone.length === 0) return { programs: 0, messages: [] };
  const messages = store.atomically(() => gone.flatMap((from) => adoptMessages(from, id, store)));
  return { programs: gone.length, messages };
}

/**
 * True when the program that holds a lease lives. One that has not registered and cannot be seen counts as alive: its
 * lease ends by itself.
 */
export async function isProgramAlive({ pid, mark }: GroupLeader, parts: InstanceLookup): Promise<boolean> {
  const known = parts.store.instances.all().find((one) => one.pid === pid && one.startTime === mark);
  if (known !== undefined) return isInstanceAlive(known, parts);
  return (await parts.programs.livenessOf({ pid, mark })) !== 'gone';
}

/** How long an invisible program counts as alive after its last heartbeat. */
const MAX_SILENCE_MS = 30_000;

async function isInstanceAlive(
  { id, pid, startTime, seenAtMs }: RegisteredInstance,
  { store, programs, clock }: InstanceLookup,
): Promise<boolean> {
  const sight = await programs.livenessOf({ pid, mark: startTime });
  const wasSeen = (): boolean => clock.nowMs() - seenAtMs <= MAX_SILENCE_MS;
  switch (sight) {
    case 'alive':
      return true;
    case 'gone':
      return false;
    case 'hidden':
      return store.instances.isHeld(id) ?? wasSeen();
    case 'foreign':
      // Another machine's lock may not be visible here: that it is free says nothing.
      return store.instances.isHeld(id) === true || wasSeen();
    default:
      return unreachable(sight);
  }
}

function adoptMessages(gone: InstanceId, id: InstanceId, store: InstanceParts['store']): readonly InboxRow[] {
  const messages = store.inbox.listUnfinished(gone);
  // Done before the rows become ours: messages that this program is sending right now must not count as lost.
  store.outbox.recover(gone);
  store.instances.adopt(gone, id);
  return messages;
}

/** At least two beats fall within the silence after which an invisible program counts as gone. */
const BEAT_MS = 10_000;

interface HeartbeatParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Stores that this program is running; false when another one has taken over its work. */
  beat(): Promise<boolean>;
  /** Stops working on what belongs to another program by now. */
  letGo(): void;
}

/** Runs until `signal` aborts. Errors in storing may be temporary. */
export async function keepHeartbeat(
  { clock, log, beat, letGo }: HeartbeatParts,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.sleep(BEAT_MS, signal);
    if (signal.aborted) return;
    try {
      if (await beat()) continue;
      log.error('gateway.instance.lost', {
        problem: 'Another program on this data folder took this one for dead and has its work. Run only one.',
      });
      letGo();
    } catch (error) {
      log.warn('gateway.instance.not_stored', { error: messageOf(error) });
    }
  }
}
