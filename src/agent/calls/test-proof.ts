import * as z from 'zod';
import type { CallRecord } from '../../contracts/store.ts';
import type { CallId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import { readTestCommand } from '../../tools/command-kinds.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';
import { type CommandEnd, commandIn } from './ran-commands.ts';

/** One run of tests. */
export interface TestRun {
  /** Undefined when its output did not clearly give them. */
  readonly counts: { readonly passed: number; readonly failed: number; readonly skipped: number } | undefined;
  /** Null when the command was killed or ran out of time. */
  readonly exitCode: number | null;
}

/**
 * What the test runs prove about the present files. `none-needed`: no change that tests could check. `passed`,
 * `failed`: by the runs after the last change. `not-since-change`: none ran after it. `nothing-ran`: one ran, but no
 * test in it passed or failed, or its end is not known.
 */
export type TestProof = 'none-needed' | 'passed' | 'failed' | 'not-since-change' | 'nothing-ran';

/** A run of tests with its place and what it shows. */
export interface DatedRun {
  readonly run: TestRun;
  readonly line: string;
  /** Index of the call among all of the session. */
  readonly at: number;
  readonly verdict: TestVerdict;
}

type TestVerdict = 'passed' | 'failed' | 'unclear';

/** @param changed paths that differ from the beginning of the session */
export function testProof(
  calls: readonly CallRecord[],
  changed: readonly string[],
): { readonly tests: TestRun | undefined; readonly proof: TestProof } {
  const runs = testRuns(calls);
  const lastChange = calls.findLastIndex((call) => changesOneOf(changed, call));
  return { tests: runs.at(-1)?.run, proof: proofOf(runs, lastChange) };
}

/** The last call that ran tests. */
export function lastTestCall(calls: readonly CallRecord[]): CallId | undefined {
  const last = testRuns(calls).at(-1);
  return last === undefined ? undefined : calls[last.at]?.id;
}

/** All runs of tests, oldest first. */
export function testRuns(calls: readonly CallRecord[]): readonly DatedRun[] {
  return calls.flatMap((call, at) => datedRun(call, { at, calls }) ?? []);
}

function proofOf(runs: readonly DatedRun[], lastChange: number): TestProof {
  const since = runs.filter(({ at }) => at > lastChange);
  // A narrower run that passes does not make up for a failed wider one: each command line counts for itself.
  const latest = since.filter(
    ({ line }, index) => !since.slice(index + 1).some((later) => later.line === line),
  );
  if (latest.some(({ verdict }) => verdict === 'failed')) return 'failed';
  if (latest.some(({ verdict }) => verdict === 'passed')) return 'passed';
  if (latest.length > 0) return 'nothing-ran';
  if (lastChange < 0) return 'none-needed';
  return runs.at(-1)?.verdict === 'failed' ? 'failed' : 'not-since-change';
}

/** `from`: of a file that was moved. */
const Edited = z.object({ path: z.string(), from: z.string().optional() });

/**
 * Files that no test can fail over: asking for a run after each change of them would teach people to ignore the
 * warning.
 */
const PROSE =
  /(?:\.(?:md|mdx|txt|rst|adoc|png|jpe?g|gif|svg|webp|ico)|(?:^|\/)(?:LICENSE|NOTICE|AUTHORS|CODEOWNERS))$/i;

function changesOneOf(changed: readonly string[], { tool, result }: CallRecord): boolean {
  if (!EDIT_TOOLS.includes(tool) || result?.ok !== true) return false;
  const { path, from } = Edited.safeParse(result.data).data ?? {};
  return [path, from].some((one) => one !== undefined && changed.includes(one) && !PROSE.test(one));
}

const TestData = z.object({
  exit_code: z.int().nullish(),
  tests: z.object({ passed: z.int(), failed: z.int(), skipped: z.int().default(0) }).optional(),
  /** `failed`: its exit code is another program's, but its output shows that tests failed. */
  test_run: z.enum(['exit-code', 'mixed', 'failed']).optional(),
});

function datedRun(
  call: CallRecord,
  { at, calls }: { readonly at: number; readonly calls: readonly CallRecord[] },
): DatedRun | undefined {
  const ran = commandIn(call, calls);
  if (ran === undefined) return undefined;
  const read = TestData.safeParse(call.result?.data);
  const { tests: counts, test_run: testRun } = read.success ? read.data : {};
  const inBackground = testRun === undefined && counts === undefined && isBackground(call);
  const words = inBackground ? readTestCommand(ran.line) : undefined;
  if (counts === undefined && testRun === undefined && words?.runsTests !== true) return undefined;
  const run = { counts, exitCode: typeof ran.end === 'number' ? ran.end : null };
  const exitCodeTells = (words?.exitCodeTells ?? testRun !== 'mixed') && ran.end !== 'background';
  const verdict = testRun === 'failed' ? 'failed' : verdictOf(run, ran.end, exitCodeTells);
  return { run, line: ran.line, at, verdict };
}

function isBackground({ result }: CallRecord): boolean {
  return z.object({ process_id: z.string() }).safeParse(result?.data).success;
}

function verdictOf({ counts }: TestRun, end: CommandEnd, exitCodeTells: boolean): TestVerdict {
  if (end === 'background') return 'unclear';
  if ((counts?.failed ?? 0) > 0 || end !== 0) return 'failed';
  if (counts !== undefined) return counts.passed > 0 ? 'passed' : 'unclear';
  return exitCodeTells ? 'passed' : 'unclear';
}

/** The test run in the result of one command, if there was one. */
export function testsIn(data: Json): TestRun | undefined {
  const parsed = TestData.safeParse(data);
  if (!parsed.success) return undefined;
  const { tests: counts, test_run: testRun, exit_code: exitCode = null } = parsed.data;
  return counts === undefined && testRun === undefined ? undefined : { counts, exitCode };
}
