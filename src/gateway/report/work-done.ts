import * as z from 'zod';
import { commandIn, gitOperationsIn, type RanCommand, ranCommands } from '../../agent/calls/ran-commands.ts';
import { lastTestCall, type TestProof, type TestRun, testProof } from '../../agent/calls/test-proof.ts';
import type { ChangedLines, CheckpointStep } from '../../contracts/checkpoints.ts';
import type { SyntaxFault } from '../../contracts/code.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { CallRecord, Store, WorkRecords } from '../../contracts/store.ts';
import type { CallId } from '../../core/ids.ts';
import { statesDiffer } from '../../git/checkpoints/trees.ts';
import { isLookingCommand } from '../../tools/command-kinds.ts';
import { IntegratedData } from '../../tools/git-integrate.ts';
import { EDIT_TOOLS } from '../../tools/toolbox.ts';

export interface ChangedFile extends ChangedLines {
  readonly path: string;
}

/** The work of a session, from records alone: the model's own words do not count. */
export interface WorkDone {
  readonly files: readonly ChangedFile[];
  /** True when a command changed the project: a formatter, a generator, a test cache. */
  readonly commandsChanged: boolean;
  /** Different command lines in the order in which they were first run. */
  readonly commands: readonly RanCommand[];
  readonly tests: TestsDone;
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  /** The last merge or rebase that changed something, or waits for somebody. */
  readonly integrated: IntegratedBranch | undefined;
  /** Changes that are still put away in git's stash. */
  readonly putAway: readonly string[];
  /** The last successful push. */
  readonly pushed: { readonly remote: string; readonly branch: string; readonly hash: string } | undefined;
  readonly pullRequest: { readonly url: string; readonly number: number } | undefined;
  /** Changing calls that failed, without a later success. */
  readonly failures: readonly FailedCall[];
  /** True when a call changed something, or may have: see `hasDoneSomething`. */
  readonly didSomething: boolean;
  /** Files in which an edit left syntax errors, according to a parser, that were not mended since. */
  readonly brokenFiles: readonly BrokenFile[];
  /** Repositories inside the project, such as submodules, with uncommitted changes at the last commit. */
  readonly uncommittedIn: readonly string[];
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

export interface IntegratedBranch {
  readonly kind: 'merge' | 'rebase';
  /** What was brought in, as it was named; else its commit. */
  readonly from: string;
  readonly branch: string;
  /** Files in conflict, where it has not ended. */
  readonly open: readonly string[] | undefined;
  /** True when this task had fetched before. */
  readonly isFresh: boolean;
}

interface FailedCall {
  readonly tool: string;
  /** The first sentence of its answer. */
  readonly why: string;
}

export interface BrokenFile {
  readonly path: string;
  /** Line of the first error, 1-based. */
  readonly line: number;
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
  // What has left the machine is not taken back with its round.
  const sent = calls.all(id);
  const edits = EDIT_TOOLS.flatMap((tool) => callData(all, tool, Edit));
  const commits = callData(all, 'git_commit', Commit);
  const integrations = callData(all, 'git_integrate', IntegratedData);
  const subjects = [...commits, ...integrations.flatMap((one) => one.commits)];
  const replaced = new Set(integrations.flatMap((one) => one.replaced));
  const steps = checkpoints.listCurrent(id);
  const changed = ledger.listWritten(id).filter((file) => file.before !== file.after);
  const made = withoutDoubles([
    ...ledger
      .listCommits(id)
      .filter((hash) => !replaced.has(hash))
      .map((hash) => ({ hash, subject: subjects.find((commit) => commit.hash === hash)?.subject ?? '' })),
    ...commitsByCommand(all),
  ]);
  const tested = lastTestCall(all);
  const { tests, proof } = testProof(
    all,
    changed.map(({ path }) => path),
  );
  const standing = new Set(changed.map(({ path }) => path));
  const isOutdated = proof === 'passed' && hasChangedProject(steps, callsAfter(tested, all, CHANGING_CALLS));
  return {
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
    commits: made,
    integrated: lastIntegrated(integrations, all),
    putAway: putAwayIn(callData(all, 'git_stash', Stashed)),
    pushed: callData(sent, 'git_push', Push).at(-1),
    pullRequest: callData(sent, 'git_create_pr', PullRequest).at(-1),
    failures: failuresIn(all),
    didSomething:
      changed.length > 0 ||
      ledger.listCommits(id).length > 0 ||
      all.some((call) => hasDoneSomething(call, all, steps)),
    brokenFiles: findBrokenFiles(all, faults).filter(({ path }) => standing.has(path)),
    uncommittedIn: (made.length > 0 ? uncommittedIn : undefined) ?? commits.at(-1)?.uncommitted_in ?? [],
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
const Commit = z.object({
  hash: z.string(),
  subject: z.string(),
  uncommitted_in: z.array(z.string()).default([]),
});
type IntegrationRecord = z.infer<typeof IntegratedData>;
const Stashed = z.object({
  action: z.enum(['save', 'restore', 'list']),
  stash: z.string().nullable(),
  paths: z.array(z.string()),
});
const Push = z.object({ remote: z.string(), branch: z.string(), hash: z.string() });
const PullRequest = z.object({ url: z.string(), number: z.int() });

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

/** Commits that are known to have been pushed, whatever git remembers of the remote. */
export function pushedCommits(
  { id }: Pick<SessionRecord, 'id'>,
  { calls }: Pick<Store, 'calls'>,
): readonly string[] {
  return callData(calls.all(id), 'git_push', Push.pick({ hash: true })).map(({ hash }) => hash);
}

const Brought = z.object({ theirs: z.string() });
/** The prepared data of a call whose result is not known. */
const BeganToBring = z.object({ prepared: Brought });

/** Commits of other branches that were merged in, or rebased onto. */
export function integratedCommits(
  { id }: Pick<SessionRecord, 'id'>,
  { calls }: Pick<Store, 'calls'>,
): readonly string[] {
  const found = calls
    .all(id)
    .filter(({ tool }) => tool === 'git_integrate')
    .flatMap(({ result, prepared }) => [
      Brought.safeParse(result?.data).data?.theirs,
      BeganToBring.safeParse(prepared).data?.prepared.theirs,
    ]);
  return [...new Set(found.filter((hash) => hash !== undefined))];
}

const Printed = z.object({ exit_code: z.literal(0), stdout: z.string() });
/** Output of `git commit` about the new commit: `[main 1a2b3c4] fix: the login`. */
const COMMIT_LINE = /^\[[^\]\n]+ ([0-9a-f]{7,40})\] (.+)$/gm;

/** Commits made by commands that a person allowed. */
function commitsByCommand(calls: readonly CallRecord[]): WorkDone['commits'] {
  return callData(
    calls.filter((call) => gitOperationsIn(commandIn(call, calls)?.line ?? '').has('commit')),
    'run_command',
    Printed,
  ).flatMap(({ stdout }) =>
    [...stdout.matchAll(COMMIT_LINE)].map(([, hash = '', subject = '']) => ({ hash, subject })),
  );
}

/** A short hash may name the same commit as a full one. */
function withoutDoubles(commits: WorkDone['commits']): WorkDone['commits'] {
  return commits.filter(
    ({ hash }, index) => !commits.slice(0, index).some((earlier) => earlier.hash.startsWith(hash)),
  );
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

/** The words of `change-tool.ts` below an edit that broke something. */
const BROKEN = /^New syntax errors, as far as a parser can tell: (.+)\. Check and correct them/m;
const SAID_FAULT = /^line (\d+): (.+)$/;

interface ReportedFaults {
  /** Collected from all edits of the file. */
  readonly ever: readonly SyntaxFault[];
  readonly byLastEdit: readonly SyntaxFault[];
}

const NO_FAULTS: ReportedFaults = { ever: [], byLastEdit: [] };

/** The faults that edits reported, by file. */
function reportedFaults(calls: readonly CallRecord[]): ReadonlyMap<string, ReportedFaults> {
  const said = new Map<string, ReportedFaults>();
  for (const { tool, result } of calls) {
    if (!EDIT_TOOLS.includes(tool) || result?.ok !== true) continue;
    const edit = Edit.safeParse(result.data).data;
    if (edit === undefined) continue;
    const { path, from } = edit;
    const earlier = said.get(from ?? path) ?? NO_FAULTS;
    const faults = faultsIn(result.text);
    if (from !== undefined) said.delete(from);
    // A file is as broken after a move as it was before.
    said.set(path, from === undefined ? { ever: [...earlier.ever, ...faults], byLastEdit: faults } : earlier);
  }
  return said;
}

function faultsIn(text: string): readonly SyntaxFault[] {
  return (BROKEN.exec(text)?.[1] ?? '').split(/; (?=line \d+: )/).flatMap((one) => {
    const [, line, what = ''] = SAID_FAULT.exec(one) ?? [];
    return line === undefined ? [] : [{ line: Number(line), what }];
  });
}

/** Files in which some edit left syntax errors, mended or not. */
export function onceBrokenFiles(calls: readonly CallRecord[]): readonly string[] {
  return [...reportedFaults(calls)].flatMap(([path, { ever }]) => (ever.length > 0 ? [path] : []));
}

/**
 * A fault counts when an edit reported it, because the file may have had others before, or a parser misreads it. While
 * the last edit reported any, each present fault counts: reading the whole file may word them differently.
 */
function findBrokenFiles(
  calls: readonly CallRecord[],
  now: ReadonlyMap<string, readonly SyntaxFault[]>,
): readonly BrokenFile[] {
  return [...reportedFaults(calls)].flatMap(([path, { ever, byLastEdit }]) => {
    const present = now.get(path);
    const named = present?.find(({ what }) => ever.some((one) => one.what === what));
    const first = named ?? (byLastEdit.length === 0 ? undefined : (present ?? byLastEdit).at(0));
    return first === undefined ? [] : [{ path, line: first.line }];
  });
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

/** A call that goes on with a merge does not name it again. */
function lastIntegrated(
  integrations: readonly IntegrationRecord[],
  calls: readonly CallRecord[],
): IntegratedBranch | undefined {
  const last = integrations.filter(({ state }) => state !== 'current').at(-1);
  if (last === undefined || last.state === 'aborted') return undefined;
  const { kind, theirs, branch, state, conflicts } = last;
  const named = integrations.find((one) => one.theirs === theirs && one.from !== undefined)?.from;
  const isOk = (tool: string) => (call: CallRecord) => call.tool === tool && call.result?.ok === true;
  const fetched = calls.findIndex(isOk('git_fetch'));
  return {
    kind,
    from: named ?? theirs.slice(0, 10),
    branch: branch ?? 'HEAD',
    open: state === 'conflicts' ? conflicts : undefined,
    isFresh: fetched !== -1 && fetched < calls.findIndex(isOk('git_integrate')),
  };
}

function putAwayIn(stashes: readonly z.infer<typeof Stashed>[]): readonly string[] {
  const back = stashes.filter(({ action }) => action === 'restore').map(({ stash }) => stash);
  const away = stashes.filter(({ action, stash }) => action === 'save' && !back.includes(stash));
  return [...new Set(away.flatMap(({ paths }) => paths))].sort();
}

/** Data of this tool's successful calls that has the shape a report needs. */
function callData<T>(calls: readonly CallRecord[], tool: string, shape: z.ZodType<T>): readonly T[] {
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

/** True when one of these calls changed the project, as far as both its states cover the whole project. */
function hasChangedProject(steps: readonly CheckpointStep[], calls: ReadonlySet<CallId>): boolean {
  return steps.some(
    ({ call, before, after }) =>
      calls.has(call) && before !== undefined && after !== undefined && statesDiffer(before, after),
  );
}
