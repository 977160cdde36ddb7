import type { Effect } from '../../../contracts/tool.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject, sha256 } from '../../../core/json.ts';
import type { Catalog, CatalogCommand } from '../catalog/catalog.ts';
import { dependenciesOf, type InputTask } from '../graph/graph.ts';
import { dependenciesIn, depthsOf } from '../graph/order.ts';
import { hasReference } from '../graph/reference.ts';
import type { JobTexts } from '../texts/texts.ts';

/** Texts about failed tasks, in the reader's language. */
export type JobReasons = JobTexts['chat']['reasons'];

/** One task as it will run. */
export interface PlannedTask {
  readonly id: string;
  readonly service: string;
  readonly command: string;
  readonly tool: string;
  /** References are strings in it. */
  readonly input: JsonObject;
  /** All it waits for, those it refers to included; sorted. */
  readonly dependsOn: readonly string[];
  readonly effect: Effect;
  /** Why it has no usable parameters: it counts as failed without having been tried. */
  readonly fault?: string;
}

/** Exactly what a job will do; frozen, and identified by its hash. */
export interface JobPlan {
  readonly name: string;
  readonly description: string;
  /** Each one after all that it waits for. */
  readonly tasks: readonly PlannedTask[];
  /** SHA-256, in hexadecimal, of all of the above as canonical JSON. */
  readonly hash: string;
}

/** Begins every fault, as specified. */
export const UNMADE = 'Command agent failed: ';

/** A fault for a person. */
export function sentenceOfFault(fault: string, { unmade }: Pick<JobReasons, 'unmade'>): string {
  return fault.startsWith(UNMADE) ? unmade(fault.slice(UNMADE.length)) : fault;
}

/** A task whose parameters are there, or could not be made. */
export type ReadyTask = InputTask & { readonly fault?: string };

/**
 * The plan of a graph that was checked.
 * @throws Error for one that was not: it is a bug of the caller
 */
export function planOf(
  job: { readonly name: string; readonly description: string; readonly tasks: readonly ReadyTask[] },
  catalog: Catalog,
): JobPlan {
  const { name, description } = job;
  const depths = depthsOf(dependenciesIn(job.tasks));
  const depthOf = (id: string): number => {
    const depth = depths.get(id);
    if (depth === undefined) throw new Error(`The task ${id} waits for itself.`);
    return depth;
  };
  const tasks = job.tasks
    .toSorted((one, other) => depthOf(one.id) - depthOf(other.id))
    .map((task) => plannedTask(task, catalog));
  return freezePlan({ name, description, tasks, hash: hashOf({ name, description, tasks }) });
}

/** Equal for equal plans, and for no others. */
export function hashOf({ name, description, tasks }: Omit<JobPlan, 'hash'>): string {
  return sha256(canonicalJson({ version: 1, name, description, tasks: tasks.map((task) => ({ ...task })) }));
}

function plannedTask(task: ReadyTask, catalog: Catalog): PlannedTask {
  const { id, service, command, input, fault } = task;
  const known = catalog.find(service, command);
  if (known === undefined) throw new Error(`There is no command ${service}.${command}.`);
  return {
    id,
    service,
    command,
    tool: known.tool.name,
    input,
    dependsOn: dependenciesOf(task),
    effect: effectOf(known, input),
    ...(fault === undefined ? {} : { fault }),
  };
}

/** An effect that depends on a value that is not known yet counts as the worst possible one. */
function effectOf({ effect, tool }: CatalogCommand, input: JsonObject): Effect {
  if (effect !== 'varies') return effect;
  const read = hasReference(input) ? undefined : tool.input.safeParse(input);
  return read?.success && typeof tool.effect === 'function' ? tool.effect(read.data) : 'executes';
}

function freezePlan(plan: JobPlan): JobPlan {
  for (const task of plan.tasks) {
    freezeJson(task.input);
    Object.freeze(task.dependsOn);
    Object.freeze(task);
  }
  Object.freeze(plan.tasks);
  return Object.freeze(plan);
}

function freezeJson(value: Json): void {
  if (Array.isArray(value)) value.forEach(freezeJson);
  else if (isJsonObject(value)) Object.values(value).forEach(freezeJson);
  Object.freeze(value);
}
