import type { StepStatus, TaskPlan } from '../../../contracts/session.ts';
import { oneLine } from '../../../core/text.ts';
import { commandName } from '../catalog/catalog.ts';
import type { JobPlan, PlannedTask } from '../plan/plan.ts';
import type { TaskState, TaskStates } from '../plan/states.ts';

/** Longest checklist of a session. */
const MAX_STEPS = 30;
const MAX_TITLE_LENGTH = 120;
const MAX_NOTE_LENGTH = 200;

/**
 * The checklist with the state of a job: a step for each task, or for a few neighbouring ones when there are many.
 */
export function ticksOf({ tasks }: JobPlan, states: TaskStates): TaskPlan {
  const size = Math.ceil(tasks.length / MAX_STEPS);
  const steps: TaskPlan['steps'] = [];
  for (let from = 0; from < tasks.length; from += size) {
    const group = tasks.slice(from, from + size);
    const note = failureNote(group, states);
    steps.push({ title: titleOf(group), status: statusOf(group, states), ...(note && { note }) });
  }
  return { steps };
}

function titleOf(group: readonly PlannedTask[]): string {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) throw new Error('a step of a job has no task');
  const title =
    group.length === 1 ? `${first.id} · ${commandName(first)}` : `${first.id} … ${last.id} (${group.length})`;
  return oneLine(title, MAX_TITLE_LENGTH);
}

function statusOf(group: readonly PlannedTask[], states: TaskStates): StepStatus {
  const kinds = group.map(({ id }) => states.get(id)?.kind ?? 'waiting');
  const all = (...wanted: readonly TaskState['kind'][]) => kinds.every((kind) => wanted.includes(kind));
  if (all('done')) return 'done';
  if (all('waiting')) return 'pending';
  if (all('stopped')) return 'skipped';
  return all('done', 'failed', 'stopped') ? 'failed' : 'in_progress';
}

function failureNote(group: readonly PlannedTask[], states: TaskStates): string | undefined {
  for (const { id } of group) {
    const state = states.get(id);
    if (state?.kind !== 'failed') continue;
    return oneLine(group.length === 1 ? state.reason : `${id}: ${state.reason}`, MAX_NOTE_LENGTH);
  }
  return undefined;
}
