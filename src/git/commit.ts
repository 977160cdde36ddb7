import { existsSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import type { Git, GitCommit, GitHistory } from '../contracts/git.ts';
import { codeOf, Failure } from '../core/failure.ts';
import { positionInFiles } from './plain-repository.ts';
import { configKeyFailure, gitFailure, type Repository } from './repository.ts';

/** The repository and the workspace's folder for `commit`. */
export interface CommitTarget {
  readonly repository: Repository;
  readonly root: string;
}

/** See `Git.commit`. Untracked paths are added to the index first, and removed again when the commit fails. */
export async function commitPaths(
  { repository, root }: CommitTarget,
  message: string,
  paths: readonly string[],
): Promise<GitCommit> {
  if (message.trim() === '') throw new Failure('invalid', 'A commit needs a message.');
  await assertCommittable({ repository, root }, paths);
  const added = await findUntracked(repository, paths);
  if (added.length > 0) await repository.runOrThrow(['add', '--intent-to-add', '--', ...added]);
  const args = [
    'commit',
    '--only',
    '--quiet',
    '--no-verify',
    '--no-gpg-sign',
    '--cleanup=whitespace',
    '--file=-',
  ];
  const result = await repository.run([...args, '--', ...paths], { input: message });
  if (result.code !== 0) {
    if (added.length > 0) await repository.run(['reset', '--quiet', '--', ...added]);
    throw gitFailure(result, 'conflict');
  }
  return commitOrThrow(repository);
}

/** Throws Failure when none of these paths has changed. */
async function findUntracked(repository: Repository, paths: readonly string[]): Promise<readonly string[]> {
  const flags = ['--porcelain', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=dirty'];
  const changed = await repository.runOrThrow(['status', ...flags, '--', ...paths]);
  if (changed === '')
    throw new Failure('invalid', 'There is nothing to commit: these paths are as in the last commit.');
  const untracked = `?? ${repository.prefix}`;
  return changed
    .split('\0')
    .flatMap((record) => (record.startsWith(untracked) ? [record.slice(untracked.length)] : []));
}

async function commitOrThrow(repository: Repository): Promise<GitCommit> {
  const commit = await showCommit(repository, 'HEAD');
  if (commit === undefined)
    throw new Failure('conflict', 'The commit was made, but HEAD has moved since; look at the log.');
  const { hash, subject, filesChanged, insertions, deletions } = commit;
  return { hash, subject, filesChanged, insertions, deletions };
}

/**
 * Throws Failure for paths that cannot be committed, and for a repository that would change content when it is added.
 */
export async function assertCommittable(
  { repository, root }: CommitTarget,
  paths: readonly string[],
): Promise<void> {
  if (paths.length === 0) throw new Failure('invalid', 'Name the paths to commit.');
  await Promise.all(paths.map((path) => assertFilePath(root, path)));
  const { filterKey } = repository.facts;
  if (filterKey !== undefined) throw configKeyFailure(filterKey, 'commits');
}

/** Committing a folder would include all other files in it. */
async function assertFilePath(root: string, path: string): Promise<void> {
  if (path === '' || isAbsolute(path) || path.split('/').includes('..') || path.includes('\0')) {
    throw new Failure('invalid', `${JSON.stringify(path)} is no path inside the workspace.`);
  }
  if (await isPlainFolder(join(root, path))) {
    throw new Failure('invalid', `${path} is a folder; name the files to commit.`);
  }
}

/** For git a submodule is one entry: the commit that it is at. */
async function isPlainFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory() && !existsSync(join(path, '.git'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

/**
 * Fields end in NUL because a subject and a message may hold any other character; statistics follow the last one.
 */
const FORMAT = '--format=%H%x00%P%x00%s%x00%B%x00';

/** See `Git.show`. For a merge, the changes against its first parent. */
export async function showCommit(
  repository: Repository,
  revision: string,
): Promise<NonNullable<Awaited<ReturnType<Git['show']>>> | undefined> {
  const hash = await resolveCommit(repository, revision);
  if (hash === undefined) return undefined;
  const flags = [
    '--no-show-signature',
    '--no-ext-diff',
    '--no-textconv',
    '--no-renames',
    '--ignore-submodules=dirty',
  ];
  const text = await repository.runOrThrow([
    'log',
    '-1',
    ...flags,
    '--shortstat',
    '-m',
    '--first-parent',
    FORMAT,
    hash,
  ]);
  const [shown = '', parents = '', subject = '', message = '', statistics = ''] = text.split('\0');
  return {
    hash: shown,
    subject,
    parents: parents.split(' ').filter((parent) => parent !== ''),
    message: message.trimEnd(),
    filesChanged: countOf(statistics, /(\d+) files? changed/),
    insertions: countOf(statistics, /(\d+) insertion/),
    deletions: countOf(statistics, /(\d+) deletion/),
  };
}

/** Full hash of the commit that a revision names, or undefined when there is none. */
export async function resolveCommit(repository: Repository, revision: string): Promise<string | undefined> {
  if (revision.startsWith('-') || revision === '')
    throw new Failure('invalid', `${JSON.stringify(revision)} is no revision.`);
  const known = revision === 'HEAD' ? positionInFiles(repository.top)?.head : undefined;
  if (known !== undefined) return known;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { code, stdout } = await repository.run(args);
  return code === 0 ? stdout.trim() : undefined;
}

/** @throws Failure `not-found` */
export async function revisionOrThrow(repository: Repository, revision: string): Promise<string> {
  const hash = await resolveCommit(repository, revision);
  if (hash === undefined) throw new Failure('not-found', `There is no commit ${JSON.stringify(revision)}.`);
  return hash;
}

function countOf(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}

const PLAIN = ['--no-ext-diff', '--no-textconv'];

/** @param open opens the repository for one operation */
export function createHistory(open: () => Promise<Repository>): GitHistory {
  return {
    log: async (options) => readLog(await open(), options),
    blame: async (options) => readBlame(await open(), options),
  };
}

async function readLog(
  repository: Repository,
  { revision, path, count }: Parameters<GitHistory['log']>[0],
): Promise<readonly string[]> {
  const range = await commitsOf(repository, revision);
  const args = [
    'log',
    '-z',
    '--no-show-signature',
    '--no-patch',
    '--encoding=UTF-8',
    '--date=short',
    '--format=%h %ad %an  %s',
    `--max-count=${count}`,
    ...PLAIN,
    // Renames are followed for a single file only.
    ...(path === undefined ? [] : ['--follow']),
    ...range,
    '--',
    ...(path === undefined ? [] : [path]),
  ];
  return (await repository.runOrThrow(args)).split('\0').filter((line) => line !== '');
}

/** `a..b` as well: both ends are looked up, so that nothing in it is read as an option. */
async function commitsOf(repository: Repository, revision: string): Promise<readonly string[]> {
  const [from, to] = revision.includes('..') ? revision.split('..') : [undefined, revision];
  const hash = await revisionOrThrow(repository, to || 'HEAD');
  return from === undefined ? [hash] : [hash, `^${await revisionOrThrow(repository, from || 'HEAD')}`];
}

async function readBlame(
  repository: Repository,
  { path, revision, start, end }: Parameters<GitHistory['blame']>[0],
): Promise<readonly string[]> {
  const commit = revision === undefined ? [] : [await revisionOrThrow(repository, revision)];
  const args = ['blame', ...PLAIN, '--date=short', `-L${start},${end}`, ...commit, '--', path];
  // A list of the repository that is missing would be an error.
  const text = await repository.runOrThrow(args, {
    settings: ['blame.ignoreRevsFile=', 'blame.showEmail=false'],
  });
  return text.split('\n').filter((line) => line !== '');
}
