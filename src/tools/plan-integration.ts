import * as z from 'zod';
import type { GitChange, GitStatus, IntegrationPlan, UnfinishedMerge } from '../contracts/git.ts';
import type { Verdict } from '../contracts/policy.ts';
import type { ToolContext } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';
import { escapeHidden } from '../policy/display.ts';
import { refuseMarked } from './conflicts.ts';
import { refuseBadBranch } from './git-names.ts';
import { judgeContent } from './leaving-content.ts';
import { changedFiles, isInConflict, sortByMaker } from './uncommitted-files.ts';

const kind = z.enum(['merge', 'rebase']);
const both = { kind, branch: z.string().nullable(), head: z.string(), theirs: z.string() };

/** What exactly is done; it is approved, and stored to find out after a crash what became of it. */
export const PlannedData = z.discriminatedUnion('action', [
  z.object({ action: z.literal('merge'), ...both, from: z.string(), branch: z.string() }),
  z.object({ action: z.literal('rebase'), ...both, from: z.string(), branch: z.string() }),
  z.object({
    action: z.literal('continue'),
    ...both,
    /** Commit of HEAD when it went on. */
    now: z.string().nullable(),
    paths: z.array(z.string()),
    /** Identifies the contents of these files. */
    tree: z.string(),
  }),
  z.object({ action: z.literal('abort'), ...both, discard: z.array(z.string()) }),
]);
export type PlannedIntegration = z.infer<typeof PlannedData>;

interface ReviewedIntegration {
  readonly planned: PlannedIntegration;
  readonly verdict: Verdict;
  readonly details: string;
}

type Context = Pick<ToolContext, 'workspace' | 'ledger' | 'session' | 'redaction'>;

/** @throws Failure for what cannot be done now, with what to do first */
export async function planIntegrationStep(
  { action, from }: { action: PlannedIntegration['action']; from?: string | undefined },
  context: Context,
): Promise<ReviewedIntegration> {
  switch (action) {
    case 'merge':
    case 'rebase':
      if (from !== undefined) refuseBadBranch(from);
      return startPlan(await context.workspace.git.integration.plan(action, from), context);
    case 'continue':
      return continuePlan(await underWay(context), context);
    case 'abort':
      return abortPlan(await underWay(context), context);
  }
}

async function underWay({ workspace: { git } }: Context): Promise<UnfinishedMerge> {
  const under = await git.integration.findUnfinished();
  if (under === undefined) throw new Failure('conflict', 'No merge or rebase is under way.');
  return under;
}

/** What is the session's own may be changed unasked: it can be undone, and nobody else works on it. */
function isOwnBranch(branch: string | undefined, { ledger, session }: Context): boolean {
  return branch !== undefined && (branch === ledger.ownBranch() || session.workspace !== session.project);
}

/** How many commits a question names; the rest is counted. */
const MAX_COMMITS = 20;

async function startPlan(plan: IntegrationPlan, context: Context): Promise<ReviewedIntegration> {
  await refuseDirty(context);
  if (plan.inTheWay.length > 0)
    throw new Failure(
      'conflict',
      `These files are in no commit and would be written over: ${listPaths(plan.inTheWay)}. git_stash with these paths puts them away, unless git ignores them: then ask the person.`,
    );
  const { branch, head, from, theirs } = plan;
  const planned: PlannedIntegration = { action: plan.kind, kind: plan.kind, branch, head, from, theirs };
  const lines = plan.incoming.map(({ hash, subject }) => `${hash.slice(0, 10)} ${escapeHidden(subject)}`);
  const more = lines.length - MAX_COMMITS;
  return {
    planned,
    verdict: verdictOn(plan, isOwnBranch(branch, context)),
    details: [
      `${from} ${theirs.slice(0, 10)} -> ${branch} ${head.slice(0, 10)}`,
      ...lines.slice(0, MAX_COMMITS),
      ...(more > 0 ? [`and ${more} more commits`] : []),
    ].join('\n'),
  };
}

/** A person's branch is moved only after a yes; the question says what would happen to it. */
function verdictOn(
  { kind, branch, from, incoming, own, isPushed }: IntegrationPlan,
  isOwn: boolean,
): Verdict {
  if (incoming.length === 0) return { kind: 'allow', rule: 'nothing-to-bring' };
  if (kind === 'rebase' && isPushed)
    return askVerdict(
      'rebase-pushed',
      `Rebase ${branch} onto ${from}? Its commits were pushed, so the next push would need force. If not, I merge instead.`,
    );
  if (isOwn) return { kind: 'allow', rule: 'own-branch' };
  const commits = countText(incoming.length, 'commit');
  if (own.length === 0)
    return askVerdict('forward-foreign-branch', `Move ${branch} forward to ${from} (${commits})?`);
  return kind === 'merge'
    ? askVerdict('merge-foreign-branch', `Merge ${from} (${commits}) into ${branch}?`)
    : askVerdict(
        'rebase-foreign-branch',
        `Rebase ${branch} (${countText(own.length, 'commit')}) onto ${from}?`,
      );
}

function countText(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function askVerdict(rule: string, reason: string): Verdict {
  const risk = { writesOutsideGit: 'no', network: 'no', undoable: 'yes' } as const;
  return { kind: 'ask', rule, reason, risk };
}

/** An abort puts back what is committed, so nothing else may be at stake. */
async function refuseDirty(context: Context): Promise<void> {
  const changed = changedFiles(await context.workspace.git.status()).map(({ path }) => path);
  if (changed.length === 0) return;
  const { own, others } = await sortByMaker(changed, context);
  throw new Failure(
    'conflict',
    [
      'There are uncommitted changes.',
      ...(own.length === 0 ? [] : [`Of this task, commit them with git_commit: ${listPaths(own)}.`]),
      ...(others.length === 0
        ? []
        : [
            `Of the person or of a command, put them away with git_stash and restore them afterwards: ${listPaths(others)}.`,
          ]),
    ].join(' '),
  );
}

const MAX_FILES = 20;

function listPaths(paths: readonly string[]): string {
  const more = paths.length - MAX_FILES;
  return more > 0 ? `${paths.slice(0, MAX_FILES).join(', ')} and ${more} more` : paths.join(', ');
}

const NOTHING = { files: [], added: [], complete: true, tree: '' };

async function continuePlan(under: UnfinishedMerge, context: Context): Promise<ReviewedIntegration> {
  const { git, guard } = context.workspace;
  const status = await git.status();
  const conflicts = status.changes.filter(isInConflict);
  const inConflict = conflicts.map(({ path }) => path);
  await refuseMarked(inConflict, context);
  const paths = [...inConflict, ...(await ownEdits(under, status, context))];
  const gone = await goneFiles(conflicts, context);
  const held = paths.filter((path) => !gone.includes(path));
  const additions = held.length === 0 ? NOTHING : await git.additions(held);
  const unseen = (await sortByMaker(inConflict, context)).others;
  const protectedFiles = unseen.filter((path) => guard.isProtected(path));
  const { reasons, details } = await judgeContent(additions, { protectedFiles, verb: 'Commit' }, context);
  return {
    planned: {
      action: 'continue',
      ...plannedOf(under),
      now: status.head ?? null,
      paths,
      tree: additions.tree,
    },
    verdict: continueVerdict(under, reasons, isOwnBranch(under.branch, context)),
    details: [...paths.map(escapeHidden), ...details].join('\n'),
  };
}

function plannedOf({ kind, branch, head, theirs }: UnfinishedMerge) {
  return { kind, branch: branch ?? null, head, theirs };
}

/** Further files that this session has edited since. */
async function ownEdits(
  { kind }: UnfinishedMerge,
  status: GitStatus,
  context: Context,
): Promise<readonly string[]> {
  const edited = changedFiles(status).filter(({ code }) => code[1] !== ' ');
  const { own, others } = await sortByMaker(
    edited.map(({ path }) => path),
    context,
  );
  if (kind === 'merge' || others.length === 0) return own;
  throw new Failure(
    'conflict',
    `A rebase cannot go on over changes of others: ${listPaths(others)}. Ask the person to take them back or to commit them later.`,
  );
}

/** Files in conflict that were deleted here. Git does not name one that only the other side had. */
async function goneFiles(
  conflicts: readonly GitChange[],
  { workspace: { files } }: Context,
): Promise<readonly string[]> {
  const paths = conflicts.filter(({ code }) => ['DU', 'DD', 'UA'].includes(code)).map(({ path }) => path);
  const hashes = await Promise.all(paths.map((path) => files.hashOf(path)));
  return paths.filter((_, at) => hashes[at] === undefined);
}

function continueVerdict(
  { kind, branch }: UnfinishedMerge,
  reasons: readonly string[],
  isOwn: boolean,
): Verdict {
  if (reasons.length > 0) return askVerdict('commit-content', reasons.join(' '));
  if (isOwn) return { kind: 'allow', rule: 'own-branch' };
  return askVerdict('finish-foreign-merge', `Commit the ${kind} on ${branch ?? 'a detached HEAD'}?`);
}

async function abortPlan(under: UnfinishedMerge, context: Context): Promise<ReviewedIntegration> {
  const edited = changedFiles(await context.workspace.git.status()).filter(({ code }) => code[1] !== ' ');
  // A merge keeps edits of files that it does not touch.
  const lost = under.kind === 'rebase' ? edited : edited.filter(({ code }) => code[0] !== ' ');
  const discard = lost.map(({ path }) => path);
  const { others } = await sortByMaker(discard, context);
  return {
    planned: { action: 'abort', ...plannedOf(under), discard },
    verdict: abortVerdict(under, others, isOwnBranch(under.branch, context)),
    details: discard.map(escapeHidden).join('\n'),
  };
}

function abortVerdict({ kind, branch }: UnfinishedMerge, others: readonly string[], isOwn: boolean): Verdict {
  if (others.length > 0)
    return askVerdict(
      'abort-edits',
      `Abort the ${kind}? What was changed meanwhile goes too: ${others.map(escapeHidden).join(', ')}.`,
    );
  if (isOwn) return { kind: 'allow', rule: 'own-branch' };
  return askVerdict('abort-foreign-merge', `Abort the ${kind} on ${branch ?? 'a detached HEAD'}?`);
}
