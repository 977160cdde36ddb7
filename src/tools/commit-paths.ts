import { posix } from 'node:path';
import type { ToolContext } from '../contracts/tool.ts';
import { Failure } from '../core/failure.ts';

export interface CommitPaths {
  /** Changed files for the commit, sorted. */
  readonly paths: readonly string[];
  /** Those among them that contain changes of the person, sorted. */
  readonly foreign: readonly string[];
  /** Changed files that are not committed. */
  readonly leftOut: readonly string[];
}

/**
 * Chooses the files for a commit: the named ones, else those that the session wrote; never unchanged ones. Throws
 * Failure `not-found` when nothing is left to commit or a named path did not change.
 */
export async function commitPaths(
  named: readonly string[] | undefined,
  { workspace: { git, guard }, ledger }: Pick<ToolContext, 'workspace' | 'ledger'>,
): Promise<CommitPaths> {
  const { changes, unfinished } = await git.status();
  if (unfinished !== undefined)
    throw new Failure(
      'conflict',
      `A ${unfinished} is under way: resolve its files, then git_integrate continue makes the commit.`,
    );
  const changed = changes.map(({ path }) => path);
  const written = new Map(ledger.listWritten().map((file) => [file.path, file]));
  const wanted = named === undefined ? [...written.keys()] : await normalizePaths(named, guard);
  const paths = changed
    .filter((path) => wanted.some((one) => path === one || path.startsWith(`${one}/`)))
    .sort();
  const leftOut = changed.filter((path) => !paths.includes(path));
  if (named !== undefined) refuseUnchanged(wanted, changed);
  if (paths.length === 0) throw nothingToCommit(leftOut, await git.listUncommitted([...written.keys()]));
  for (const path of paths) await guard.resolve(path, 'read');
  const dirty = await ledger.listDirtyAtStart();
  const foreign = paths.filter((path) => {
    const own = written.get(path);
    return own === undefined ? dirty.includes(path) : own.heldForeignChanges;
  });
  return { paths, foreign, leftOut };
}

async function normalizePaths(
  named: readonly string[],
  guard: ToolContext['workspace']['guard'],
): Promise<string[]> {
  const paths: string[] = [];
  for (const path of named) {
    await guard.resolve(path, 'read');
    const plain = posix.normalize(path).replace(/\/$/, '');
    if (plain === '.')
      throw new Failure('invalid', 'Name the files or folders to commit, not the whole workspace.');
    paths.push(plain);
  }
  return paths;
}

function refuseUnchanged(wanted: readonly string[], changed: readonly string[]): void {
  const idle = wanted.filter((one) => !changed.some((path) => path === one || path.startsWith(`${one}/`)));
  if (idle.length > 0)
    throw new Failure(
      'not-found',
      `Nothing changed in ${idle.join(', ')}. git_status names the changed files.`,
    );
}

/** Names repositories inside the project with changes of this session, for the model; empty when there are none. */
export function submoduleHint(folders: readonly string[]): string {
  const [first] = folders;
  return first === undefined
    ? ''
    : `Uncommitted in ${folders.join(', ')}: a repository of its own (submodule). Commit there first (git -C ${first} commit), then commit ${first} here.`;
}

function nothingToCommit(leftOut: readonly string[], inside: readonly string[]): Failure {
  if (inside.length > 0) return new Failure('not-found', `Nothing to commit here. ${submoduleHint(inside)}`);
  const others =
    leftOut.length === 0
      ? ''
      : ` Other changed files: ${leftOut.slice(0, 20).join(', ')}. Name paths to commit them.`;
  return new Failure('not-found', `Nothing to commit: the files this session wrote are as in HEAD.${others}`);
}
