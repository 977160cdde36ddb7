import { join } from 'node:path';
import type { GitChange, GitStatus, UnfinishedKind } from '../contracts/git.ts';
import { readRegular } from '../core/file-access.ts';
import { isThere, unlessRefused } from '../files/look-at-path.ts';
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

const FLAGS = ['--porcelain=v2', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'];

/** Everything in a repository that differs from its last commit. */
export async function readChanges(repository: Repository): Promise<readonly GitChange[]> {
  return parseStatus(await repository.runOrThrow(['status', ...FLAGS]), '').changes;
}

/** Where git keeps a rebase: of its own, or one that applies patches. */
const REBASES = ['rebase-merge', 'rebase-apply'];

const HASH = /^[0-9a-f]{40,64}$/;

/**
 * The merge or rebase under way in a repository, from git's own notes about it: git does not have to be started.
 * @param git its folder; that of a worktree has notes of its own
 */
export function unfinishedKind(git: string): UnfinishedKind | undefined {
  if (REBASES.some((name) => isThere(join(git, name)))) return 'rebase';
  return isThere(join(git, 'MERGE_HEAD')) ? 'merge' : undefined;
}

export interface UnfinishedNotes {
  readonly kind: UnfinishedKind;
  /** Short name; undefined when none was checked out. */
  readonly branch: string | undefined;
  /** Commit that is brought in. Undefined where the notes are not whole, or name several. */
  readonly theirs: string | undefined;
  /** Commit of the branch before a rebase; a merge leaves it where it is. */
  readonly head: string | undefined;
}

export function readUnfinished(git: string): UnfinishedNotes | undefined {
  const kind = unfinishedKind(git);
  if (kind === undefined) return undefined;
  const [folder, theirs, branch] =
    kind === 'merge'
      ? [git, 'MERGE_HEAD', lineIn(join(git, 'HEAD'))?.replace(/^ref: /, '')]
      : [join(git, 'rebase-merge'), 'onto', lineIn(join(git, 'rebase-merge', 'head-name'))];
  return {
    kind,
    branch: /^refs\/heads\/(.+)$/.exec(branch ?? '')?.[1],
    theirs: hashIn(join(folder, theirs)),
    head: kind === 'merge' ? undefined : hashIn(join(folder, 'orig-head')),
  };
}

function hashIn(file: string): string | undefined {
  const line = lineIn(file);
  return line !== undefined && HASH.test(line) ? line : undefined;
}

function lineIn(file: string): string | undefined {
  return unlessRefused(() => readRegular(file).replace(/\n$/, ''));
}
