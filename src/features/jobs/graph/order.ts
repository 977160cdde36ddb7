import { dependenciesOf, type GraphTask } from './graph.ts';

/** Which task waits for which: ids of what must be done first, by id. */
export type TaskDependencies = ReadonlyMap<string, readonly string[]>;

export function dependenciesIn(tasks: readonly GraphTask[]): TaskDependencies {
  return new Map(tasks.map((task) => [task.id, dependenciesOf(task)]));
}

/**
 * Length of the longest chain of tasks up to each one, itself included: 1 for those that wait for nothing. Tasks of a
 * cycle, and those that wait for one, have no number. Unknown ids are ignored.
 */
export function depthsOf(waits: TaskDependencies): ReadonlyMap<string, number> {
  const open = new Map(
    [...waits].map(([id, before]) => [id, before.filter((other) => waits.has(other)).length]),
  );
  const followers = followersOf(waits);
  const depths = new Map<string, number>();
  const ready = [...open].filter(([, count]) => count === 0).map(([id]) => id);
  for (const id of ready) depths.set(id, 1);
  // The list grows while it is gone through: no recursion, however long a chain is.
  for (const id of ready) {
    const depth = depths.get(id) ?? 1;
    for (const follower of followers.get(id) ?? []) {
      depths.set(follower, Math.max(depths.get(follower) ?? 0, depth + 1));
      const left = (open.get(follower) ?? 0) - 1;
      open.set(follower, left);
      if (left === 0) ready.push(follower);
    }
  }
  const done = new Set(ready);
  return new Map([...depths].filter(([id]) => done.has(id)));
}

/** Tasks that wait for each other, in the order in which they wait, the first one again at the end. */
export function ringIn(waits: TaskDependencies): readonly string[] | undefined {
  const depths = depthsOf(waits);
  const stuck = [...waits.keys()].filter((id) => !depths.has(id));
  const [first] = stuck;
  if (first === undefined) return undefined;
  const inRing = new Set(stuck);
  const way: string[] = [];
  const seen = new Map<string, number>();
  // Each of them waits for another one of them, so the way comes back to itself.
  for (let at = first; ; at = nextStuck(at, waits, inRing)) {
    const began = seen.get(at);
    if (began !== undefined) return [...way.slice(began), at];
    seen.set(at, way.length);
    way.push(at);
  }
}

function nextStuck(id: string, waits: TaskDependencies, stuck: ReadonlySet<string>): string {
  return waits.get(id)?.find((other) => stuck.has(other)) ?? id;
}

function followersOf(waits: TaskDependencies): ReadonlyMap<string, readonly string[]> {
  const followers = new Map<string, string[]>();
  for (const [id, before] of waits) {
    for (const other of new Set(before)) {
      const list = followers.get(other) ?? [];
      list.push(id);
      followers.set(other, list);
    }
  }
  return followers;
}
