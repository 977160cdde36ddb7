import * as z from 'zod';
import type { CallRecord, CallResult } from '../../../contracts/store.ts';
import { oneLine } from '../../../core/text.ts';
import { type JobPlan, type PlannedTask, sentenceOfFault } from '../plan/plan.ts';
import type { Outputs } from '../plan/resolve.ts';
import { isReady, statesOf, type TaskResult, type TaskResults } from '../plan/states.ts';
import { callIdOf, resultOf, type StepParts } from './next-step.ts';

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
