import type { JsonObject } from '../../../src/core/json.ts';
import { describedTools } from '../../../src/features/contributions.ts';
import { catalogOf } from '../../../src/features/jobs/catalog.ts';
import { checkGraph } from '../../../src/features/jobs/check/check-graph.ts';
import { createSchemaCheck } from '../../../src/features/jobs/check/schema-check.ts';
import { type InputTask, type JobGraph, readGraph } from '../../../src/features/jobs/graph/graph.ts';
import { type JobPlan, planOf } from '../../../src/features/jobs/plan/plan.ts';

export const catalog = catalogOf(describedTools());
export const check = await createSchemaCheck();

/** A task as somebody writes it. */
export interface WrittenTask {
  readonly id: string;
  readonly service?: string;
  readonly command?: string;
  readonly input?: JsonObject;
  readonly prompt?: string;
  readonly dependsOn?: readonly string[];
}

/** Tasks that look at git unless they say otherwise. */
export function written(...tasks: readonly WrittenTask[]) {
  return { name: 'job', tasks: tasks.map((task) => ({ service: 'git', command: 'status', ...task })) };
}

export function graphOf(tree: unknown): JobGraph {
  const read = readGraph(tree);
  if (read.kind === 'problems') throw new Error(JSON.stringify(read.problems));
  return read.graph;
}

/** What is wrong with these tasks, as `path: text`. */
export function problemsOf(tree: unknown): readonly string[] {
  const read = readGraph(tree);
  const problems = read.kind === 'problems' ? read.problems : checkGraph(read.graph, catalog, check);
  return problems.map(({ path, fault }) => `${path.join('.')}: ${fault.in('en')}`);
}

export function planFor(...tasks: readonly WrittenTask[]): JobPlan {
  const graph = graphOf(written(...tasks));
  const inputs = graph.tasks.filter((task): task is InputTask => task.input !== undefined);
  return planOf({ ...graph, tasks: inputs }, catalog);
}
