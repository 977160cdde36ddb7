import { type GitOperation, gitOperationsIn } from '../../agent/calls/ran-commands.ts';
import { isPlanned } from '../../contracts/assignment.ts';
import {
  type Outcome,
  type SessionRecord,
  type TaskPlan,
  UNPROVEN,
  UNTESTED,
} from '../../contracts/session.ts';
import { commandsInLine, gitCommandOf } from '../../policy/call-rules.ts';
import type { BrokenFile } from './broken-files.ts';
import type { IntegratedBranch } from './git-work.ts';
import { type Claims, isChangeOrdered, readClaims, requestedGitOperations } from './model-claims.ts';
import type { TestsDone, WorkDone } from './work-done.ts';

/** Why the records do not show that the work is done, although the model says so. */
export type Doubt =
  | { readonly kind: 'open-steps'; readonly open: number; readonly all: number }
  | { readonly kind: 'tests-failed' }
  | { readonly kind: 'not-tested' }
  | { readonly kind: 'nothing-tested' }
  /** Claimed in the closing words, but in no record. */
  | { readonly kind: 'claimed-change' | 'claimed-commit' | 'claimed-push' | 'claimed-pull' | 'claimed-tests' }
  /** Ordered by the person, but in no record. */
  | { readonly kind: 'missing'; readonly what: GitOperation }
  | { readonly kind: 'failed'; readonly tool: string; readonly why: string }
  /** Said in the first line. */
  | { readonly kind: 'broken-files'; readonly files: readonly BrokenFile[] }
  /** Changed folders that a commit cannot hold, because they are submodules. */
  | { readonly kind: 'uncommitted-in'; readonly folders: readonly string[] }
  /** A merge or rebase was begun, and files are in conflict. */
  | { readonly kind: 'unfinished-merge'; readonly branch: IntegratedBranch }
  /** Merged another branch in the state that this machine last fetched. */
  | { readonly kind: 'stale-base'; readonly ref: string };

export interface ReportEvidence {
  readonly session: Pick<SessionRecord, 'mode' | 'origin' | 'task'>;
  readonly outcome: Outcome;
  readonly work: WorkDone;
  readonly plan: TaskPlan | undefined;
  /** True when the input or result of any call holds this word. */
  mentions(word: string): boolean;
}

/**
 * Why the claimed end of a session is doubted. Empty when the records agree, or when it does not claim to be done.
 */
export function doubtsIn(judged: ReportEvidence): readonly Doubt[] {
  const { session, outcome, work, plan } = judged;
  if (session.mode === 'talk' || outcome.kind !== 'done') return [];
  const open = stepDoubts(plan);
  // Whether there are tests is decided by its plan, which the person has seen; its words are made of records.
  if (isPlanned(session)) return open;
  const failed = work.failures.map((failure) => ({ kind: 'failed', ...failure }) as const);
  const broken =
    work.brokenFiles.length === 0 ? [] : [{ kind: 'broken-files', files: work.brokenFiles } as const];
  return [
    ...open,
    ...testDoubts(work.tests.proof),
    ...failed,
    ...broken,
    ...(work.uncommittedIn.length === 0
      ? []
      : [{ kind: 'uncommitted-in', folders: work.uncommittedIn } as const]),
    ...(work.integrated?.open === undefined
      ? []
      : [{ kind: 'unfinished-merge', branch: work.integrated } as const]),
    ...staleBase(work),
    ...findMissingOperations(judged),
    ...findUnfoundedClaims(outcome.text, judged),
  ];
}

/** True where nothing but a test is missing. */
export function isOnlyUntested(doubts: readonly Doubt[]): boolean {
  return doubts.length > 0 && doubts.every(({ kind }) => kind === 'not-tested');
}

/** What is stored of a doubted end, so that lists say of it what its report says. */
export function reasonOf(doubts: readonly Doubt[]): string {
  return isOnlyUntested(doubts) ? UNTESTED : UNPROVEN;
}

function stepDoubts(plan: TaskPlan | undefined): readonly Doubt[] {
  const steps = plan?.steps ?? [];
  const open = steps.filter(({ status }) => status !== 'done').length;
  return open === 0 ? [] : [{ kind: 'open-steps', open, all: steps.length }];
}

/** Why tests do not show that the work is right. */
export function testDoubts(proof: TestsDone['proof']): readonly Doubt[] {
  switch (proof) {
    case 'passed':
    case 'none-needed':
      return [];
    case 'failed':
      return [{ kind: 'tests-failed' }];
    case 'not-since-change':
      return [{ kind: 'not-tested' }];
    case 'nothing-ran':
      return [{ kind: 'nothing-tested' }];
  }
}

function isDone(what: GitOperation, { commits, pushed, pullRequest, commands }: WorkDone): boolean {
  const byCommand = commands.some(({ line, ends }) => ends.includes(0) && gitOperationsIn(line).has(what));
  switch (what) {
    case 'commit':
      return byCommand || commits.length > 0;
    case 'push':
      return byCommand || pushed !== undefined;
    case 'pull-request':
      return byCommand || pullRequest !== undefined;
  }
}

function findMissingOperations({ session, work }: ReportEvidence): readonly Doubt[] {
  return requestedGitOperations(session.task)
    .filter((what) => !isDone(what, work))
    .map((what) => ({ kind: 'missing', what }));
}

/** Claims without a record. */
function findUnfoundedClaims(words: string, { work, session, mentions }: ReportEvidence): readonly Doubt[] {
  const claims = readClaims(words);
  const isKnown = (word: string): boolean => session.task.includes(word) || mentions(word);
  const own = (hash: string): boolean => work.commits.some((commit) => commit.hash.startsWith(hash));
  const isStrangeCommit = claims.commits.some((hash) => !own(hash) && !isKnown(hash));
  const isStrangePull = claims.pulls.some(
    (number) => number !== work.pullRequest?.number && !isKnown(`#${number}`) && !isKnown(`/pull/${number}`),
  );
  const doubts: readonly (readonly [Doubt, boolean])[] = [
    [{ kind: 'claimed-change' }, saysItChanged(claims, session.task) && !work.didSomething],
    [{ kind: 'claimed-commit' }, isStrangeCommit || (claims.committed && !isDone('commit', work))],
    [{ kind: 'claimed-push' }, claims.pushed && !isDone('push', work)],
    [{ kind: 'claimed-pull' }, isStrangePull || (claims.openedPull && !isDone('pull-request', work))],
    [{ kind: 'claimed-tests' }, isUntested(claims, work.tests)],
  ];
  return doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : []));
}

/** What is only said to have been changed may be true of another time, unless the task is to change it. */
function saysItChanged({ changed, hasBeenChanged }: Claims, task: string): boolean {
  return changed || (hasBeenChanged && isChangeOrdered(task));
}

/** A run whose output gave no counts may have had as many as are claimed. */
function isUntested({ testsPass, passed }: Claims, { last, passedCounts }: TestsDone): boolean {
  if (!testsPass && passed.length === 0) return false;
  if (last === undefined) return true;
  return last.counts !== undefined && passed.some((count) => !passedCounts.includes(count));
}

const REMOTE_REF = /^(?:origin|upstream)\/./;

/** A remote branch is only as new as the last fetch; without one in this task its age is unknown. */
function staleBase({ commands, integrated }: WorkDone): readonly Doubt[] {
  if (integrated !== undefined && !integrated.isFresh && REMOTE_REF.test(integrated.from))
    return [{ kind: 'stale-base', ref: integrated.from }];
  const ran = commands
    .filter(({ ends }) => ends.includes(0))
    .flatMap(({ line }) => commandsInLine(line).flatMap((words) => gitCommandOf(words) ?? []));
  const isFetched = ran.some(
    ({ subcommand, args }) =>
      ['fetch', 'pull'].includes(subcommand) || (subcommand === 'remote' && args[0] === 'update'),
  );
  const ref = ran
    .filter(({ subcommand }) => ['merge', 'rebase'].includes(subcommand))
    .flatMap(({ args }) => args)
    .find((arg) => REMOTE_REF.test(arg));
  return ref === undefined || isFetched ? [] : [{ kind: 'stale-base', ref }];
}
