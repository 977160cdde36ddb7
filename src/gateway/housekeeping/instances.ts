import type { Clock } from '../../base/clock.ts';
import { type InstanceId, newInstanceId } from '../../base/ids.ts';
import type { InboxRow, Store } from '../../contracts/store.ts';
import type { ProcessTable } from '../../exec/commands/process-table.ts';

export interface InstanceParts {
  readonly store: Store;
  readonly processes: Pick<ProcessTable, 'markOf' | 'isAlive'>;
  readonly clock: Clock;
}

/** Makes this program known on its data, and takes over what programs that are gone have left. */
export async function registerInstance(parts: InstanceParts): Promise<InstanceId> {
  const { store, processes, clock } = parts;
  const id = newInstanceId();
  const startTime = (await processes.markOf(process.pid)) ?? '';
  store.instances.register({ id, pid: process.pid, startTime, atMs: clock.nowMs() });
  await takeOverGone(id, parts);
  return id;
}

/** `messages`: accepted by a gone program and not finished; none of them is in hand here yet. */
export interface TakenOver {
  readonly programs: number;
  readonly messages: readonly InboxRow[];
}

/** One commit: of two programs that find the same one gone, the second finds nothing left of it. */
export async function takeOverGone(
  id: InstanceId,
  { store, processes }: { readonly store: Store; readonly processes: Pick<ProcessTable, 'isAlive'> },
): Promise<TakenOver> {
  const gone: InstanceId[] = [];
  for (const { id: other, pid, startTime } of store.instances.all()) {
    if (other !== id && !(await processes.isAlive({ pid, mark: startTime }))) gone.push(other);
  }
  if (gone.length === 0) return { programs: 0, messages: [] };
  const messages = store.atomically(() => gone.flatMap((from) => adopt(from, id, store)));
  return { programs: gone.length, messages };
}

function adopt(gone: InstanceId, id: InstanceId, store: Store): readonly InboxRow[] {
  const messages = store.inbox.unfinished(gone);
  // Before the rows are ours: what this program is sending right now must not be taken for lost.
  store.outbox.afterCrash(gone);
  store.instances.adopt(gone, id);
  return messages;
}
