import * as z from 'zod';
import type { CallId } from '../../base/ids.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { CallRecord, Store } from '../../contracts/store.ts';
import { changedBy } from './changed-by.ts';
import { type RanCommand, ranCommands } from './command-records.ts';
import { lastTestCall, type Proof, type TestRun, testProof } from './test-proof.ts';

export interface ChangedFile {
  readonly path: string;
  /** Lines over all edits of the session. */
  readonly added: number;
  readonly removed: number;
}

/** What a session did, from records alone: the model's own words about it do not count. */
export interface WorkDone {
  readonly files: readonly ChangedFile[];
  /** Whether a command left the project otherwise than it found it: a formatter, a generator, a cache of tests. */
  readonly commandsChanged: boolean;
  /** Different command lines in the order in which they were first run. */
  readonly commands: readonly RanCommand[];
  /** The last run of tests. */
  readonly tests: TestRun | undefined;
  /** What the runs of tests say about the files as they are now. */
  readonly proof: Proof;
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  /** The last push that arrived. */
  readonly pushed: Pushed | undefined;
  readonly pullRequest: { readonly url: string; readonly number: number } | undefined;
  /** Protected files that commands made or changed unasked. */
  readonly guarded: readonly GuardedFile[];
}

export interface Pushed {
  readonly remote: string;
  readonly branch: string;
  readonly hash: string;
}

export interface GuardedFile {
  readonly path: string;
  readonly movedTo: string | undefined;
}

const Edit = z.object({ path: z.string(), added: z.int(), removed: z.int() });
const Guarded = z.object({
  protected: z.array(z.object({ path: z.string(), moved_to: z.string().optional() })),
});
const Commit = z.object({ hash: z.string(), subject: z.string() });
const Push = z.object({ remote: z.string(), branch: z.string(), hash: z.string() });
const PullRequest = z.object({ url: z.string(), number: z.int() });

export function workDone(
  { id }: SessionRecord,
  { calls, ledger, checkpoints }: Pick<Store, 'calls' | 'ledger' | 'checkpoints'>,
): WorkDone {
  const all = calls.all(id);
  const edits = [...dataOf(all, 'apply_patch', Edit), ...dataOf(all, 'write_source_file', Edit)];
  const commits = dataOf(all, 'git_commit', Commit);
  const steps = checkpoints.standing(id);
  const changed = ledger.written(id).filter((file) => file.before !== file.after);
  const tested = lastTestCall(all);
  const { tests, proof } = testProof(
    all,
    changed.map(({ path }) => path),
  );
  const isOutdated = proof === 'passed' && changedBy(steps, commandsAfter(tested, all));
  return {
    files: changed.map(({ path }) => sumOf(path, edits)),
    commandsChanged: changedBy(steps, commandsAfter(undefined, all)),
    commands: ranCommands(all),
    tests,
    // What a formatter or `sed` made of the files since is as untested as an edit.
    proof: isOutdated ? 'not-since-change' : proof,
    commits: ledger
      .commits(id)
      .map((hash) => commits.find((commit) => commit.hash === hash) ?? { hash, subject: '' }),
    pushed: dataOf(all, 'git_push', Push).at(-1),
    pullRequest: dataOf(all, 'git_create_pr', PullRequest).at(-1),
    guarded: dataOf(all, 'run_command', Guarded).flatMap((data) =>
      data.protected.map(({ path, moved_to: movedTo }) => ({ path, movedTo })),
    ),
  };
}

/** @param call undefined: all commands of the session */
function commandsAfter(call: CallId | undefined, calls: readonly CallRecord[]): ReadonlySet<CallId> {
  const later = calls.slice(calls.findIndex(({ id }) => id === call) + 1);
  return new Set(later.filter(({ tool }) => tool === 'run_command').map(({ id }) => id));
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
