import type { GitStash, StashEntry } from '../contracts/git.ts';
import { Failure } from '../core/failure.ts';
import { configKeyFailure, gitFailure, type Repository } from './repository.ts';

/**
 * Git's own stash, so that a person finds what was put away with `git stash list`.
 * @param open opens the repository for one operation
 */
export function createStash(open: () => Promise<Repository>): GitStash {
  return {
    list: async () => listStash(await open()),
    save: async (message, paths) => saveStash(await open(), message, paths),
    restore: async (hash) => restoreStash(await open(), hash),
  };
}

/** Fields end in NUL because a message may hold any other character. */
async function listStash(repository: Repository): Promise<readonly StashEntry[]> {
  const { code } = await repository.run(['show-ref', '--verify', '--quiet', 'refs/stash']);
  if (code !== 0) return [];
  const args = [
    'log',
    '--walk-reflogs',
    '--no-show-signature',
    '--no-patch',
    '-z',
    '--format=%H%x00%gd%x00%gs',
  ];
  const fields = (await repository.runOrThrow([...args, 'refs/stash', '--'])).split('\0');
  const entries: StashEntry[] = [];
  for (let at = 0; at + 2 < fields.length; at += 3) {
    const [hash = '', name = '', message = ''] = fields.slice(at, at + 3);
    entries.push({ hash, name: name.replace(/^refs\//, ''), message });
  }
  return entries;
}

async function saveStash(
  repository: Repository,
  message: string,
  paths: readonly string[],
): Promise<StashEntry> {
  assertNoFilter(repository);
  const flags = ['--quiet', '--include-untracked', `--message=${message}`];
  const args = ['stash', 'push', ...flags, '--pathspec-from-file=-', '--pathspec-file-nul'];
  const input = paths.map((path) => `${path}\0`).join('');
  const result = await repository.run(args, { input, settings: settingsFor(repository) });
  if (result.code !== 0) throw gitFailure(result, 'conflict');
  const [entry] = await listStash(repository);
  if (entry?.message.endsWith(message) !== true)
    throw new Failure('conflict', 'Git put nothing away: these files are as in the last commit.');
  return entry;
}

async function restoreStash(repository: Repository, hash: string): Promise<readonly string[]> {
  assertNoFilter(repository);
  const apply = ['stash', 'apply', '--quiet'];
  const settings = settingsFor(repository);
  // What was staged is staged again where that is still possible.
  let result = await repository.run([...apply, '--index', hash], { settings });
  if (result.code !== 0 && (await listUnmerged(repository)).length === 0)
    result = await repository.run([...apply, hash], { settings });
  const conflicts = await listUnmerged(repository);
  if (result.code !== 0 && conflicts.length === 0) throw gitFailure(result, 'conflict');
  if (conflicts.length > 0) {
    // Only the marks in the files are left to deal with: commits of other files go on working.
    const input = conflicts.map((path) => `${path}\0`).join('');
    await repository.runOrThrow(['reset', '--quiet', '--pathspec-from-file=-', '--pathspec-file-nul'], {
      input,
    });
    return conflicts;
  }
  await dropStash(repository, hash);
  return [];
}

/** By its hash: other stashes may have been made or dropped meanwhile. */
async function dropStash(repository: Repository, hash: string): Promise<void> {
  const entry = (await listStash(repository)).find((one) => one.hash === hash);
  if (entry !== undefined) await repository.runOrThrow(['stash', 'drop', '--quiet', entry.name]);
}

async function listUnmerged(repository: Repository): Promise<readonly string[]> {
  const text = await repository.runOrThrow(['ls-files', '--unmerged', '-z']);
  const paths = text
    .split('\0')
    .flatMap((record) => (record === '' ? [] : [record.slice(record.indexOf('\t') + 1)]));
  return [...new Set(paths)].sort();
}

/** Bringing back is a merge, for which the repository may have programs of its own: `false` fails. */
function settingsFor({ facts }: Repository): readonly string[] {
  const unsafe = facts.mergeDrivers.find((name) => /[=\n]/.test(name));
  if (unsafe !== undefined) throw configKeyFailure(`${unsafe}.driver`, 'runs');
  return [...facts.mergeDrivers.map((driver) => `${driver}.driver=false`), 'merge.conflictStyle=merge'];
}

function assertNoFilter({ facts }: Repository): void {
  if (facts.filterKey !== undefined) throw configKeyFailure(facts.filterKey, 'restores');
}
