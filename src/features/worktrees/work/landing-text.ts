import { taskLine } from '../../../commands/session-text.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { Landed, LandingPlan, LandingRefusal, WorktreeRecord } from '../../../contracts/worktrees.ts';
import { code } from '../../../core/text.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { unreachable } from '../../../core/unreachable.ts';
import { commitsText, filesText } from '../../../gateway/report/listed-names.ts';
import type { Proof } from '../../../gateway/report/test-proof.ts';
import { titleLine } from '../../../policy/redaction.ts';
import { baseBranchOf, choiceLine } from '../choices/choices.ts';

export interface LandedFacts {
  readonly session: SessionRecord;
  readonly record: WorktreeRecord;
  readonly plan: Extract<LandingPlan, { kind: 'possible' }>;
  readonly landed: Landed;
  /** What the task's test runs prove about its result. */
  readonly proof: Proof;
}

/** Reports what the project has gained, and what no test has covered. */
export function landedText({ session, record, plan, landed, proof }: LandedFacts, texts: Texts): string {
  const { worktrees } = texts;
  const commits = landed.commits.length > 0 ? landed.commits : plan.commits;
  const lines = [
    headline(session, record, texts),
    landed.files.length === 0 ? '' : `📄 ${filesText(landed.files, texts)}`,
    commits.length === 0 ? '' : `💾 ${commitsText(commits, texts)}`,
    landed.left.length === 0 ? '' : worktrees.left(filesText(landed.left, texts)),
    ...proofLines({ record, plan, proof, isWhole: landed.left.length === 0 }, texts),
    worktrees.undoHint,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function headline(session: SessionRecord, record: WorktreeRecord, { worktrees }: Texts): string {
  if (record.kind === 'dry-run') return worktrees.applied(taskLine(session));
  const into = baseBranchOf(record);
  const branch = code(record.branch ?? '');
  return into === undefined ? worktrees.mergedHere(branch) : worktrees.merged(branch, code(into));
}

const DOUBT_OF = {
  failed: 'tests-failed',
  'not-since-change': 'not-tested',
  'nothing-ran': 'nothing-tested',
} as const;

function proofLines(
  {
    record,
    plan,
    proof,
    isWhole,
  }: Pick<LandedFacts, 'record' | 'plan' | 'proof'> & { readonly isWhole: boolean },
  texts: Texts,
): readonly string[] {
  const { worktrees } = texts;
  if (proof === 'none-needed') return [];
  if (proof !== 'passed') return [`🧪 ${texts.report.doubts[DOUBT_OF[proof]]}`];
  if (plan.untested.length > 0) return [worktrees.untested(filesText(plan.untested, texts))];
  if (!isWhole) return [];
  return [record.kind === 'dry-run' ? worktrees.testedExactly : worktrees.testedBranch];
}

/** `other-branch`: the workspace has another branch checked out than the choice named. */
export type WhyNot = LandingRefusal | { readonly kind: 'other-branch'; readonly now: string | undefined };

/** Why nothing was applied, and what the person can do; they can choose again. */
export function refusedText(
  {
    session,
    record,
    canOpenPullRequests,
  }: Pick<LandedFacts, 'session' | 'record'> & { readonly canOpenPullRequests: boolean },
  why: WhyNot,
  texts: Texts,
): string {
  const still = texts.worktrees.stillOpen(choiceLine(record, { canOpenPullRequests }, texts));
  return [...whyLines({ session, record }, why, texts), still].join('\n');
}

function whyLines(
  { session, record }: Pick<LandedFacts, 'session' | 'record'>,
  why: WhyNot,
  texts: Texts,
): readonly string[] {
  const { refused } = texts.worktrees;
  const into = baseBranchOf(record);
  switch (why.kind) {
    case 'moved':
      return [
        ...(why.isHead ? [refused.movedHead] : []),
        ...(why.files.length > 0 ? [refused.moved(filesText(why.files, texts))] : []),
        refused.movedWhy,
        refused.again(titleLine(session.task, MAX_TASK_LENGTH)),
      ];
    case 'conflict':
      return [
        refused.conflict(filesText(why.files, texts)),
        ...(into === undefined ? [] : [refused.resolve(record.branch ?? '', into)]),
      ];
    case 'uncommitted':
      return [refused.uncommitted(filesText(why.files, texts))];
    case 'other-branch':
      return [refused.otherBranch(branchText(into, texts), branchText(why.now, texts))];
    case 'unfinished':
    case 'nothing':
      return [refused[why.kind]];
    default:
      return unreachable(why);
  }
}

function branchText(branch: string | undefined, { worktrees }: Texts): string {
  return branch === undefined ? worktrees.refused.detached : code(branch);
}

/** Longest task that is shown again for sending, in UTF-16 code units. */
const MAX_TASK_LENGTH = 500;
