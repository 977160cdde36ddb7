import { isFailure } from '../../../core/failure.ts';
import type { Json } from '../../../core/json.ts';
import { type Catalog, commandName } from '../catalog/catalog.ts';
import type { SchemaCheck } from '../check/schema-check.ts';
import { shellLineIn } from '../graph/command-line.ts';
import type { JobPlan, JobReasons, PlannedTask } from '../plan/plan.ts';
import { type Outputs, resolveReferences } from '../plan/resolve.ts';
import { isReady, statesOf, type TaskResult, type TaskResults, type TaskStates } from '../plan/states.ts';

/** A task as a call of its tool. */
export interface TaskCall {
  /** Made from the id of the task: the same after every start. */
  readonly id: string;
  readonly task: string;
  readonly tool: string;
  /** Every reference resolved, and valid. */
  readonly input: Json;
}

/** `calls`: to be made now. `over`: nothing can run any more. */
export type NextStep =
  | { readonly kind: 'calls'; readonly calls: readonly TaskCall[]; readonly states: TaskStates }
  | { readonly kind: 'over'; readonly states: TaskStates };

export interface StepParts {
  readonly catalog: Catalog;
  readonly check: SchemaCheck;
  readonly reasons: JobReasons;
  /** Most calls of one step. */
  readonly most: number;
}

/**
 * The next step of a job, from its plan and the results so far alone. A task whose input cannot be resolved, or is
 * invalid afterwards, has failed; the same results always give the same, so nothing has to be stored.
 */
export function nextStep(plan: JobPlan, results: TaskResults, parts: StepParts): NextStep {
  const known = new Map(results);
  const outputs = outputsOf(results);
  const calls: TaskCall[] = [];
  let states = statesOf(plan, known);
  for (const task of plan.tasks) {
    if (calls.length >= parts.most) break;
    if (!isReady(task, states)) continue;
    const attempt = inputFor(task, outputs, parts);
    if (attempt.kind === 'input') calls.push(callOf(task, attempt.input));
    else known.set(task.id, attempt);
  }
  states = statesOf(plan, known);
  if (calls.length > 0) return { kind: 'calls', calls, states };
  return { kind: 'over', states };
}

/** The result of a task from its call: an output that does not match the command's schema is a failure. */
export function resultOf(
  { id, service, command }: PlannedTask,
  output: Json,
  { catalog, check, reasons }: Omit<StepParts, 'most'>,
): TaskResult {
  const schema = catalog.find(service, command)?.output;
  const problems = schema === undefined ? [] : check.problems(schema, output, 'resolved');
  if (problems.length === 0) return { kind: 'done', output };
  return { kind: 'failed', reason: reasons.broken(id, problems.join('; ')) };
}

/** The id of the call that carries out this task. */
export function callIdOf(task: string): string {
  return `job_${task}`;
}

function callOf({ id, tool }: PlannedTask, input: Json): TaskCall {
  return { id: callIdOf(id), task: id, tool, input };
}

type InputResult =
  | { readonly kind: 'input'; readonly input: Json }
  | { readonly kind: 'failed'; readonly reason: string };

function inputFor(
  { service, command, tool, input }: PlannedTask,
  outputs: Outputs,
  { catalog, check, reasons }: StepParts,
): InputResult {
  const schema = catalog.find(service, command)?.input;
  if (schema === undefined) {
    return { kind: 'failed', reason: reasons.noCommand(commandName({ service, command })) };
  }
  try {
    const resolved = resolveReferences(input, outputs, { line: shellLineIn(tool, input), reasons });
    const problems = check.problems(schema, resolved, 'resolved');
    if (problems.length === 0) return { kind: 'input', input: resolved };
    return { kind: 'failed', reason: reasons.invalid(problems.join('; ')) };
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: 'failed', reason: error.message };
  }
}

function outputsOf(results: TaskResults): Outputs {
  const done = [...results].flatMap(([id, result]): [string, Json][] =>
    result.kind === 'done' ? [[id, result.output]] : [],
  );
  return new Map(done);
}
