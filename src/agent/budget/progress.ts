import * as z from 'zod';
import type { CheckpointStep, WorkspaceState } from '../../contracts/checkpoints.ts';
import { TaskPlan } from '../../contracts/session.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { statesDiffer } from '../../git/checkpoints/trees.ts';
import { commandIn } from '../calls/ran-commands.ts';
import { type DatedRun, testRuns } from '../calls/test-proof.ts';

/** What a session has stored of its work. */
interface StoredWork {
  /** All of the session, in the order in which they ran. */
  readonly calls: readonly CallRecord[];
  readonly steps: readonly CheckpointStep[];
}

/**
 * True when the rounds after `round` brought the task forward: a step was ticked, a file changed, or a test became
 * green. What was so before counts as nothing new: a step ticked twice, a file changed back and forth, a test that
 * passes now and then. Only rows are read, so a restarted program comes to the same answer.
 */
export function hasProgressedSince(round: number, { calls, steps }: StoredWork): boolean {
  const first = calls.findIndex((call) => call.round > round);
  if (first < 0) return false;
  return (
    isStepTicked(calls, first) ||
    isFileEdited(calls, first) ||
    isTestNewlyGreen(calls, first) ||
    isChangedByCommand({ calls, steps }, first)
  );
}

/** Steps are known by their titles, so the same checklist made anew ticks nothing anew. */
function isStepTicked(calls: readonly CallRecord[], first: number): boolean {
  const ticked = (call: CallRecord): readonly string[] =>
    call.result?.ok === true
      ? (TaskPlan.safeParse(call.result.data).data?.steps ?? []).flatMap(({ title, status }) =>
          status === 'done' ? [title] : [],
        )
      : [];
  const before = new Set(calls.slice(0, first).flatMap(ticked));
  return calls
    .slice(first)
    .flatMap(ticked)
    .some((title) => !before.has(title));
}

/** The intent of an edit: hashes of the content; null = no file. */
const FileState = z.object({
  path: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
});
const EditIntent = z.object({ prepared: FileState });

/** True when an edit gave a file a content that no edit before had found or made. */
function isFileEdited(calls: readonly CallRecord[], first: number): boolean {
  const seen = new Set<string>();
  for (const [index, call] of calls.entries()) {
    const edit = call.result?.ok === true ? EditIntent.safeParse(call.prepared).data?.prepared : undefined;
    if (edit === undefined) continue;
    const { path, before, after } = edit;
    const made = `${after} ${path}`;
    if (index >= first && !seen.has(made) && after !== before) return true;
    seen.add(made).add(`${before} ${path}`);
  }
  return false;
}

function isTestNewlyGreen(calls: readonly CallRecord[], first: number): boolean {
  const runs = testRuns(calls);
  return runs.some(
    (run, index) =>
      run.at >= first &&
      isNewlyGreen(
        run,
        runs.slice(0, index).filter(({ line }) => line === run.line),
      ),
  );
}

/** @param earlier runs of the same command: without one there is nothing that it could be better than */
function isNewlyGreen({ verdict, run }: DatedRun, earlier: readonly DatedRun[]): boolean {
  if (earlier.length === 0) return false;
  if (verdict === 'passed' && earlier.every((other) => other.verdict === 'failed')) return true;
  const passed = earlier.map((other) => other.run.counts?.passed ?? Number.POSITIVE_INFINITY);
  return (run.counts?.passed ?? 0) > Math.max(...passed);
}

/** True when a command that succeeded left the project in a state that was not there before; test runs only test. */
function isChangedByCommand({ calls, steps }: StoredWork, first: number): boolean {
  const tests = new Set(testRuns(calls).map(({ at }) => calls[at]?.id));
  const working = new Set(
    calls
      .slice(first)
      .filter((call) => commandIn(call, calls)?.end === 0 && !tests.has(call.id))
      .map(({ id }) => id),
  );
  return steps.some(({ call, before, after }, index) => {
    if (!working.has(call) || before === undefined || after === undefined) return false;
    const known = steps.slice(0, index).flatMap((step) => [keyOf(step.before), keyOf(step.after)]);
    return statesDiffer(before, after) && !known.includes(keyOf(after));
  });
}

function keyOf(state: WorkspaceState | undefined): string {
  return JSON.stringify(state?.trees ?? []);
}
