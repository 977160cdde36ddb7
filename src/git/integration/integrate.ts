import type { GitIntegration, UnfinishedMerge } from '../../contracts/git.ts';
import { MINUTE_MS } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { commitsBetween } from '../checkpoints/plan-repository.ts';
import { resolveCommit } from '../commit.ts';
import { gitFailure, type Repository } from '../repository.ts';
import type { GitResult } from '../run-git.ts';
import { readUnfinished } from '../unfinished.ts';
import { assertHarmless, type IntegrationRequest, planIntegration } from './plan.ts';

/** A large project has many files to write. */
const TIME_MS = 4 * MINUTE_MS;

export interface IntegrationParts {
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

function runIntegration(
  repository: Repository,
  args: readonly string[],
  branch: string | undefined,
): Promise<GitResult> {
  return repository.run(args, { settings: settingsFor(repository, branch), timeoutMs: TIME_MS });
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
