import type { Json } from '../../../core/json.ts';
import { nearestName } from '../../../core/nearest-name.ts';
import type { Fault } from '../../../core/texts/faults.ts';
import type { Catalog, CatalogCommand } from '../catalog/catalog.ts';
import { typesOf } from '../catalog/json-schema.ts';
import { lineFault } from '../graph/command-line.ts';
import { type GraphProblem, type GraphTask, type JobGraph, MAX_DEPTH, MAX_PROMPTS } from '../graph/graph.ts';
import { dependenciesIn, depthsOf, ringIn } from '../graph/order.ts';
import { isWholeReference, referencesIn, stringsIn } from '../graph/reference.ts';
import { jobFault } from '../texts/faults.ts';
import { fieldIn, type OutputSchemas, outputSchemas, referenceFault } from './check-reference.ts';
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
