import type { GitChange, GitStatus } from '../contracts/git.ts';
import { CEILING } from '../processes/command-environment.ts';
import { findBorrowing } from './borrowed-repository.ts';
import { hasPlainConfig, plainGitFolder } from './plain-repository.ts';
import { askGit, type Repository, type RepositoryParts } from './repository.ts';

/** Arguments whose output `parseStatus` reads. */
export const STATUS: readonly string[] = [
  'status',
  '--porcelain=v2',
  '--branch',
  '-z',
  '--untracked-files=all',
  '--no-renames',
  '--ignore-submodules=dirty',
  '--',
  '.',
];

const FLAGS = ['--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'];

/**
 * The status of a repository in its usual form, by one start of git instead of three: each copies this program's
 * memory and blocks it. Undefined for a repository that has to be opened, or that git complains about.
 */
export async function plainStatus({ root, environment }: RepositoryParts): Promise<GitStatus | undefined> {
  const gitFolder = plainGitFolder(root);
  if (gitFolder === undefined || !hasPlainConfig(gitFolder)) return undefined;
  if (findBorrowing(root, environment[CEILING]) !== undefined) return undefined;
  // The folder is named, because git would go on to a repository around one that it rejects, and run what that
  // configures.
  const { code, stdout } = await askGit({ root, environment }, [`--git-dir=${gitFolder}`, ...STATUS]);
  return code === 0 ? parseStatus(stdout, '') : undefined;
}

/**
 * Parses git's output for `STATUS`. Paths are relative to `prefix`, the folder of the workspace in the repository.
 */
export function parseStatus(text: string, prefix: string): GitStatus {
  const records = text.split('\0').filter((record) => record !== '');
  const header = (name: string): string | undefined =>
    records.find((record) => record.startsWith(`# branch.${name} `))?.slice(`# branch.${name} `.length);
  const branch = header('head');
  const head = header('oid');
  const [ahead = 0, behind = 0] = (header('ab') ?? '').split(' ').filter(Boolean).map(Number).map(Math.abs);
  return {
    branch: branch === '(detached)' ? undefined : branch,
    head: head === '(initial)' ? undefined : head,
    upstream: header('upstream'),
    ahead,
    behind,
    changes: records.flatMap((record) => changeOf(record, prefix)),
  };
}

/** Number of fields before the path: 8 for an ordinary change, 10 for an unmerged one, 1 for an untracked file. */
const FIELDS: Readonly<Record<string, number>> = { '1': 8, u: 10, '?': 1 };

function changeOf(record: string, prefix: string): readonly GitChange[] {
  const kind = record.slice(0, 1);
  const fields = FIELDS[kind];
  if (fields === undefined || record[1] !== ' ') return [];
  const path = record.split(' ').slice(fields).join(' ');
  // Version 2 writes `.` where the well-known two letters have a blank.
  const code = kind === '?' ? '??' : record.slice(2, 4).replaceAll('.', ' ');
  return [{ path: path.slice(prefix.length), code }];
}

/** Everything in a repository that differs from its last commit. */
export async function readChanges(repository: Repository): Promise<readonly GitChange[]> {
  return parseStatus(await repository.runOrThrow(['status', ...FLAGS]), '').changes;
}
