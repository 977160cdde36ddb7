import * as z from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import type { Locale } from '../../../core/texts/texts.ts';
import { jobFault } from '../texts/texts.ts';
import { referencesIn, stringsIn } from './reference.ts';

/** How tasks and jobs are called: ASCII, so that no two look the same, and short enough for a line on a phone. */
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const NAME_RULE = 'a letter, then letters, digits, - or _, 64 at most';

/** A name that every object of JavaScript has as a member; nothing that people or models write may have such a name. */
export function isPrototypeName(name: string): boolean {
  return name in Object.prototype || name === 'prototype';
}

/** Most tasks of one graph: what a person can still look over in parts, and a program steps through at once. */
export const MAX_TASKS = 1_000;
/** Longest chain of tasks that wait for one another. */
export const MAX_DEPTH = 200;
/** Most tasks that one task may wait for. */
const MAX_DEPENDENCIES = 200;
/** Most tasks whose input the model makes: each is a request that costs money. */
export const MAX_PROMPTS = 50;
/** Longest input of one task, in UTF-16 code units of its JSON. */
const MAX_INPUT_LENGTH = 200_000;
/** How deep an input may be nested. */
const MAX_INPUT_DEPTH = 20;
const MAX_PROMPT_LENGTH = 4_000;
const MAX_DESCRIPTION_LENGTH = 1_000;
/** Longest name of a service or command that is compared with the known ones. */
const MAX_COMMAND_LENGTH = 64;

interface TaskFrame {
  /** Unique in its graph. */
  readonly id: string;
  readonly service: string;
  readonly command: string;
  /** As written; a reference to a task implies it (see `dependenciesOf`). */
  readonly dependsOn: readonly string[];
}
/** A task whose parameters are there, or one that says in words what they should be. */
export type InputTask = TaskFrame & { readonly input: JsonObject; readonly prompt?: undefined };
export type PromptTask = TaskFrame & { readonly prompt: string; readonly input?: undefined };
export type GraphTask = InputTask | PromptTask;

export interface JobGraph {
  readonly name: string;
  readonly description: string;
  readonly tasks: readonly GraphTask[];
}

/** A problem and its place: `path` leads from the graph to it, as `['tasks', 3, 'dependsOn', 0]`. */
export interface GraphProblem {
  readonly path: readonly PropertyKey[];
  readonly fault: Fault;
}

const Name = z
  .string()
  .regex(NAME, `expected ${NAME_RULE}`)
  .refine((name) => !isPrototypeName(name), 'this name is taken by the language itself');
const Word = z.string().min(1).max(MAX_COMMAND_LENGTH);
const Input = z.custom<JsonObject>((value) => isJsonObject(value as Json), 'expected parameters by name');

const Task = z
  .strictObject({
    id: Name,
    service: Word,
    command: Word,
    input: Input.optional(),
    prompt: z.string().trim().min(1).max(MAX_PROMPT_LENGTH).optional(),
    dependsOn: z.array(Name).max(MAX_DEPENDENCIES).default([]),
  })
  .transform(({ input, prompt, ...frame }, context): GraphTask => {
    if (prompt === undefined) return { ...frame, input: input ?? {} };
    if (input === undefined) return { ...frame, prompt };
    context.addIssue({ code: 'custom', path: ['prompt'], message: 'give input or prompt, not both' });
    return z.NEVER;
  });

const Graph = z.strictObject({
  name: Name,
  description: z.string().trim().max(MAX_DESCRIPTION_LENGTH).default(''),
  tasks: z.array(Task).min(1, 'expected at least one task'),
});

type ReadGraph =
  | { readonly kind: 'graph'; readonly graph: JobGraph }
  | { readonly kind: 'problems'; readonly problems: readonly GraphProblem[] };

/** Parses a graph. `checkGraph` judges the meaning of its parts. */
export function readGraph(tree: unknown): ReadGraph {
  // Before anything else: the time that reading takes depends on it.
  const tooMuch = tooLarge(tree);
  if (tooMuch.length > 0) return { kind: 'problems', problems: tooMuch };
  const read = Graph.safeParse(tree);
  return read.success
    ? { kind: 'graph', graph: read.data }
    : { kind: 'problems', problems: read.error.issues.flatMap(problemsOf) };
}

/** Tasks that must be done before this one: those it names and those it refers to, each once, in order. */
export function dependenciesOf({ dependsOn, input, prompt }: GraphTask): readonly string[] {
  const referred = stringsIn(input ?? prompt).flatMap(({ text }) =>
    referencesIn(text).map(({ task }) => task),
  );
  return [...new Set([...dependsOn, ...referred])].toSorted();
}

function tooLarge(tree: unknown): readonly GraphProblem[] {
  const tasks = memberOf(tree, 'tasks');
  if (!Array.isArray(tasks)) return [];
  if (tasks.length > MAX_TASKS) {
    return [{ path: ['tasks'], fault: jobFault('too-many-tasks', tasks.length, MAX_TASKS) }];
  }
  return tasks.flatMap((task: unknown, at) => {
    const fault = tooLargeInput(memberOf(task, 'input'));
    return fault === undefined ? [] : [{ path: ['tasks', at, 'input'], fault }];
  });
}

function tooLargeInput(input: unknown): Fault | undefined {
  const fault = nestingFault(input, 0);
  if (fault !== undefined || input === undefined) return fault;
  const size = JSON.stringify(input)?.length ?? 0;
  return size > MAX_INPUT_LENGTH ? jobFault('input-too-large', size, MAX_INPUT_LENGTH) : undefined;
}

/** Looks no deeper than is allowed, so that nothing can make it go on for ever. */
function nestingFault(value: unknown, depth: number): Fault | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_INPUT_DEPTH) return jobFault('input-too-deep', MAX_INPUT_DEPTH);
  const taken = Array.isArray(value) ? undefined : Object.keys(value).find(isPrototypeName);
  if (taken !== undefined) return jobFault('name-taken', taken);
  for (const member of Object.values(value)) {
    const fault = nestingFault(member, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

/** An unknown key is reported at the map that holds it; a person looks for the key itself. */
function problemsOf(issue: z.core.$ZodIssue): readonly GraphProblem[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: [...issue.path, key],
      fault: jobFault('expected', 'there is no such field'),
    }));
  }
  const expected = issue.message.replace(/^Invalid (input|option|string): /, '');
  return [{ path: issue.path, fault: jobFault('expected', expected) }];
}

/** `task build, dependsOn.0`; a task without a usable name is called by its number. */
export function placeText(path: readonly PropertyKey[], tree: unknown, locale: Locale): string {
  const [top, at, ...rest] = path;
  if (top !== 'tasks' || typeof at !== 'number') return path.map(String).join('.');
  const tasks: unknown = typeof tree === 'object' && tree !== null ? Reflect.get(tree, 'tasks') : undefined;
  const written: unknown = Array.isArray(tasks) ? tasks[at] : undefined;
  const id: unknown = memberOf(written, 'id');
  const task =
    typeof id === 'string' && id.length <= 64 ? jobFault('task', id) : jobFault('task-number', at + 1);
  return [task.in(locale), ...(rest.length === 0 ? [] : [rest.map(String).join('.')])].join(', ');
}

/** Which task waits for which: ids of what must be done first, by id. */
type TaskDependencies = ReadonlyMap<string, readonly string[]>;

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
