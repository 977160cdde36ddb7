import type { GitHistory } from '../contracts/git.ts';
import { revisionOrThrow } from './commit.ts';
import type { Repository } from './repository.ts';

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
