import * as z from 'zod';
import type { GitChange, ListedCommit } from '../contracts/git.ts';
import { type CallRecovery, defineTool, type ToolAnswer, type ToolContext } from '../contracts/tool.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { assertReviewed } from './assert-reviewed.ts';
import { conflictText } from './conflicts.ts';
import { PlannedData, type PlannedIntegration, planIntegrationStep } from './plan-integration.ts';
import { isInConflict } from './uncommitted-files.ts';

/** What a merge or rebase came to, for reports and for the undo. */
export const IntegratedData = z.object({
  /** `current`: nothing was new. */
  state: z.enum(['done', 'current', 'conflicts', 'aborted']),
  kind: z.enum(['merge', 'rebase']),
  branch: z.string().nullable(),
  /** The branch that was brought in, where the call named it. */
  from: z.string().optional(),
  /** Its commit: what it holds is not the work of the session. */
  theirs: z.string(),
  /** Commits that were made by it. */
  commits: z.array(z.object({ hash: z.string(), subject: z.string() })),
  /** Commits that a rebase wrote anew. */
  replaced: z.array(z.string()),
  conflicts: z.array(z.string()),
});
type IntegrationResult = z.infer<typeof IntegratedData>;

const TIMEOUT_MS = 5 * MINUTE_MS;

export const gitIntegrate = defineTool({
  name: 'git_integrate',
  description:
    'Bring a branch into the current one; git_fetch first, rebase only when asked. On conflicts edit the named files, then continue; abort puts all back.',
  effect: 'writes',
  hasOneAim: true,
  doing: { en: 'bringing a branch in:', es: 'integrando una rama:' },
  subAgents: 'none',
  claudeCode: [],
  service: 'git',
  examples: [
    {
      description: 'Bring the current branch up to date before working on it',
      input: { action: 'merge', from: 'origin/main' },
    },
  ],
  input: z.object({
    action: z.enum(['merge', 'rebase', 'continue', 'abort']),
    from: z.string().optional().describe('Default: origin/main'),
  }),
  output: IntegratedData,
  timeoutMs: TIMEOUT_MS,

  async review(input, context) {
    const { planned, verdict, details } = await planIntegrationStep(input, context);
    return { verdict, binding: planned, details };
  },

  async prepare(input, context, reviewed) {
    const { planned } = await planIntegrationStep(input, context);
    assertReviewed(planned, reviewed);
    return planned;
  },

  async recover(_input, context, prepared) {
    const planned = PlannedData.parse(prepared);
    switch (planned.action) {
      case 'merge':
      case 'rebase':
        return recoverStart(planned, context);
      case 'continue':
        return recoverContinue(planned, context);
      case 'abort':
        return (await context.workspace.git.integration.findUnfinished()) === undefined
          ? { kind: 'done', answer: abortAnswer(planned) }
          : { kind: 'rerun' };
    }
  },

  async run(_input, context, prepared) {
    const planned = PlannedData.parse(prepared);
    const { integration } = context.workspace.git;
    if (planned.action === 'abort') {
      await integration.abort(planned.discard);
      return abortAnswer(planned);
    }
    if (planned.action === 'continue') await integration.resume(planned.paths);
    else {
      const { kind, branch, from, theirs } = planned;
      await integration.start({ kind, branch, from, theirs });
    }
    return integrationAnswer(planned, context);
  },
});

/** Git finishes what it began when only this program was killed; where git was killed too, the files tell. */
async function recoverStart(
  planned: Extract<PlannedIntegration, { readonly action: 'merge' | 'rebase' }>,
  context: ToolContext,
): Promise<CallRecovery<IntegrationResult>> {
  const { git } = context.workspace;
  const under = await git.integration.findUnfinished();
  if (under !== undefined && under.theirs !== planned.theirs)
    return { kind: 'unknown', detail: `Another ${under.kind} is under way.` };
  const { head = '', changes } = await git.status();
  const hasMoved = head !== planned.head;
  if (under === undefined && hasMoved && (await git.integration.listBetween(planned.theirs, head)).length > 0)
    return { kind: 'unknown', detail: 'The branch has moved since. Look at git_history.' };
  if (under !== undefined || hasMoved)
    return { kind: 'done', answer: await integrationAnswer(planned, context) };
  const known = changes.filter(({ code }) => code !== '??');
  if (known.length === 0) return { kind: 'rerun' };
  if (known.every(({ code }) => code[1] === ' ' || /[UAD]{2}/.test(code))) {
    await git.integration.restore();
    return { kind: 'rerun' };
  }
  return {
    kind: 'unknown',
    detail: `Git was killed while it wrote files, and nothing was committed. Tell the person: /undo puts back ${known.length} files.`,
  };
}

async function recoverContinue(
  planned: Extract<PlannedIntegration, { readonly action: 'continue' }>,
  context: ToolContext,
): Promise<CallRecovery<IntegrationResult>> {
  const { git } = context.workspace;
  const isUnderWay = (await git.integration.findUnfinished()) !== undefined;
  const { head, changes } = await git.status();
  const hasMoved = head !== planned.now;
  if (isUnderWay && !hasMoved) return { kind: 'rerun' };
  if (hasMoved) return { kind: 'done', answer: await integrationAnswer(planned, context) };
  return {
    kind: 'unknown',
    detail: `It is no longer under way, and nothing was committed (${changes.length} changed files).`,
  };
}

/** Everything is as before it began. */
function abortAnswer(planned: PlannedIntegration): IntegrationAnswer {
  return {
    text: `Aborted: ${planned.branch ?? 'HEAD'} is at ${planned.head.slice(0, 10)} again.`,
    data: integrationData(planned, 'aborted'),
  };
}

type IntegrationAnswer = ToolAnswer<IntegrationResult>;
type Context = Pick<ToolContext, 'workspace' | 'ledger'>;

/** What it has come to by now, read from the repository: the same after a crash. */
async function integrationAnswer(planned: PlannedIntegration, context: Context): Promise<IntegrationAnswer> {
  const { git } = context.workspace;
  const { head = '', changes, unfinished } = await git.status();
  if (unfinished !== undefined) return waitingAnswer(planned, changes.filter(isInConflict), context);
  const before = await git.integration.listBetween(planned.head, planned.theirs);
  const after = await git.integration.listBetween(head, planned.theirs);
  const made = without(after, before);
  const replaced = without(before, after);
  const own = ownAmong(made, replaced, context);
  for (const { hash } of own) context.ledger.noteCommit(hash);
  const state = head === planned.head ? ('current' as const) : ('done' as const);
  const data = {
    ...integrationData(planned, state),
    commits: [...own],
    replaced: replaced.map(({ hash }) => hash),
  };
  return { text: doneText(planned, state, made, head), data };
}

async function waitingAnswer(
  planned: PlannedIntegration,
  conflicts: readonly GitChange[],
  context: Context,
): Promise<IntegrationAnswer> {
  const data = { ...integrationData(planned, 'conflicts'), conflicts: conflicts.map(({ path }) => path) };
  if (conflicts.length > 0) return { text: await conflictText(conflicts, planned.kind, context), data };
  return { text: 'Nothing is in conflict any more: git_integrate continue goes on.', data };
}

function without(commits: readonly ListedCommit[], others: readonly ListedCommit[]): readonly ListedCommit[] {
  const known = new Set(others.map(({ hash }) => hash));
  return commits.filter(({ hash }) => !known.has(hash));
}

/** After a rebase, the session's own among the commits that were written anew; a merge makes one itself. */
function ownAmong(
  made: readonly ListedCommit[],
  replaced: readonly ListedCommit[],
  { ledger }: Pick<Context, 'ledger'>,
): readonly ListedCommit[] {
  if (replaced.length === 0) return made;
  const known = new Set(ledger.listCommits());
  const subjects = replaced.filter(({ hash }) => known.has(hash)).map(({ subject }) => subject);
  return made.filter(({ subject }) => subjects.includes(subject));
}

function integrationData(planned: PlannedIntegration, state: IntegrationResult['state']): IntegrationResult {
  const { kind, branch, theirs } = planned;
  const from = 'from' in planned ? { from: planned.from } : {};
  return { state, kind, branch, theirs, ...from, commits: [], replaced: [], conflicts: [] };
}

function doneText(
  { kind, branch, theirs }: PlannedIntegration,
  state: IntegrationResult['state'],
  made: readonly ListedCommit[],
  head: string,
): string {
  const what = theirs.slice(0, 10);
  if (state === 'current') return `Nothing to bring in: ${branch ?? 'HEAD'} has ${what} already.`;
  const lines = made.map(({ hash, subject }) => `${hash.slice(0, 10)} ${subject}`);
  const how = made.length === 0 ? 'Moved forward to' : kind === 'merge' ? 'Merged' : 'Rebased onto';
  return [`${how} ${what}: ${branch ?? 'HEAD'} is at ${head.slice(0, 10)}. Run the tests.`, ...lines].join(
    '\n',
  );
}
