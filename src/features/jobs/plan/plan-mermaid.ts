import { commandName } from '../catalog.ts';
import type { JobPlan } from './plan.ts';
import { readPlan } from './stored-plan.ts';

/**
 * The plan as a flow chart in Mermaid. Nodes are numbered, because names as `end` mean something there; ids and
 * commands are ASCII without quotes.
 */
export function planMermaid({ tasks }: JobPlan): string {
  const nodeOf = new Map(tasks.map(({ id }, at) => [id, `t${at}`]));
  const nodes = tasks.map((task) => {
    const { id, effect } = task;
    return `  ${nodeOf.get(id)}["${id}: ${commandName(task)}"]:::${effect}`;
  });
  const edges = tasks.flatMap(({ id, dependsOn }) =>
    dependsOn.map((other) => `  ${nodeOf.get(other)} --> ${nodeOf.get(id)}`),
  );
  return ['flowchart TD', ...nodes, ...edges].join('\n');
}

/** The same for a stored plan, with the hash that names it. */
export function drawStoredPlan(text: string): { readonly hash: string; readonly mermaid: string } {
  const plan = readPlan(text);
  return { hash: plan.hash, mermaid: planMermaid(plan) };
}
