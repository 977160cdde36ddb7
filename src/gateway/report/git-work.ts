import * as z from 'zod';
import { callData } from '../../agent/calls/call-data.ts';
import { commandIn, gitOperationsIn } from '../../agent/calls/ran-commands.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { CallRecord, Store, WorkRecords } from '../../contracts/store.ts';
import { IntegratedData } from '../../tools/git-integrate.ts';

/** What a session did with git, from its calls. */
export interface GitWork {
  readonly commits: readonly { readonly hash: string; readonly subject: string }[];
  /** The last merge or rebase that changed something, or waits for a person. */
  readonly integrated: IntegratedBranch | undefined;
  /** Changes that are still put away in git's stash. */
  readonly putAway: readonly string[];
  /** The last successful push. */
  readonly pushed: { readonly remote: string; readonly branch: string; readonly hash: string } | undefined;
  readonly pullRequest: { readonly url: string; readonly number: number } | undefined;
  /** Repositories inside the project, such as submodules, with uncommitted changes at the last commit. */
  readonly uncommittedIn: readonly string[];
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

export function gitWork(
  { id }: Pick<SessionRecord, 'id'>,
  { calls, ledger }: Pick<WorkRecords, 'calls' | 'ledger'>,
): GitWork {
  const all = calls.listCurrent(id);
  // What has left the machine is not taken back with its round.
  const sent = calls.all(id);
  const commits = callData(all, 'git_commit', Commit);
  const integrations = callData(all, 'git_integrate', IntegratedData);
  const subjects = [...commits, ...integrations.flatMap((one) => one.commits)];
  const replaced = new Set(integrations.flatMap((one) => one.replaced));
  return {
    commits: withoutDoubles([
      ...ledger
        .listCommits(id)
        .filter((hash) => !replaced.has(hash))
        .map((hash) => ({ hash, subject: subjects.find((commit) => commit.hash === hash)?.subject ?? '' })),
      ...commitsByCommand(all),
    ]),
    integrated: lastIntegrated(integrations, all),
    putAway: putAwayIn(callData(all, 'git_stash', Stashed)),
    pushed: callData(sent, 'git_push', Push).at(-1),
    pullRequest: callData(sent, 'git_create_pr', PullRequest).at(-1),
    uncommittedIn: commits.at(-1)?.uncommitted_in ?? [],
  };
}

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

const Printed = z.object({ exit_code: z.literal(0), stdout: z.string() });
/** Output of `git commit` about the new commit: `[main 1a2b3c4] fix: the login`. */
const COMMIT_LINE = /^\[[^\]\n]+ ([0-9a-f]{7,40})\] (.+)$/gm;

/** Commits made by commands that a person allowed. */
function commitsByCommand(calls: readonly CallRecord[]): GitWork['commits'] {
  return callData(
    calls.filter((call) => gitOperationsIn(commandIn(call, calls)?.line ?? '').has('commit')),
    'run_command',
    Printed,
  ).flatMap(({ stdout }) =>
    [...stdout.matchAll(COMMIT_LINE)].map(([, hash = '', subject = '']) => ({ hash, subject })),
  );
}

/** A short hash may name the same commit as a full one. */
function withoutDoubles(commits: GitWork['commits']): GitWork['commits'] {
  return commits.filter(
    ({ hash }, index) => !commits.slice(0, index).some((earlier) => earlier.hash.startsWith(hash)),
  );
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
