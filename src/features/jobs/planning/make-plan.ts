import type { ModelFault } from '../../../contracts/model.ts';
import { checkGraph } from '../check/check-graph.ts';
import { outputSchemas } from '../check/check-reference.ts';
import {
  dependenciesOf,
  type GraphProblem,
  type GraphTask,
  type JobGraph,
  type PromptTask,
} from '../graph/graph.ts';
import { type JobPlan, planOf, type ReadyTask } from '../plan/plan.ts';
import { type AskParts, type MadeInput, makeInput } from './command-agent.ts';
import { NOTHING_SPENT, type RequestCost, sumOf } from './tries.ts';

/** Questions to the model at the same time. */
const MAX_AT_ONCE = 4;

/** `refused`: what the model made does not fit together. `fault`: the model cannot be asked now; nothing is kept. */
export type MadePlan = (
  | { readonly kind: 'plan'; readonly plan: JobPlan }
  | { readonly kind: 'refused'; readonly problems: readonly GraphProblem[]; readonly graph: JobGraph }
  | { readonly kind: 'fault'; readonly fault: ModelFault }
) & { readonly spent: RequestCost };

/** Missing where no task has a prompt. */
export type PlanParts = Pick<AskParts, 'catalog' | 'check'> & { ask(): AskParts };

/**
 * The plan of a graph that was checked. The model makes the parameters of tasks that only have a prompt; one for which
 * it cannot is planned as failed, so that what does not depend on it can still run.
 */
export async function makePlan(graph: JobGraph, parts: PlanParts): Promise<MadePlan> {
  const made = await completeTasks(graph, parts);
  if (made.kind === 'fault') return made;
  const { tasks, spent } = made;
  // Parameters that refer to one another may have closed a ring.
  const complete = { ...graph, tasks: tasks.map((task, at) => taskToJudge(task, graph.tasks[at])) };
  const problems = checkGraph(complete, parts.catalog, parts.check);
  if (problems.length > 0) return { kind: 'refused', problems, graph: complete, spent };
  return { kind: 'plan', plan: planOf({ ...graph, tasks }, parts.catalog), spent };
}

/** A failed task is judged as it was written: it has no parameters to check. */
function taskToJudge({ fault, ...task }: ReadyTask, before: GraphTask | undefined): GraphTask {
  return fault === undefined || before === undefined ? task : before;
}

type CompletedTasks =
  | { readonly kind: 'tasks'; readonly tasks: readonly ReadyTask[]; readonly spent: RequestCost }
  | { readonly kind: 'fault'; readonly fault: ModelFault; readonly spent: RequestCost };

async function completeTasks(graph: JobGraph, parts: PlanParts): Promise<CompletedTasks> {
  const prompts = graph.tasks.filter((task): task is PromptTask => task.prompt !== undefined);
  const outputs = outputSchemas(graph.tasks, parts.catalog);
  const made = new Map<string, ReadyTask>();
  let spent = NOTHING_SPENT;
  for (let from = 0; from < prompts.length; from += MAX_AT_ONCE) {
    const some = prompts.slice(from, from + MAX_AT_ONCE);
    const asked = parts.ask();
    const answers = await Promise.all(some.map((task) => makeInput(task, outputs, asked)));
    spent = answers.reduce((sum, answer) => sumOf(sum, answer.spent), spent);
    for (const [at, task] of some.entries()) {
      const answer = answers[at];
      if (answer?.kind === 'fault') return { kind: 'fault', fault: answer.fault, spent };
      if (answer !== undefined) made.set(task.id, readyTask(task, answer));
    }
  }
  const tasks = graph.tasks.flatMap((task) => (task.input === undefined ? (made.get(task.id) ?? []) : task));
  return { kind: 'tasks', tasks, spent };
}

function readyTask(task: PromptTask, answer: Exclude<MadeInput, { kind: 'fault' }>): ReadyTask {
  return answer.kind === 'made' ? { ...answer.output } : failedTask(task, answer.reason);
}

function failedTask(task: PromptTask, fault: string): ReadyTask {
  const { id, service, command } = task;
  return { id, service, command, input: {}, dependsOn: dependenciesOf(task), fault };
}
