import * as z from 'zod';
import type { CallRecord, CallResult } from '../../../contracts/store.ts';
import { isFailure } from '../../../core/failure.ts';
import type { Json } from '../../../core/json.ts';
import { oneLine } from '../../../core/text.ts';
import { type Catalog, commandName } from '../catalog.ts';
import type { SchemaCheck } from '../check/schema-check.ts';
import { shellLineIn } from '../graph/reference.ts';
import {
  isReady,
  type JobPlan,
  type JobReasons,
  type Outputs,
  type PlannedTask,
  resolveReferences,
  sentenceOfFault,
  statesOf,
  type TaskResult,
  type TaskResults,
  type TaskStates,
} from '../plan/plan.ts';

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
type NextStep =
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

function inputFor(
  { service, command, tool, input }: PlannedTask,
  outputs: Outputs,
  { catalog, check, reasons }: StepParts,
): { readonly kind: 'input'; readonly input: Json } | { readonly kind: 'failed'; readonly reason: string } {
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

/** How much of a tool's failure is kept, in UTF-16 code units. */
const MAX_REASON_LENGTH = 500;

/** Text of a call that a person has refused. */
const NO = /^(?:Command rejected by user|The person said no)\b/;

/** Null when it ran out of time or was killed; a command in the background has a process in its place. */
const CommandEnd = z.object({
  exit_code: z.int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  process_id: z.string().optional(),
});

type ResultParts = Pick<StepParts, 'reasons'> | Omit<StepParts, 'most'>;

/**
 * Results of a job's tasks, from the calls of its session alone.
 * @param earlier of tasks that were done before it began
 * @param parts `reasons`: texts of failures; with the others outputs are checked against the commands' schemas,
 * without them they count as they are, because tools check their own
 */
export function resultsIn(
  { plan, earlier }: { readonly plan: JobPlan; readonly earlier: Outputs },
  calls: readonly CallRecord[],
  parts: ResultParts,
): TaskResults {
  const ended = new Map(calls.flatMap(({ id, result }) => (result === undefined ? [] : [[`${id}`, result]])));
  const results = new Map<string, TaskResult>();
  for (const task of plan.tasks) {
    const output = earlier.get(task.id);
    const result = ended.get(callIdOf(task.id));
    if (output !== undefined) results.set(task.id, { kind: 'done', output });
    else if (result !== undefined) results.set(task.id, judgeResult(task, result, parts));
    else if (task.fault !== undefined)
      results.set(task.id, failedResult(sentenceOfFault(task.fault, parts.reasons)));
  }
  return results;
}

/**
 * Used for a job that is over: a task that could have run and was never called had unusable parameters.
 * @param reasonOf by its place in the plan
 */
export function withUncalled(
  plan: JobPlan,
  results: TaskResults,
  reasonOf: (at: number) => string,
): TaskResults {
  const states = statesOf(plan, results);
  const uncalled = plan.tasks.flatMap((task, at): [string, TaskResult][] =>
    isReady(task, states) ? [[task.id, { kind: 'failed', reason: reasonOf(at) }]] : [],
  );
  return new Map([...results, ...uncalled]);
}

function judgeResult(task: PlannedTask, { ok, text, data }: CallResult, parts: ResultParts): TaskResult {
  const { reasons } = parts;
  if (!ok)
    return failedResult(NO.test(text) ? reasons.rejected : reasons.said(oneLine(text, MAX_REASON_LENGTH)));
  const failure = commandFailure(task, data, reasons);
  if (failure !== undefined) return failure;
  return 'catalog' in parts ? resultOf(task, data, parts) : { kind: 'done', output: data };
}

/** A model can think about an exit code; a job can only take it as success or failure. */
function commandFailure(
  { tool }: PlannedTask,
  data: CallResult['data'],
  { exited }: ResultParts['reasons'],
): TaskResult | undefined {
  if (tool !== 'run_command') return undefined;
  const end = CommandEnd.safeParse(data);
  if (!end.success) return undefined;
  const { exit_code: code, stdout, stderr, process_id: process } = end.data;
  if (code === 0 || (code === null && process !== undefined)) return undefined;
  const said = stderr.trim() === '' ? stdout : stderr;
  return failedResult(exited(code, oneLine(said, MAX_REASON_LENGTH)));
}

function failedResult(text: string): TaskResult {
  return { kind: 'failed', reason: oneLine(text, MAX_REASON_LENGTH) };
}
