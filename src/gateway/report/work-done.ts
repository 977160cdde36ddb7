import * as z from 'zod';
import { callData } from '../../agent/calls/call-data.ts';
import { commandIn, type RanCommand, ranCommands } from '../../agent/calls/ran-commands.ts';
import { lastTestCall, type TestProof, type TestRun, testProof } from '../../agent/calls/test-proof.ts';
import type { ChangedLines, CheckpointStep } from '../../contracts/checkpoints.ts';
import type { SyntaxFault } from '../../contracts/code.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { CallRecord, Store, WorkRecords } from '../../contracts/store.ts';
import type { CallId } from '../../core/ids.ts';
import { statesDiffer } from '../../git/checkpoints/trees.ts';
import { isLookingCommand } from '../../tools/command-kinds.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';
import { type BrokenFile, findBrokenFiles } from './broken-files.ts';
import { type GitWork, gitWork } from './git-work.ts';

export interface ChangedFile extends ChangedLines {
  readonly path: string;
}

/** The work of a session, from records alone: the model's own words do not count. */
export interface WorkDone extends GitWork {
  readonly files: readonly ChangedFile[];
  /** True when a command changed the project: a formatter, a generator, a test cache. */
  readonly commandsChanged: boolean;
  /** Different command lines in the order in which they were first run. */
  readonly commands: readonly RanCommand[];
  readonly tests: TestsDone;
  /** Changing calls that failed, without a later success. */
  readonly failures: readonly FailedCall[];
  /** True when a call changed something, or may have: see `hasDoneSomething`. */
  readonly didSomething: boolean;
  /** Files in which an edit left syntax errors, according to a parser, that were not mended since. */
  readonly brokenFiles: readonly BrokenFile[];
  /** Protected files that commands created or changed without permission. */
  readonly guarded: readonly GuardedFile[];
}

export interface TestsDone {
  readonly last: TestRun | undefined;
  /** What the test runs prove about the present files. */
  readonly proof: TestProof;
  /** Number of passed tests in each run whose output gave it. */
  readonly passedCounts: readonly number[];
}

interface FailedCall {
  readonly tool: string;
  /** The first sentence of its answer. */
  readonly why: string;
}

export interface GuardedFile {
  readonly path: string;
  readonly movedTo: string | undefined;
}

/** What was looked up in the project itself. */
interface ProjectNow {
  /** As `/diff` has them; for a file that is missing here the lines of its edits are summed up. */
  readonly changedLines?: ReadonlyMap<string, ChangedLines>;
  /** By file; for a file that is missing here its last edit decides whether it is broken. */
  readonly faults?: ReadonlyMap<string, readonly SyntaxFault[]>;
  /** Inner repositories in which a written file is uncommitted; when missing, what the last commit said. */
  readonly uncommittedIn?: readonly string[] | undefined;
}

export function workDone(
  { id }: SessionRecord,
  { calls, ledger, checkpoints }: WorkRecords,
  { changedLines: lines = new Map(), faults = new Map(), uncommittedIn }: ProjectNow = {},
): WorkDone {
  const all = calls.listCurrent(id);
  const edits = EDIT_TOOLS.flatMap((tool) => callData(all, tool, Edit));
  const git = gitWork({ id }, { calls, ledger });
  const steps = checkpoints.listCurrent(id);
  const changed = ledger.listWritten(id).filter((file) => file.before !== file.after);
  const tested = lastTestCall(all);
  const { tests, proof } = testProof(
    all,
    changed.map(({ path }) => path),
  );
  const standing = new Set(changed.map(({ path }) => path));
  const isOutdated = proof === 'passed' && hasChangedProject(steps, callsAfter(tested, all, CHANGING_CALLS));
  return {
    ...git,
    // A task that began as a copy of another one has written files from the start.
    files: changed
      .filter(({ path }) => lines.has(path) || all.some((call) => hasChangedFile(call, path)))
      .map(({ path }) => ({ ...sumOf(path, edits), ...lines.get(path) })),
    commandsChanged: hasChangedProject(steps, callsAfter(undefined, all, ['run_command'])),
    commands: ranCommands(all),
    tests: {
      last: tests,
      // Changes by a formatter, `sed` or a merge since then are as untested as an edit.
      proof: isOutdated ? 'not-since-change' : proof,
      passedCounts: callData(all, 'run_command', Counted).map(({ tests: { passed } }) => passed),
    },
    failures: failuresIn(all),
    didSomething:
      changed.length > 0 ||
      ledger.listCommits(id).length > 0 ||
      all.some((call) => hasDoneSomething(call, all, steps)),
    brokenFiles: findBrokenFiles(all, faults).filter(({ path }) => standing.has(path)),
    uncommittedIn: (git.commits.length > 0 ? uncommittedIn : undefined) ?? git.uncommittedIn,
    guarded: callData(all, 'run_command', Guarded).flatMap((data) =>
      data.protected.map(({ path, moved_to: movedTo }) => ({ path, movedTo })),
    ),
  };
}

/** `from`: of a file that was moved. */
const Edit = z.object({ path: z.string(), from: z.string().optional(), added: z.int(), removed: z.int() });
const Guarded = z.object({
  protected: z.array(z.object({ path: z.string(), moved_to: z.string().optional() })),
});
const Counted = z.object({ tests: z.object({ passed: z.int() }) });

/** Tools whose calls are recorded before they start, and that change nothing. */
export const LOOKING_TOOLS: readonly string[] = ['request_user_approval', 'web_fetch', 'web_search'];

/**
 * True for a call that changed something, or may have. A command counts when the project is not as it was before it, or
 * when it ended well and does more than to show something or to run tests.
 */
function hasDoneSomething(
  call: CallRecord,
  calls: readonly CallRecord[],
  steps: readonly CheckpointStep[],
): boolean {
  if (call.result?.ok !== true) return false;
  const ran = commandIn(call, calls);
  // What may change something is recorded before it starts; a transcript does not say so.
  if (ran === undefined) return call.startedAtMs !== undefined && !LOOKING_TOOLS.includes(call.tool);
  if (hasChangedProject(steps, new Set([call.id]))) return true;
  return (ran.end === 0 || ran.end === 'background') && !isLookingCommand(ran.line);
}

const OfFile = z.object({ path: z.string(), from: z.string().optional() });

/** True for a call that reports that it changed this file. */
function hasChangedFile({ result }: CallRecord, path: string): boolean {
  if (result?.ok !== true) return false;
  const { data } = OfFile.safeParse(result.data);
  return data?.path === path || data?.from === path;
}

/** Searches all results of the session's calls for a word. */
export function createMentions(
  { id }: Pick<SessionRecord, 'id'>,
  { calls }: Pick<Store, 'calls'>,
): (word: string) => boolean {
  return (word) =>
    calls.listCurrent(id).some(({ result }) => result?.ok === true && result.text.includes(word));
}

/** The last try of each of these counts for itself: an edit does not make up for a failed commit. */
const GIT_CALLS = [
  'git_commit',
  'git_push',
  'git_create_pr',
  'git_create_branch',
  'git_fetch',
  'git_integrate',
  'git_stash',
];

/**
 * For git, the last call of each tool counts if it failed. Failed edits are usually tried again in other words: they
 * are named only where none succeeded.
 */
function failuresIn(calls: readonly CallRecord[]): readonly FailedCall[] {
  const ofGit = GIT_CALLS.flatMap(
    (tool) => calls.findLast((call) => call.tool === tool && call.result) ?? [],
  );
  const edits = calls.filter(({ tool, result }) => EDIT_TOOLS.includes(tool) && result !== undefined);
  const lastEdit = edits.some(({ result }) => result?.ok === true) ? undefined : edits.at(-1);
  return [...(lastEdit === undefined ? [] : [lastEdit]), ...ofGit]
    .filter(({ result }) => result?.ok === false && !result.text.startsWith(NO_SUCH_TOOL))
    .map(({ tool, result }) => ({ tool, why: firstSentence(result?.text ?? '') }));
}

/** A specialist that only reads was not asked to change anything, whatever it tried. */
const NO_SUCH_TOOL = 'There is no tool named';

function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s|\n/, 1)[0] ?? '';
}

/** Calls that change files other than those they name. */
const CHANGING_CALLS = ['run_command', 'git_integrate', 'git_stash'];

/** @param call undefined: from the beginning of the session */
function callsAfter(
  call: CallId | undefined,
  calls: readonly CallRecord[],
  tools: readonly string[],
): ReadonlySet<CallId> {
  const later = calls.slice(calls.findIndex(({ id }) => id === call) + 1);
  return new Set(later.filter(({ tool }) => tools.includes(tool)).map(({ id }) => id));
}

function sumOf(path: string, edits: readonly ChangedFile[]): ChangedFile {
  const ofPath = edits.filter((edit) => edit.path === path);
  return {
    path,
    added: ofPath.reduce((sum, edit) => sum + edit.added, 0),
    removed: ofPath.reduce((sum, edit) => sum + edit.removed, 0),
  };
}

/** True when one of these calls changed the project, as far as both its states cover the whole project. */
function hasChangedProject(steps: readonly CheckpointStep[], calls: ReadonlySet<CallId>): boolean {
  return steps.some(
    ({ call, before, after }) =>
      calls.has(call) && before !== undefined && after !== undefined && statesDiffer(before, after),
  );
}
