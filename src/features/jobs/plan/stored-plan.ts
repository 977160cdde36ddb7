import * as z from 'zod';
import { Failure } from '../../../core/failure.ts';
import { isJsonObject, type Json, type JsonObject, jsonIn } from '../../../core/json.ts';
import type { Catalog } from '../catalog.ts';
import type { ShownPlan } from '../job.ts';
import { jobFault } from '../texts/texts.ts';
import { hashOf, type JobPlan, type Outputs, planOf, type ReadyTask } from './plan.ts';

const Task = z.object({
  id: z.string(),
  service: z.string(),
  command: z.string(),
  input: z.custom<JsonObject>((value) => isJsonObject(value as Json)),
  dependsOn: z.array(z.string()),
  fault: z.string().optional(),
});
const Stored = z.object({ name: z.string(), description: z.string(), tasks: z.array(Task) });
const Shown = Stored.extend({
  hash: z.string(),
  tasks: z.array(
    Task.extend({ tool: z.string(), effect: z.enum(['reads', 'writes', 'executes', 'network', 'asks']) }),
  ),
});

export function serializePlan(plan: JobPlan): string {
  return JSON.stringify(plan);
}

/** A plan as it was shown, to be shown again: whether it can still be run is for `readStoredPlan` to say. */
export function readPlan(text: string): JobPlan {
  return planIn(Shown.parse(JSON.parse(text)));
}

/** A plan that is still the one with this hash; undefined when what was stored was changed. */
export function readShownPlan({ text, hash }: Pick<ShownPlan, 'text' | 'hash'>): JobPlan | undefined {
  const read = Shown.safeParse(jsonIn(text));
  if (!read.success) return undefined;
  const plan = planIn(read.data);
  return hashOf(plan) === hash ? plan : undefined;
}

/**
 * A plan that was stored, as this program would make it now from the same tasks.
 * @param hash the one under which a person was shown it
 * @throws Failure `conflict` when that is another plan: it was changed, or the commands were
 */
export function readStoredPlan(text: string, hash: string, catalog: Catalog): JobPlan {
  const stored = Stored.safeParse(jsonIn(text));
  if (!stored.success) throw planChangedFailure();
  const { name, description, tasks } = stored.data;
  const isKnown = tasks.every(({ service, command }) => catalog.find(service, command) !== undefined);
  if (!isKnown) throw planChangedFailure();
  const plan = planOf({ name, description, tasks: tasks.map(taskOf) }, catalog);
  if (plan.hash !== hash) throw planChangedFailure();
  return plan;
}

/** Outputs of tasks that were done before this session began; stored as an object by their names. */
export function readOutputs(text: string | undefined): Outputs {
  if (text === undefined) return new Map();
  // The cast is safe: it was written from a map of JSON.
  return new Map(Object.entries(JSON.parse(text) as JsonObject));
}

export function serializeOutputs(outputs: Outputs): string {
  return JSON.stringify(Object.fromEntries(outputs));
}

function planIn({ tasks, ...plan }: z.infer<typeof Shown>): JobPlan {
  return {
    ...plan,
    tasks: tasks.map(({ fault, ...task }) => (fault === undefined ? task : { ...task, fault })),
  };
}

function taskOf({ fault, ...task }: z.infer<typeof Task>): ReadyTask {
  return fault === undefined ? task : { ...task, fault };
}

function planChangedFailure(): Failure {
  return new Failure('conflict', jobFault('plan-changed'));
}
