import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type {
  GitIntegration,
  IntegrationPlan,
  ListedCommit,
  UnfinishedKind,
  UnfinishedMerge,
} from '../contracts/git.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { Failure } from '../core/failure.ts';
import { unlessRefused } from '../files/look-at-path.ts';
import { commitsBetween } from './checkpoints/plan-repository.ts';
import { resolveCommit } from './commit.ts';
import { configKeyFailure, gitFailure, type Repository } from './repository.ts';
import type { GitResult } from './run-git.ts';
import { parseStatus, readUnfinished, STATUS } from './status.ts';
import { writeObstacle } from './worktrees/landing.ts';

interface IntegrationParts {
  open(): Promise<Repository>;
  /** Short name of the default branch. */
  standard(repository: Repository): Promise<IntegrationRequest['standard']>;
}

/**
 * Merges and rebases by git itself, so that `git status` and `git merge --abort` in the person's terminal know of it. A
 * stop of the run does not reach git here: half a merge would be left.
 */
export function createIntegration({ open, standard }: IntegrationParts): GitIntegration {
  return {
    findUnfinished: async () => findUnfinished(await open()),
    async plan(kind, from) {
      const repository = await open();
      await assertNoneUnderWay(repository);
      return planIntegration(repository, { kind, from, standard: await standard(repository) });
    },
    async start(plan) {
      const repository = await open();
      assertHarmless(repository);
      await assertNoneUnderWay(repository);
      await endOrWait(repository, await runIntegration(repository, argsOf(plan), plan.branch));
    },
    resume: async (paths) => resumeIntegration(await open(), paths),
    abort: async (discard) => abortIntegration(await open(), discard),
    async restore() {
      const repository = await open();
      assertHarmless(repository);
      await repository.runOrThrow(['reset', '--quiet', '--merge'], { timeoutMs: TIME_MS });
    },
    listBetween: async (head, base) => commitsBetween(await open(), base, head),
  };
}

async function findUnfinished(repository: Repository): Promise<UnfinishedMerge | undefined> {
  const folder = (await repository.runOrThrow(['rev-parse', '--absolute-git-dir'])).replace(/\n$/, '');
  const notes = readUnfinished(folder);
  if (notes === undefined) return undefined;
  const { kind, branch, theirs } = notes;
  const head = notes.head ?? (await resolveCommit(repository, 'HEAD'));
  if (theirs === undefined || head === undefined)
    throw new Failure(
      'conflict',
      `A ${kind} of the person is under way that only they can end: git ${kind} --abort, or --continue.`,
    );
  return { kind, branch, head, theirs };
}

async function assertNoneUnderWay(repository: Repository): Promise<void> {
  const under = await findUnfinished(repository);
  if (under !== undefined)
    throw new Failure('conflict', `A ${under.kind} is under way already: continue or abort it first.`);
}

interface IntegrationRequest {
  readonly kind: UnfinishedKind;
  readonly from: string | undefined;
  /** Short name of the default branch. */
  readonly standard: string | undefined;
}

/** See `GitIntegration.plan`. */
async function planIntegration(
  repository: Repository,
  { kind, from, standard }: IntegrationRequest,
): Promise<IntegrationPlan> {
  assertHarmless(repository);
  const { branch, head } = parseStatus(await repository.runOrThrow(STATUS), repository.prefix);
  if (branch === undefined || head === undefined)
    throw new Failure(
      'conflict',
      'No branch with commits is checked out, so nothing can be brought into it.',
    );
  // It would end the key of a setting that is passed with `-c`.
  if (/[=\n]/.test(branch)) throw new Failure('conflict', `Rename the branch ${branch}: its name has a "=".`);
  const base = await findBase(repository, { from, standard, branch });
  const { code } = await repository.run(['merge-base', head, base.hash]);
  if (code !== 0) throw new Failure('conflict', `${branch} and ${base.name} have no commit in common.`);
  const own = await commitsBetween(repository, base.hash, head);
  return {
    kind,
    branch,
    head,
    from: base.name,
    theirs: base.hash,
    incoming: await commitsBetween(repository, head, base.hash),
    own,
    isPushed: await isPushed(repository, own, { head, theirs: base.hash }),
    inTheWay: await untrackedInTheWay(repository, head, base.hash),
  };
}

/**
 * Throws Failure `denied` where a merge would change files outside the workspace, or would run a program, or change
 * contents, by a setting that others may have made.
 */
function assertHarmless({ prefix, top, facts }: Repository): void {
  if (prefix !== '')
    throw new Failure(
      'denied',
      `This project is a folder in the repository ${top}, whose other files would change as well. Ask the person to do it there.`,
    );
  if (facts.filterKey !== undefined) throw configKeyFailure(facts.filterKey, 'merges');
  const driver = facts.mergeDrivers.find((name) => /[=\n]/.test(name));
  if (driver !== undefined) throw configKeyFailure(`${driver}.driver`, 'runs');
}

/** What is named as it is; without a name the default branch as the remote has it, else as it is here. */
async function findBase(
  repository: Repository,
  {
    from,
    standard = 'main',
    branch,
  }: Pick<IntegrationRequest, 'from' | 'standard'> & { readonly branch: string },
): Promise<{ readonly name: string; readonly hash: string }> {
  const names = from === undefined ? [`origin/${standard}`, standard] : [from];
  for (const name of names.filter((one) => one !== branch)) {
    for (const place of ['refs/heads/', 'refs/remotes/']) {
      const hash = await resolveCommit(repository, `${place}${name}`);
      if (hash !== undefined) return { name, hash };
    }
  }
  throw new Failure(
    'not-found',
    `There is no other branch ${names.join(' or ')} here. git_fetch gets those of a remote; name one as origin/main.`,
  );
}

async function isPushed(
  repository: Repository,
  own: readonly ListedCommit[],
  { head, theirs }: { readonly head: string; readonly theirs: string },
): Promise<boolean> {
  if (own.length === 0) return false;
  const args = ['rev-list', '--count', head, `^${theirs}`, '--not', '--remotes'];
  return Number((await repository.runOrThrow(args)).trim()) < own.length;
}

/**
 * Files that are in no commit of ours and stand where the other branch has one. Git itself would write over those that
 * it ignores.
 */
async function untrackedInTheWay(
  { top, runOrThrow }: Repository,
  head: string,
  theirs: string,
): Promise<readonly string[]> {
  const flags = ['-r', '-z', '--name-status', '--no-renames', '--end-of-options'];
  const fields = (await runOrThrow(['diff-tree', ...flags, head, theirs])).split('\0');
  const paths = (status: string): readonly string[] =>
    fields.filter((_, at) => at % 2 === 1 && fields[at - 1] === status);
  const goes = new Set(paths('D'));
  const found = new Set<string>();
  for (const path of paths('A')) {
    const obstacle = (await writeObstacle(top, path, goes)) ?? (isFile(join(top, path)) ? path : undefined);
    if (obstacle !== undefined) found.add(obstacle);
  }
  return [...found].sort();
}

function isFile(path: string): boolean {
  return unlessRefused(() => lstatSync(path))?.isDirectory() === false;
}

/** The commit is named by its hash: the branch may have moved since it was approved. */
function argsOf({ kind, branch, from, theirs }: Parameters<GitIntegration['start']>[0]): readonly string[] {
  const both = [
    '--quiet',
    '--no-verify',
    '--no-gpg-sign',
    '--no-autostash',
    '--no-stat',
    '--no-rerere-autoupdate',
  ];
  return kind === 'merge'
    ? ['merge', ...both, '--ff', '--no-squash', '--no-log', '-m', `Merge ${from} into ${branch}`, theirs]
    : ['rebase', ...both, '--merge', '--no-fork-point', '--empty=drop', theirs];
}

/** A large project has many files to write. */
const TIME_MS = 4 * MINUTE_MS;

function runIntegration(
  repository: Repository,
  args: readonly string[],
  branch: string | undefined,
): Promise<GitResult> {
  return repository.run(args, { settings: settingsFor(repository, branch), timeoutMs: TIME_MS });
}

/** Settings of the repository, and of the person, that would make it something else than was asked for. */
function settingsFor({ facts }: Repository, branch: string | undefined): readonly string[] {
  return [
    // A file for which the project has a program of its own is in conflict: `false` fails.
    ...facts.mergeDrivers.map((driver) => `${driver}.driver=false`),
    ...(branch === undefined ? [] : [`branch.${branch}.mergeOptions=`]),
    'merge.conflictStyle=merge',
    'rerere.enabled=false',
    'rebase.backend=merge',
    'rebase.updateRefs=false',
    'rebase.autoSquash=false',
    'rebase.rebaseMerges=false',
    'notes.rewrite.rebase=false',
    'sequence.editor=true',
  ];
}

/** @throws Failure `conflict` when git failed without waiting for anybody */
async function endOrWait(repository: Repository, result: GitResult): Promise<void> {
  if (result.code === 0 || (await findUnfinished(repository)) !== undefined) return;
  throw gitFailure(result, 'conflict');
}

async function resumeIntegration(repository: Repository, paths: readonly string[]): Promise<void> {
  assertHarmless(repository);
  const under = await underWay(repository);
  await stagePaths(repository, paths);
  const args =
    under.kind === 'merge'
      ? ['commit', '--quiet', '--no-verify', '--no-gpg-sign', '--no-edit', '--cleanup=strip']
      : ['rebase', '--continue'];
  const result = await runIntegration(repository, args, under.branch);
  if (result.code !== 0 && (under.kind === 'merge' || (await isStuck(repository))))
    throw gitFailure(result, 'conflict');
}

/** True when a rebase stopped for another reason than files in conflict. */
async function isStuck(repository: Repository): Promise<boolean> {
  return (await repository.runOrThrow(['ls-files', '--unmerged'])) === '';
}

async function abortIntegration(repository: Repository, discard: readonly string[]): Promise<void> {
  assertHarmless(repository);
  const { kind, branch } = await underWay(repository);
  // Git would refuse to put back a file that was edited since.
  if (kind === 'merge') await stagePaths(repository, discard);
  const result = await runIntegration(repository, [kind, '--abort'], branch);
  if (result.code !== 0) throw gitFailure(result, 'conflict');
}

async function underWay(repository: Repository): Promise<UnfinishedMerge> {
  const under = await findUnfinished(repository);
  if (under === undefined) throw new Failure('conflict', 'No merge or rebase is under way.');
  return under;
}

async function stagePaths(repository: Repository, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const args = ['add', '--all', '--pathspec-from-file=-', '--pathspec-file-nul'];
  await repository.runOrThrow(args, { input: paths.map((path) => `${path}\0`).join('') });
}
