import { isJsonObject, type Json, type JsonObject } from '../../../core/json.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import { branchesOf, type Catalog, type CatalogCommand, propertiesOf, typesOf } from '../catalog.ts';
import {
  dependenciesIn,
  depthsOf,
  type GraphProblem,
  type GraphTask,
  isPrototypeName,
  type JobGraph,
  MAX_DEPTH,
  MAX_PROMPTS,
  ringIn,
} from '../graph/graph.ts';
import { isWholeReference, lineFault, type Reference, referencesIn, stringsIn } from '../graph/reference.ts';
import { jobFault } from '../texts/texts.ts';
import { type SchemaCheck, validationFault } from './schema-check.ts';

/** How many problems are collected: after fixing these the author checks again. */
const MAX_PROBLEMS = 20;

/** Problems that are known before any task runs; empty for a graph that can be planned. */
export function checkGraph(
  { tasks }: JobGraph,
  catalog: Catalog,
  check: SchemaCheck,
): readonly GraphProblem[] {
  const outputs = outputSchemas(tasks, catalog);
  const first = firstOf(tasks);
  const problems: GraphProblem[] = [];
  for (const [at, task] of tasks.entries()) {
    if (problems.length >= MAX_PROBLEMS) return problems;
    const own = [
      ...(first.get(task.id) === at ? [] : [{ path: ['id'], fault: jobFault('same-name', task.id) }]),
      ...taskProblems(task, { catalog, outputs, check }),
    ];
    problems.push(...own.map(({ path, fault }) => ({ path: ['tasks', at, ...path], fault })));
  }
  return [...problems, ...promptProblems(tasks), ...orderProblems(tasks, first)];
}

export interface CheckParts {
  readonly catalog: Catalog;
  readonly outputs: OutputSchemas;
  readonly check: SchemaCheck;
}

/** Problems of one task by itself; paths begin at the task. */
export function taskProblems(
  task: GraphTask,
  { catalog, outputs, check }: CheckParts,
): readonly GraphProblem[] {
  return [
    ...commandProblems(task, catalog),
    ...dependencyProblems(task, outputs),
    ...referenceProblems(task, catalog, outputs),
    ...lineProblems(task, catalog),
    ...inputProblems(task, catalog, check),
  ];
}

function commandProblems({ service, command }: GraphTask, catalog: Catalog): readonly GraphProblem[] {
  if (catalog.find(service, command) !== undefined) return [];
  const ofService = catalog.commands.filter((one) => one.service === service);
  if (ofService.length === 0) {
    const services = [...new Set(catalog.commands.map((one) => one.service))];
    return [{ path: ['service'], fault: jobFault('no-service', service, nearOrAll(service, services)) }];
  }
  const names = ofService.map((one) => one.command);
  return [{ path: ['command'], fault: jobFault('no-command', service, command, nearOrAll(command, names)) }];
}

function dependencyProblems({ id, dependsOn }: GraphTask, outputs: OutputSchemas): readonly GraphProblem[] {
  const self = dependsOn.indexOf(id);
  if (self !== -1) return [{ path: ['dependsOn', self], fault: jobFault('waits-for-itself') }];
  // Only the first unknown task is named: looking for the nearest name takes a while where there are many.
  const at = dependsOn.findIndex((other) => !outputs.has(other));
  const other = dependsOn[at];
  if (other === undefined) return [];
  const near = nearestName(other, [...outputs.keys()]);
  const fault = near === undefined ? jobFault('no-task', other) : jobFault('no-task-near', other, near);
  return [{ path: ['dependsOn', at], fault }];
}

function referenceProblems(
  task: GraphTask,
  catalog: Catalog,
  outputs: OutputSchemas,
): readonly GraphProblem[] {
  const known = catalog.find(task.service, task.command);
  const [root, value]: [string, Json] =
    task.input === undefined ? ['prompt', task.prompt] : ['input', task.input];
  return stringsIn(value).flatMap(({ text, path }) =>
    referencesIn(text).flatMap((reference) => {
      const place = {
        task: task.id,
        isWhole: root === 'input' && isWholeReference(text),
        expected: root === 'input' ? typesAt(known, path) : [],
      };
      // The model decides where it uses a value of a prompt, which is checked then.
      const judged = root === 'input' ? place : { ...place, isWhole: true };
      const fault = referenceFault(reference, judged, outputs);
      return fault === undefined ? [] : [{ path: [root, ...path], fault }];
    }),
  );
}

function typesAt(known: CatalogCommand | undefined, path: readonly string[]): readonly string[] {
  let schema = known?.input;
  for (const field of path) schema = schema === undefined ? undefined : fieldIn(schema, field);
  return schema === undefined ? [] : typesOf(schema);
}

function lineProblems({ service, command, input }: GraphTask, catalog: Catalog): readonly GraphProblem[] {
  const known = catalog.find(service, command);
  const fault = input === undefined ? undefined : lineFault(known?.tool.name, input);
  return fault === undefined ? [] : [{ path: ['input', 'command'], fault }];
}

function inputProblems(task: GraphTask, catalog: Catalog, check: SchemaCheck): readonly GraphProblem[] {
  const known = catalog.find(task.service, task.command);
  if (task.input === undefined || known === undefined) return [];
  const problems = check.problems(known.input, task.input, 'open');
  return problems.length === 0 ? [] : [{ path: ['input'], fault: validationFault(problems) }];
}

function promptProblems(tasks: readonly GraphTask[]): readonly GraphProblem[] {
  const prompts = tasks.filter(({ prompt }) => prompt !== undefined).length;
  if (prompts <= MAX_PROMPTS) return [];
  return [{ path: ['tasks'], fault: jobFault('too-many-prompts', prompts, MAX_PROMPTS) }];
}

function orderProblems(
  tasks: readonly GraphTask[],
  first: ReadonlyMap<string, number>,
): readonly GraphProblem[] {
  const waits = dependenciesIn(tasks);
  const ring = ringIn(waits);
  if (ring !== undefined) {
    const path = ['tasks', first.get(ring[0] ?? '') ?? 0, 'dependsOn'];
    // A task that waits for itself was named already.
    if (ring.length <= 2) return [];
    return [{ path, fault: jobFault('ring', ring.join(' -> ')) }];
  }
  const deepest = Math.max(0, ...depthsOf(waits).values());
  if (deepest <= MAX_DEPTH) return [];
  return [{ path: ['tasks'], fault: jobFault('too-long-chain', deepest, MAX_DEPTH) }];
}

function firstOf(tasks: readonly GraphTask[]): ReadonlyMap<string, number> {
  // The last entry of a name would win.
  return new Map(tasks.map(({ id }, at): [string, number] => [id, at]).toReversed());
}

function nearOrAll(name: string, names: readonly string[]): Fault {
  const near = nearestName(name, names);
  return near === undefined ? jobFault('there-are', names.join(', ')) : jobFault('near', near);
}

/** Output schemas of tasks, by id; undefined for a task with an unknown command. */
export type OutputSchemas = ReadonlyMap<string, JsonObject | undefined>;

/** Types that are permitted within a longer text. */
const TEXTUAL = ['string', 'number', 'integer', 'boolean'];

interface ReferenceContext {
  /** Task that refers. */
  readonly task: string;
  /** True when the value is the reference and nothing else: it then keeps its type. */
  readonly isWhole: boolean;
  /** Types that are expected there; empty: any. */
  readonly expected: readonly string[];
}

export function outputSchemas(
  tasks: readonly { readonly id: string; readonly service: string; readonly command: string }[],
  catalog: Catalog,
): OutputSchemas {
  return new Map(
    tasks.map(({ id, service, command }) => [id, catalog.find(service, command)?.output] as const),
  );
}

/** The fault of a reference, as far as the schemas show; undefined without one. */
function referenceFault(
  { text, task, path }: Reference,
  place: ReferenceContext,
  outputs: OutputSchemas,
): Fault | undefined {
  const taken = [task, ...path].find(isPrototypeName);
  if (taken !== undefined) return jobFault('reference-taken', text, taken);
  if (task === place.task) return jobFault('reference-itself', text);
  if (!outputs.has(task)) return jobFault('reference-no-task', text, task);
  let schema = outputs.get(task);
  // Its command is not known, which is a problem of its own.
  if (schema === undefined) return undefined;
  for (const [at, field] of path.entries()) {
    const next: JsonObject | undefined = fieldIn(schema, field);
    if (next === undefined)
      return unknownField(schema, field, { text, way: [task, 'output', ...path.slice(0, at)] });
    schema = next;
  }
  return typeFault(text, place, typesOf(schema));
}

/** The schema of one member or item; undefined when there cannot be one. */
function fieldIn(schema: JsonObject, field: string): JsonObject | undefined {
  const found = branchesOf(schema)
    .map((branch) => fieldOfBranch(branch, field))
    .filter((one) => one !== undefined);
  const [only, ...more] = found;
  return more.length === 0 ? only : { anyOf: found };
}

function fieldOfBranch(branch: JsonObject, field: string): JsonObject | undefined {
  const { items, additionalProperties: others } = branch;
  if (/^\d{1,9}$/.test(field) && items !== undefined && isJsonObject(items)) return items;
  return (
    propertiesOf(branch).get(field) ?? (others !== undefined && isJsonObject(others) ? others : undefined)
  );
}

function unknownField(
  schema: JsonObject,
  field: string,
  { text, way }: { readonly text: string; readonly way: readonly string[] },
): Fault {
  const names = branchesOf(schema).flatMap((branch) => [...propertiesOf(branch).keys()]);
  const isList = branchesOf(schema).some(({ items }) => items !== undefined);
  const place = way.join('.');
  if (isList) return jobFault('reference-no-item', text, place, field);
  return names.length === 0
    ? jobFault('reference-no-field', text, place, field)
    : jobFault('reference-other-fields', text, place, field, names.join(', '));
}

function typeFault(
  text: string,
  { isWhole, expected }: ReferenceContext,
  types: readonly string[],
): Fault | undefined {
  if (types.length === 0) return undefined;
  if (!isWhole) {
    const fits = types.some((type) => TEXTUAL.includes(type));
    return fits ? undefined : jobFault('reference-in-text', text, typeNames(types));
  }
  if (expected.length === 0 || types.some((type) => expected.some((wanted) => fitsType(type, wanted))))
    return undefined;
  return jobFault('reference-type', text, typeNames(types), typeNames(expected));
}

function typeNames(types: readonly string[]): Fault | string {
  return types.reduce<Fault | string>(
    (names, type) => (names === '' ? type : jobFault('or', names, type)),
    '',
  );
}

/** Whether a value of one type can be one of the other: a number may turn out to be whole. */
function fitsType(type: string, wanted: string): boolean {
  const numbers = ['number', 'integer'];
  return type === wanted || (numbers.includes(type) && numbers.includes(wanted));
}
