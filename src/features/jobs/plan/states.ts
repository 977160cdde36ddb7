import type { Json } from '../../../core/json.ts';
import type { JobPlan, PlannedTask } from './plan.ts';

/** The result of a task that ran. */
export type TaskResult =
  | { readonly kind: 'done'; readonly output: Json }
  | { readonly kind: 'failed'; readonly reason: string };

/** By id, of those that are over: all that has to be stored of a job, because everything else follows from it. */
export type TaskResults = ReadonlyMap<string, TaskResult>;

/** `stopped`: it never runs, because the task `because` failed, on which it depends directly or through others. */
export type TaskState =
  | TaskResult
  | { readonly kind: 'waiting' }
  | { readonly kind: 'stopped'; readonly because: string };

export type TaskStates = ReadonlyMap<string, TaskState>;

/** The state of each task. The same results give the same states, also after restarts. */
export function statesOf({ tasks }: JobPlan, results: TaskResults): TaskStates {
  const states = new Map<string, TaskState>();
  // In the plan each task comes after all that it waits for.
  for (const task of tasks) states.set(task.id, taskState(task, results, states));
  return states;
}

/** Tasks that may run now, up to that many, in the order of the plan. */
export function readyTasks(
  { tasks }: JobPlan,
  states: TaskStates,
  most: number = Number.POSITIVE_INFINITY,
): readonly PlannedTask[] {
  const ready: PlannedTask[] = [];
  for (const task of tasks) {
    if (ready.length >= most) break;
    if (isReady(task, states)) ready.push(task);
  }
  return ready;
}

/** Tasks that could run at the same time, step by step, if none of them failed. */
export function stepsOf({ tasks }: JobPlan): readonly (readonly PlannedTask[])[] {
  const steps: PlannedTask[][] = [];
  const stepOf = new Map<string, number>();
  // In the plan each task comes after all that it waits for.
  for (const task of tasks) {
    const before = task.dependsOn.map((other) => stepOf.get(other) ?? Number.POSITIVE_INFINITY);
    const at = Math.max(-1, ...before) + 1;
    // It can't run, or waits for one that can't.
    if (task.fault !== undefined || at === Number.POSITIVE_INFINITY) continue;
    stepOf.set(task.id, at);
    const step = steps[at] ?? [];
    step.push(task);
    steps[at] = step;
  }
  return steps;
}

export function isReady({ id, dependsOn }: PlannedTask, states: TaskStates): boolean {
  return states.get(id)?.kind === 'waiting' && dependsOn.every((other) => states.get(other)?.kind === 'done');
}

function taskState(
  { id, dependsOn, fault }: PlannedTask,
  results: TaskResults,
  states: TaskStates,
): TaskState {
  const result = results.get(id);
  if (result !== undefined) return result;
  if (fault !== undefined) return { kind: 'failed', reason: fault };
  for (const other of dependsOn) {
    const before = states.get(other);
    if (before?.kind === 'failed') return { kind: 'stopped', because: other };
    if (before?.kind === 'stopped') return before;
  }
  return { kind: 'waiting' };
}
