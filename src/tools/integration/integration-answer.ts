import * as z from 'zod';
import type { ListedCommit } from '../../contracts/git.ts';
import type { ToolAnswer, ToolContext } from '../../contracts/tool.ts';
import { isInConflict } from '../uncommitted-files.ts';
import { conflictText } from './conflicts.ts';
import type { PlannedIntegration } from './plan-integration.ts';

const Commits = z.array(z.object({ hash: z.string(), subject: z.string() }));

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
  commits: Commits,
  /** Commits that a rebase wrote anew. */
  replaced: z.array(z.string()),
  conflicts: z.array(z.string()),
});
export type IntegrationResult = z.infer<typeof IntegratedData>;

type IntegrationAnswer = ToolAnswer<IntegrationResult>;
type Context = Pick<ToolContext, 'workspace' | 'ledger'>;

/** What it has come to by now, read from the repository: the same after a crash. */
export async function integrationAnswer(
  planned: PlannedIntegration,
  context: Context,
): Promise<IntegrationAnswer> {
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
  return { text: doneText(planned, { state, made, head }), data };
}

/** Everything is as before it began. */
export function abortAnswer(planned: PlannedIntegration): IntegrationAnswer {
  return {
    text: `Aborted: ${planned.branch ?? 'HEAD'} is at ${planned.head.slice(0, 10)} again.`,
    data: integrationData(planned, 'aborted'),
  };
}

async function waitingAnswer(
  planned: PlannedIntegration,
  conflicts: Parameters<typeof conflictText>[0],
  context: Context,
): Promise<IntegrationAnswer> {
  const data = { ...integrationData(planned, 'conflicts'), conflicts: conflicts.map(({ path }) => path) };
  if (conflicts.length > 0) return { text: await conflictText(conflicts, planned.kind, context), data };
  return { text: 'Nothing is in conflict any more: git_integrate continue goes on.', data };
}

function integrationData(planned: PlannedIntegration, state: IntegrationResult['state']): IntegrationResult {
  const { kind, branch, theirs } = planned;
  const from = 'from' in planned ? { from: planned.from } : {};
  return { state, kind, branch, theirs, ...from, commits: [], replaced: [], conflicts: [] };
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

function without(commits: readonly ListedCommit[], others: readonly ListedCommit[]): readonly ListedCommit[] {
  const known = new Set(others.map(({ hash }) => hash));
  return commits.filter(({ hash }) => !known.has(hash));
}

function doneText(
  { kind, branch, theirs }: PlannedIntegration,
  {
    state,
    made,
    head,
  }: {
    readonly state: IntegrationResult['state'];
    readonly made: readonly ListedCommit[];
    readonly head: string;
  },
): string {
  const what = theirs.slice(0, 10);
  if (state === 'current') return `Nothing to bring in: ${branch ?? 'HEAD'} has ${what} already.`;
  const lines = made.map(({ hash, subject }) => `${hash.slice(0, 10)} ${subject}`);
  const how = made.length === 0 ? 'Moved forward to' : kind === 'merge' ? 'Merged' : 'Rebased onto';
  return [`${how} ${what}: ${branch ?? 'HEAD'} is at ${head.slice(0, 10)}. Run the tests.`, ...lines].join(
    '\n',
  );
}
