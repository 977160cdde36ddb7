import type { Effect } from '../../../contracts/tool.ts';
import { Failure } from '../../../core/failure.ts';
import { canonicalJson, isJsonObject, type Json, type JsonObject, sha256 } from '../../../core/json.ts';
import type { Catalog, CatalogCommand } from '../catalog.ts';
import { dependenciesIn, dependenciesOf, depthsOf, type InputTask } from '../graph/graph.ts';
import {
  hasReference,
  lineWithValues,
  type Reference,
  replaceReferences,
  wholeReference,
} from '../graph/reference.ts';
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

/** Outputs of the tasks that are done, by id, each checked against the schema of its command. */
export type Outputs = ReadonlyMap<string, Json>;

/** Longest input with everything put in, in UTF-16 code units of its JSON. */
const MAX_LENGTH = 1_000_000;

/**
 * The input with its references replaced. A value that is wholly one reference keeps the JSON type of the output; in
 * a longer text strings, numbers and booleans become text. Inserted text is not searched again.
 * @param how `line`: its member that a shell reads, where values are quoted; `reasons`: texts of failures
 * @throws Failure `not-found` when the task has no such output, `invalid` when it is not permitted within a text or
 * the whole became too long; nothing is replaced by an empty text
 */
export function resolveReferences(
  input: Json,
  outputs: Outputs,
  { line, reasons }: { readonly line?: string | undefined; readonly reasons: JobReasons },
): Json {
  const known = { outputs, reasons };
  const resolved = line === undefined ? resolveValue(input, known) : withLine(input, known, line);
  const length = JSON.stringify(resolved).length;
  if (length <= MAX_LENGTH) return resolved;
  throw new Failure('invalid', reasons.tooLong(length, MAX_LENGTH));
}

interface ResolveContext {
  readonly outputs: Outputs;
  readonly reasons: JobReasons;
}

function resolveValue(value: Json, known: ResolveContext): Json {
  if (typeof value === 'string') return resolveText(value, known);
  if (Array.isArray(value)) return value.map((item: Json) => resolveValue(item, known));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolveValue(item, known)]));
}

function withLine(input: Json, known: ResolveContext, line: string): Json {
  const text = isJsonObject(input) ? input[line] : undefined;
  if (!isJsonObject(input) || typeof text !== 'string') return resolveValue(input, known);
  const value = lineWithValues(text, (reference) => textAt(reference, known));
  return Object.fromEntries(
    Object.entries(input).map(([key, item]) => [key, key === line ? value : resolveValue(item, known)]),
  );
}

function resolveText(text: string, known: ResolveContext): Json {
  const whole = wholeReference(text);
  if (whole !== undefined) return outputAt(whole, known);
  return replaceReferences(text, (reference) => textAt(reference, known));
}

function outputAt({ text, task, path }: Reference, { outputs, reasons }: ResolveContext): Json {
  let value = outputs.get(task);
  for (const field of path) value = value === undefined ? undefined : memberOf(value, field);
  if (value !== undefined) return value;
  throw new Failure('not-found', reasons.noValue(text, task));
}

/** Only members of the value itself, and none that every object of JavaScript has. */
function memberOf(value: Json, field: string): Json | undefined {
  if (Array.isArray(value)) return /^\d{1,9}$/.test(field) ? value[Number(field)] : undefined;
  return isJsonObject(value) && Object.hasOwn(value, field) ? value[field] : undefined;
}

function textAt(reference: Reference, known: ResolveContext): string {
  const value = outputAt(reference, known);
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const kind = value === null ? 'null' : Array.isArray(value) ? 'list' : 'object';
  throw new Failure('invalid', known.reasons.noText[kind](reference.text));
}
