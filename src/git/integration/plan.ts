import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { IntegrationPlan, ListedCommit, UnfinishedKind } from '../../contracts/git.ts';
import { Failure } from '../../core/failure.ts';
import { unlessRefused } from '../../files/unless-refused.ts';
import { commitsBetween } from '../checkpoints/plan-repository.ts';
import { resolveCommit } from '../commit.ts';
import { configKeyFailure, type Repository } from '../repository.ts';
import { parseStatus, STATUS } from '../status.ts';
import { writeObstacle } from '../worktrees/obstacle.ts';

export interface IntegrationRequest {
  readonly kind: UnfinishedKind;
  readonly from: string | undefined;
  /** Short name of the default branch. */
  readonly standard: string | undefined;
}

/** See `GitIntegration.plan`. */
export async function planIntegration(
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
export function assertHarmless({ prefix, top, facts }: Repository): void {
  if (prefix !== '')
    throw new Failure(
      'denied',
      `This project is a folder in the repository ${top}, whose other files would change as well. Ask the person to do it there.`,
    );
  if (facts.filterKey !== undefined) throw configKeyFailure(facts.filterKey, 'merges');
  const driver = facts.mergeDrivers.find((name) => /[=\n]/.test(name));
  if (driver !== undefined) throw configKeyFailure(`${driver}.driver`, 'runs');
}

interface Base {
  readonly name: string;
  readonly hash: string;
}

/** What is named as it is; without a name the default branch as the remote has it, else as it is here. */
async function findBase(
  repository: Repository,
  {
    from,
    standard = 'main',
    branch,
  }: Pick<IntegrationRequest, 'from' | 'standard'> & { readonly branch: string },
): Promise<Base> {
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
