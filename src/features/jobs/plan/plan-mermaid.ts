import { commandName } from '../catalog/catalog.ts';
import type { JobPlan } from './plan.ts';

/**
 * The plan as a flow chart in Mermaid. Nodes are numbered, because names as `end` mean something there; ids and commands
 * are ASCII without quotes.
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
