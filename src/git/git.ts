import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import type { Git, GitRemotes, GitStatus } from '../contracts/git.ts';
import { Failure, isFailure } from '../core/failure.ts';
import { fault } from '../core/texts/faults.ts';
import { findRepository } from '../files/repository-folders.ts';
import { CEILING, type Environment } from '../processes/command-environment.ts';
import { makeTree, readAdditions, readOutgoing } from './additions.ts';
import { commitPaths, createHistory, resolveCommit, revisionOrThrow, showCommit } from './commit.ts';
import { findGitTrouble } from './git-trouble.ts';
import { createIntegration } from './integration.ts';
import { assertOwnWork, type OwnsItsWork } from './own-work.ts';
import { fetchBranches, pushBranch, readRemoteHead, readRemoteUrl } from './remote.ts';
import { openRepository, type Repository } from './repository.ts';
import { createStash } from './stash.ts';
import { parseStatus, plainStatus, STATUS, unfinishedKind } from './status.ts';

interface GitParts {
  /**
   * Canonical path of the workspace. It may be a folder inside a repository: paths and changes are then limited to
   * it.
   */
  readonly root: string;
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** Token for github.com over https, if there is one. */
  readonly token: string | undefined;
  /** Asked right before a push changes the remote; missing: it always does. */
  readonly ownsItsWork?: OwnsItsWork | undefined;
}

/** Flags that keep the output plain, and programs that a repository configures for diffs from running. */
const DIFF_FLAGS = [
  '--no-ext-diff',
  '--no-textconv',
  '--no-color',
  '--no-renames',
  '--ignore-submodules=dirty',
  '--src-prefix=a/',
  '--dst-prefix=b/',
  '--relative',
];

export function createGit({ root, environment, token, ownsItsWork }: GitParts): Git {
  const open = (): Promise<Repository> => openRepository({ root, environment });
  return {
    isRepository: () => isRepository(open),
    findTrouble: () => findGitTrouble({ root, environment }),
    async status() {
      const status = (await plainStatus({ root, environment })) ?? (await readStatus(await open()));
      const folder = findRepository(root, environment[CEILING])?.git;
      const unfinished = folder === undefined ? undefined : unfinishedKind(folder);
      return unfinished === undefined ? status : { ...status, unfinished };
    },
    diff: async (options) => readDiff(await open(), options),
    defaultBranch: async () => defaultBranch(await open()),
    createBranch: async (name) => createBranch(await open(), name),
    commit: async (message, paths) => commitPaths({ repository: await open(), root }, message, paths),
    additions: async (paths) => readAdditions({ repository: await open(), root }, paths),
    treeWith: async (paths) => (await makeTree({ repository: await open(), root }, paths)).tree,
    listUncommitted: (paths) =>
      uncommittedInside(root, paths, (folder) => createGit({ root: folder, environment, token }).status()),
    show: async (revision) => showCommit(await open(), revision),
    remotes: createRemotes(open, { token, ownsItsWork }),
    integration: createIntegration({ open, standard: defaultBranch }),
    stash: createStash(open),
    history: createHistory(open),
  };
}

function createRemotes(
  open: () => Promise<Repository>,
  { token, ownsItsWork }: Pick<GitParts, 'token' | 'ownsItsWork'>,
): GitRemotes {
  return {
    async url(remote, direction = 'push') {
      assertName(remote);
      return readRemoteUrl(await open(), remote, direction);
    },
    async head(remote, branch, signal) {
      assertNames({ remote, branch });
      return readRemoteHead(await open(), { remote, branch, signal }, token);
    },
    async fetch(options) {
      assertName(options.remote);
      return fetchBranches(await open(), options, token);
    },
    async listOutgoing(options) {
      assertNames(options);
      return readOutgoing(await open(), options);
    },
    async push(options) {
      assertNames(options);
      const mayPush = ownsItsWork && (() => assertOwnWork(ownsItsWork, options.conversation));
      await pushBranch(await open(), options, { token, mayPush });
    },
  };
}

async function isRepository(open: () => Promise<Repository>): Promise<boolean> {
  try {
    await open();
    return true;
  } catch (error) {
    if (isFailure(error) && error.kind === 'not-found') return false;
    throw error;
  }
}

async function readStatus(repository: Repository): ReturnType<Git['status']> {
  return parseStatus(await repository.runOrThrow(STATUS), repository.prefix);
}

async function readDiff(repository: Repository, options: Parameters<Git['diff']>[0]): Promise<string> {
  const { paths = [], staged = false, from, to } = options;
  const base =
    from === undefined ? await headOrEmptyTree(repository) : await revisionOrThrow(repository, from);
  const range = to === undefined ? [base] : [base, await revisionOrThrow(repository, to)];
  const cached = staged && to === undefined ? ['--cached'] : [];
  return repository.runOrThrow(['diff', ...DIFF_FLAGS, ...cached, ...range, '--', ...paths]);
}

/** Before the first commit everything is new, compared with an empty tree. */
async function headOrEmptyTree(repository: Repository): Promise<string> {
  const head = await resolveCommit(repository, 'HEAD');
  return head ?? (await repository.runOrThrow(['hash-object', '-t', 'tree', '--stdin'])).trim();
}

async function defaultBranch(repository: Repository): Promise<string | undefined> {
  const remote = await repository.run(['symbolic-ref', '--quiet', 'refs/remotes/origin/HEAD']);
  if (remote.code === 0) return remote.stdout.trim().slice('refs/remotes/origin/'.length);
  for (const name of ['main', 'master']) {
    if (await hasReference(repository, `refs/heads/${name}`)) return name;
  }
  return undefined;
}

async function hasReference({ run }: Repository, reference: string): Promise<boolean> {
  return (await run(['show-ref', '--verify', '--quiet', reference])).code === 0;
}

async function createBranch(repository: Repository, name: string): Promise<void> {
  assertName(name);
  const { code } = await repository.run(['check-ref-format', `refs/heads/${name}`]);
  if (code !== 0 || name === 'HEAD') {
    throw new Failure('invalid', fault('git-branch-name', JSON.stringify(name)));
  }
  if (await hasReference(repository, `refs/heads/${name}`)) {
    throw new Failure('conflict', fault('git-branch-there', name));
  }
  await repository.runOrThrow(['checkout', '--quiet', '--no-track', '-b', name, '--']);
}

function assertNames({ remote, branch }: { readonly remote: string; readonly branch: string }): void {
  assertName(remote);
  assertName(branch);
}

/** A name that begins with `-` would be read as an option; one with these characters is invalid. */
function assertName(name: string): void {
  if (!/^[^-\s:^~?*[\\][^\s:^~?*[\\]*$/.test(name) || name.includes('..')) {
    throw new Failure('invalid', fault('git-name', JSON.stringify(name)));
  }
}

/**
 * See `Git.listUncommitted`. A repository that git refuses to read counts, because nothing in it can be committed
 * here.
 * @param statusOf of the repository whose folder this is
 */
async function uncommittedInside(
  root: string,
  paths: readonly string[],
  statusOf: (folder: string) => Promise<GitStatus>,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of new Set(paths.flatMap((path) => nestedRepository(root, path)))) {
    const inside = paths
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => posix.relative(folder, path));
    if (await standsUncommitted(inside, () => statusOf(join(root, folder)))) found.push(folder);
  }
  return found.sort();
}

/** The innermost repository around a file, below the workspace; relative to it. */
function nestedRepository(root: string, path: string): string | readonly [] {
  for (let folder = posix.dirname(path); folder !== '.' && folder !== '/'; folder = posix.dirname(folder)) {
    if (existsSync(join(root, folder, '.git'))) return folder;
  }
  return [];
}

async function standsUncommitted(
  paths: readonly string[],
  status: () => Promise<GitStatus>,
): Promise<boolean> {
  try {
    const { changes } = await status();
    return changes.some(({ path }) => paths.includes(path));
  } catch (error) {
    if (!isFailure(error)) throw error;
    return true;
  }
}
