import { lastTestCall, type TestProof } from '../../../agent/calls/test-proof.ts';
import type { WorkspaceState } from '../../../contracts/checkpoints.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type {
  LandingPlan,
  LandingRefusal,
  LandingResult,
  MadeWorktree,
  WorktreeRecord,
} from '../../../contracts/worktrees.ts';
import { messageOf, unreachable } from '../../../core/failure.ts';
import { type CallId, newMessageId, type SessionId } from '../../../core/ids.ts';
import { inlineCode } from '../../../core/text.ts';
import { type Texts, texts } from '../../../core/texts/texts.ts';
import { assertSameProject } from '../../../gateway/people/project-of.ts';
import { commitsText, filesText } from '../../../gateway/report/undo-report.ts';
import { workDone } from '../../../gateway/report/work-done.ts';
import { taskLine } from '../../../gateway/tasks/session-text.ts';
import { titleLine } from '../../../policy/redaction.ts';
import { baseBranchOf, choiceLine } from '../choices.ts';
import { worktreeTexts } from '../texts/texts.ts';
import { filesChangedSince, type WorktreeTask, type WorktreeTaskParts } from './worktree-task.ts';

/** The call id of a landing among the steps of its task, so that one undo takes it back. */
const LANDING_STEP = 'worktree-landing' as CallId;

type PossibleLanding = Extract<LandingPlan, { kind: 'possible' }>;

/**
 * Applies the work of a task to the workspace. The plan and the project's earlier state are stored before anything is
 * touched, and the result in the last commit: an interrupted landing continues with the same plan.
 */
export async function landTask(worktree: WorktreeTask, parts: WorktreeTaskParts): Promise<void> {
  const { store, worktrees, program } = parts;
  const { record, session } = worktree;
  assertSameProject(session, program);
  const plan = record.plan ?? (await planLanding(worktree, parts));
  if (plan.kind === 'refused') return refuseLanding(worktree, plan.refusal, parts);
  const other = otherBranch(worktree, plan);
  if (other !== undefined) return refuseLanding(worktree, other, parts);
  if (record.plan === undefined) {
    const before = await takeState(record.project, parts);
    store.atomically(() => {
      store.worktrees.setPlan(record.session, plan);
      const step = { session: record.session, call: LANDING_STEP };
      store.checkpoints.begin({ ...step, before: before.state, problem: before.problem });
    });
  }
  const landed = await worktrees.land(record.project, plan);
  const after = await takeState(record.project, parts);
  finishLanding(worktree, { plan, landed, after }, parts);
}

async function planLanding(
  { record, session }: WorktreeTask,
  { worktrees }: WorktreeTaskParts,
): Promise<LandingPlan> {
  const { project, folder, branch } = record;
  const made = madeOrThrow(record.made);
  if (record.choice !== 'merge') return worktrees.planApply({ project, folder, made });
  await worktrees.commitRest(folder, restMessage(session.task));
  return worktrees.planMerge({ project, folder, made, branch: branch ?? '' });
}

function madeOrThrow(made: MadeWorktree | undefined): MadeWorktree {
  if (made === undefined) throw new Error('a worktree that was never made is to be brought over');
  return made;
}

/** Changes that a task did not commit itself are committed in its name. */
export function restMessage(task: string): string {
  return `feat: ${titleLine(task, 60)}`;
}

/** The choice named a branch: nothing is merged into another one that is checked out now. */
function otherBranch({ record }: WorktreeTask, { change }: PossibleLanding): ChoiceRefusal | undefined {
  if (record.choice !== 'merge') return undefined;
  // Without a branch, HEAD is a commit.
  const now = change.repository?.references[0]?.name ?? null;
  if (now === (record.made?.baseBranch ?? null)) return undefined;
  return { kind: 'other-branch', now: now?.replace(/^refs\/heads\//, '') };
}

interface CaptureResult {
  readonly state: WorkspaceState | undefined;
  readonly problem: string | undefined;
}

/** A missing state does not hold up what the person wants: the undo says later what it does not know. */
async function takeState(project: string, { checkpoints, log }: WorktreeTaskParts): Promise<CaptureResult> {
  try {
    return { state: await checkpoints.take(project), problem: undefined };
  } catch (error) {
    const problem = messageOf(error);
    log.warn('worktrees.checkpoint_failed', { error: problem });
    return { state: undefined, problem };
  }
}

/** From now on the task belongs to the workspace, with this as its single step there. */
function finishLanding(
  { record, session }: WorktreeTask,
  { plan, landed, after }: { plan: PossibleLanding; landed: LandingResult; after: CaptureResult },
  parts: WorktreeTaskParts,
): void {
  const { store, clock, outgoing } = parts;
  const { id, conversation, locale } = session;
  const proof = proofOf(session, store);
  const text = landedText({ session, record, plan, landed, proof }, texts(locale));
  store.atomically(() => {
    store.checkpoints.end({ session: id, call: LANDING_STEP, after: after.state, problem: after.problem });
    store.checkpoints.keepOnly(id, LANDING_STEP);
    store.sessions.update(id, { workspace: record.project, atMs: clock.nowMs() });
    store.worktrees.finish(id, 'done');
    outgoing.outbox.enqueue({ conversation, key: outcomeKey(id), body: { kind: 'text', text } });
    parts.landed(id);
  });
}

/** What is applied has to be exactly what was tested, prose included, for which the report asks for no run. */
function proofOf(session: SessionRecord, store: WorktreeTaskParts['store']): TestProof {
  const { proof } = workDone(session, store).tests;
  const steps = store.checkpoints.listCurrent(session.id).filter(({ call }) => call !== LANDING_STEP);
  const tested = lastTestCall(store.calls.listCurrent(session.id));
  return proof === 'passed' && filesChangedSince(tested, steps) ? 'not-since-change' : proof;
}

function refuseLanding(
  { record, session }: WorktreeTask,
  why: ChoiceRefusal,
  parts: WorktreeTaskParts,
): void {
  const { store, outgoing, canOpenPullRequests } = parts;
  const { id, conversation, locale } = session;
  const text = refusedText({ session, record, canOpenPullRequests }, why, texts(locale));
  store.atomically(() => {
    store.worktrees.finish(id, 'refused');
    outgoing.outbox.enqueue({ conversation, key: outcomeKey(id), body: { kind: 'text', text } });
  });
}

/** The person may choose many times for one task; each result is stored once, with its row. */
export function outcomeKey(id: SessionId): string {
  return `ended:${id}:${newMessageId()}:chosen`;
}

interface LandingReportInput {
  readonly session: SessionRecord;
  readonly record: WorktreeRecord;
  readonly plan: Extract<LandingPlan, { kind: 'possible' }>;
  readonly landed: LandingResult;
  /** What the task's test runs prove about its result. */
  readonly proof: TestProof;
}

/** Reports what the project has gained, and what no test has covered. */
function landedText({ session, record, plan, landed, proof }: LandingReportInput, texts: Texts): string {
  const worktrees = worktreeTexts(texts);
  const commits = landed.commits.length > 0 ? landed.commits : plan.commits;
  const lines = [
    headline(session, record, texts),
    landed.files.length === 0 ? '' : `📄 ${filesText(landed.files, texts)}`,
    commits.length === 0 ? '' : `💾 ${commitsText(commits, texts)}`,
    landed.left.length === 0 ? '' : worktrees.left(filesText(landed.left, texts)),
    ...proofLines({ record, plan, proof, isWhole: landed.left.length === 0 }, texts),
    texts.approvals.undoHint,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function headline(session: SessionRecord, record: WorktreeRecord, texts: Texts): string {
  const worktrees = worktreeTexts(texts);
  if (record.kind === 'dry-run') return worktrees.applied(taskLine(session));
  const into = baseBranchOf(record);
  const branch = inlineCode(record.branch ?? '');
  return into === undefined ? worktrees.mergedHere(branch) : worktrees.merged(branch, inlineCode(into));
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
  }: Pick<LandingReportInput, 'record' | 'plan' | 'proof'> & { readonly isWhole: boolean },
  texts: Texts,
): readonly string[] {
  const worktrees = worktreeTexts(texts);
  if (proof === 'none-needed') return [];
  if (proof !== 'passed') return [`🧪 ${texts.report.doubts[DOUBT_OF[proof]]}`];
  if (plan.untested.length > 0) return [worktrees.untested(filesText(plan.untested, texts))];
  if (!isWhole) return [];
  return [record.kind === 'dry-run' ? worktrees.testedExactly : worktrees.testedBranch];
}

/** `other-branch`: the workspace has another branch checked out than the choice named. */
type ChoiceRefusal = LandingRefusal | { readonly kind: 'other-branch'; readonly now: string | undefined };

/** Why nothing was applied, and what the person can do; they can choose again. */
function refusedText(
  {
    session,
    record,
    canOpenPullRequests,
  }: Pick<LandingReportInput, 'session' | 'record'> & { readonly canOpenPullRequests: boolean },
  why: ChoiceRefusal,
  texts: Texts,
): string {
  const still = worktreeTexts(texts).stillOpen(choiceLine(record, { canOpenPullRequests }, texts));
  return [...whyLines({ session, record }, why, texts), still].join('\n');
}

function whyLines(
  { session, record }: Pick<LandingReportInput, 'session' | 'record'>,
  why: ChoiceRefusal,
  texts: Texts,
): readonly string[] {
  const { refused } = worktreeTexts(texts);
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

function branchText(branch: string | undefined, texts: Texts): string {
  const worktrees = worktreeTexts(texts);
  return branch === undefined ? worktrees.refused.detached : inlineCode(branch);
}

/** Longest task that is shown again for sending, in UTF-16 code units. */
const MAX_TASK_LENGTH = 500;
