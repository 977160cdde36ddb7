import * as z from 'zod';
import type { Json } from '../base/json.ts';
import type { SessionRecord } from '../contracts/session.ts';
import type { CallRecord, Store } from '../contracts/store.ts';

export interface ChangedFile {
  readonly path: string;
  /** Lines over all edits of the session. */
  readonly added: number;
  readonly removed: number;
}

export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  /** Null when the command was killed. */
  readonly exitCode: number | null;
}

/** What a session did, from records alone: the model's own words about it do not count. */
export interface WorkDone {
  readonly files: readonly ChangedFile[];
  /** The last run that counted tests. */
  readonly tests: TestRun | undefined;
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  readonly pullRequest: string | undefined;
  /** Protected files that commands made or changed unasked. */
  readonly guarded: readonly GuardedFile[];
}

export interface GuardedFile {
  readonly path: string;
  readonly movedTo: string | undefined;
}

const Edit = z.object({ path: z.string(), added: z.int(), removed: z.int() });
const Command = z.object({
  exit_code: z.int().nullish(),
  tests: z.object({ passed: z.int(), failed: z.int() }),
});
const Guarded = z.object({
  protected: z.array(z.object({ path: z.string(), moved_to: z.string().optional() })),
});
const Commit = z.object({ hash: z.string(), subject: z.string() });
const PullRequest = z.object({ url: z.string() });

export function workDone(
  { id }: SessionRecord,
  { calls, ledger }: Pick<Store, 'calls' | 'ledger'>,
): WorkDone {
  const all = calls.all(id);
  const edits = [...dataOf(all, 'apply_patch', Edit), ...dataOf(all, 'write_source_file', Edit)];
  const commits = dataOf(all, 'git_commit', Commit);
  const tests = dataOf(all, 'run_command', Command).at(-1);
  return {
    files: ledger
      .written(id)
      .filter((file) => file.before !== file.after)
      .map(({ path }) => sumOf(path, edits)),
    tests: tests === undefined ? undefined : testRun(tests),
    commits: ledger
      .commits(id)
      .map((hash) => commits.find((commit) => commit.hash === hash) ?? { hash, subject: '' }),
    pullRequest: dataOf(all, 'git_create_pr', PullRequest).at(-1)?.url,
    guarded: dataOf(all, 'run_command', Guarded).flatMap((data) =>
      data.protected.map(({ path, moved_to: movedTo }) => ({ path, movedTo })),
    ),
  };
}

/** What one command counted, if it ran tests. */
export function testsIn(data: Json): TestRun | undefined {
  const parsed = Command.safeParse(data);
  return parsed.success ? testRun(parsed.data) : undefined;
}

function testRun({ tests, exit_code: exitCode = null }: z.infer<typeof Command>): TestRun {
  return { ...tests, exitCode };
}

/** Data of this tool's successful calls, as far as it has the shape that a report needs. */
function dataOf<T>(calls: readonly CallRecord[], tool: string, shape: z.ZodType<T>): readonly T[] {
  return calls
    .filter((call) => call.tool === tool && call.result?.ok === true)
    .map((call) => shape.safeParse(call.result?.data))
    .flatMap((parsed) => (parsed.success ? [parsed.data] : []));
}

function sumOf(path: string, edits: readonly ChangedFile[]): ChangedFile {
  const ofPath = edits.filter((edit) => edit.path === path);
  return {
    path,
    added: ofPath.reduce((sum, edit) => sum + edit.added, 0),
    removed: ofPath.reduce((sum, edit) => sum + edit.removed, 0),
  };
}
