import type { Dirent } from 'node:fs';
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectFiles, ProjectListing } from '../contracts/code.ts';
import { codeOf, Failure, isFailure } from '../core/failure.ts';
import { isInside } from '../core/paths.ts';
import { fault } from '../core/texts/faults.ts';
import { type FolderWithRules, rulesAbove, rulesIn } from '../files/list-files.ts';
import type { Environment } from '../processes/command-environment.ts';
import { openRepository, type Repository } from './repository.ts';

/** How many files are listed; a larger project is described by the first of them. */
const MAX_FILES = 50_000;

interface ProjectFilesParts {
  /** Environment of commands. */
  readonly environment: Environment;
  /** Folders of this program, absolute; those inside a project are not part of it. */
  readonly ownFolders: readonly string[];
  isSecret(path: string): boolean;
  isGitName(name: string): boolean;
}

/**
 * The files of a project from git, which knows them and its own ignore rules best; without git by walking the
 * folders.
 */
export function createProjectFiles(parts: ProjectFilesParts): ProjectFiles {
  const { environment, ownFolders, isSecret, isGitName } = parts;
  return {
    async list(workspace, signal) {
      const listTracked = await ofRepository({ root: workspace, environment }, signal);
      // A repository further up may ignore this folder, and then lists nothing in it.
      if (listTracked !== undefined && listTracked.paths.length > 0) return listTracked;
      return { paths: await walkFiles(workspace, signal), recent: listTracked?.recent };
    },
    isClosed: (workspace, path) =>
      isSecret(path) ||
      path.split('/').some(isGitName) ||
      ownFolders.some(
        (own) => own !== workspace && isInside(own, workspace) && isInside(join(workspace, path), own),
      ),
  };
}

/** Undefined when git cannot list them. */
async function ofRepository(
  place: { readonly root: string; readonly environment: Environment },
  signal: AbortSignal,
): Promise<ProjectListing | undefined> {
  try {
    const repository = await openRepository(place);
    const [paths, recent] = await Promise.all([
      listGitFiles(repository, signal),
      recentIn(repository, signal),
    ]);
    return { paths, recent };
  } catch (error) {
    if (!isFailure(error) || error.kind === 'stopped') throw error;
    return undefined;
  }
}

async function listGitFiles(repository: Repository, signal: AbortSignal): Promise<readonly string[]> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  return (await repository.runOrThrow(args, { signal })).split('\0', MAX_FILES).filter((path) => path !== '');
}

/** The output of `%x01` in one of git's formats. */
const COMMIT = '\x01';

const MAX_COMMITS = 200;
/** Limit for reading the last commits, which are only a help. */
const RECENT_MS = 400;

async function recentIn({ run, prefix }: Repository, signal: AbortSignal): Promise<ProjectListing['recent']> {
  const args = [
    'log',
    '-z',
    `--max-count=${MAX_COMMITS}`,
    '--format=%x01',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '--no-textconv',
    '--ignore-submodules=all',
    '--relative',
  ];
  const inFolder = prefix === '' ? [] : ['--', '.'];
  try {
    const inTime = AbortSignal.any([signal, AbortSignal.timeout(RECENT_MS)]);
    const { code, stdout } = await run([...args, ...inFolder], { signal: inTime });
    // A repository without commits has none.
    return code === 0 ? commitsIn(stdout) : [];
  } catch (error) {
    if (!isFailure(error) || signal.aborted) throw error;
    return undefined;
  }
}

/** For each commit git writes a mark, then its paths between NULs and a line break. */
function commitsIn(text: string): readonly (readonly string[])[] {
  return text
    .split(COMMIT)
    .slice(1)
    .map((commit) =>
      commit
        .split('\0')
        .map((path) => path.replace(/^\n/, ''))
        .filter((path) => path !== ''),
    );
}

/** Breadth first, so that files that are left out are deep ones; a folder is read in pieces, however large it is. */
async function walkFiles(root: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting: FolderWithRules[] = [{ folder: '', rules: rulesAbove(root, '') }];
  for (const folder of waiting) {
    if (signal.aborted) throw new Failure('stopped', fault('git-listing-stopped'));
    if (found.length >= MAX_FILES) break;
    const { files, folders } = await contentsOf(root, folder, MAX_FILES - found.length);
    found.push(...files);
    if (waiting.length < MAX_FILES) waiting.push(...folders);
  }
  return found;
}

async function contentsOf(
  root: string,
  { folder, rules: above }: FolderWithRules,
  most: number,
): Promise<{ readonly files: readonly string[]; readonly folders: readonly FolderWithRules[] }> {
  const rules = rulesIn(root, { folder, rules: above });
  const pathOf = ({ name }: Dirent): string => (folder === '' ? name : `${folder}/${name}`);
  const entries = (await readFolder(join(root, folder), most)).filter(
    (entry) => entry.name !== '.git' && !rules.ignores(pathOf(entry), entry.isDirectory()),
  );
  return {
    files: entries.filter((entry) => entry.isFile()).map(pathOf),
    folders: entries
      .filter((entry) => entry.isDirectory())
      .map((entry) => ({ folder: pathOf(entry), rules })),
  };
}

/** Entries sorted by name. */
async function readFolder(folder: string, most: number): Promise<readonly Dirent[]> {
  const entries: Dirent[] = [];
  try {
    for await (const entry of await opendir(folder)) {
      entries.push(entry);
      if (entries.length >= most) break;
    }
  } catch (error) {
    // It was removed, or may not be read.
    if (codeOf(error) === undefined) throw error;
  }
  return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
}
