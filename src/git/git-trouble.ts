import { accessSync, constants, lstatSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { GitTrouble } from '../contracts/git.ts';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';
import { shellWord } from '../core/text.ts';
import { isMissing, isThere } from '../files/look-at-path.ts';
import { commonFolder, findRepository } from '../files/repository-folders.ts';
import { CEILING } from '../processes/command-environment.ts';
import { askGit, type RepositoryParts } from './repository.ts';
import { unfinishedKind } from './status.ts';

/** A running git holds the lock for less than this. */
const LOCK_LASTS_MS = 500;

/**
 * A problem of the repository that a person should know before a task begins. Files are read instead of starting git,
 * because this delays the first request. Undefined also where there is no repository.
 */
export async function findGitTrouble(parts: RepositoryParts): Promise<GitTrouble | undefined> {
  const { root, environment } = parts;
  const { folder, git } = findRepository(root, environment[CEILING]) ?? {};
  if (folder === undefined || git === undefined) return undefined;
  if (!hasGit(environment.PATH)) return { kind: 'noProgram', mending: 'sudo apt install git' };
  const trust = await trustCommand(parts, [folder, git]);
  if (trust !== undefined) return { kind: 'otherOwner', mending: trust };
  const lock = join(git, 'index.lock');
  if (await isLeftBehind(lock)) return { kind: 'locked', mending: `rm ${shellWord(lock)}` };
  const unfinished = unfinishedKind(git);
  if (unfinished !== undefined) return { kind: 'unfinished', mending: `git ${unfinished} --abort` };
  return troubleOfHead(git, commonFolder(git, folder) ?? git);
}

/** The command that lets git work in folders of another user, which it would refuse. */
async function trustCommand(parts: RepositoryParts, paths: readonly string[]): Promise<string | undefined> {
  const user = process.geteuid?.();
  if (user === undefined || paths.every((path) => lstatSync(path).uid === user)) return undefined;
  const { code, stderr } = await askGit(parts, ['rev-parse', '--git-dir']);
  return code === 0 ? undefined : /git config --global --add safe\.directory \S.*/.exec(stderr)?.[0].trim();
}

async function isLeftBehind(lock: string): Promise<boolean> {
  if (!isThere(lock)) return false;
  await wait(LOCK_LASTS_MS);
  return isThere(lock);
}

function troubleOfHead(git: string, common: string): GitTrouble | undefined {
  const head = readIfThere(join(git, 'HEAD'))?.trim();
  // In the format `reftable` the file names an impossible branch.
  if (head === undefined || isThere(join(common, 'reftable'))) return undefined;
  const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1];
  if (branch === undefined) {
    const known = ['main', 'master'].find((name) => hasBranch(common, name));
    return {
      kind: 'detached',
      mending: known === undefined ? 'git switch -c work' : `git switch ${known}`,
    };
  }
  if (hasBranch(common, branch)) return undefined;
  return { kind: 'unborn', mending: 'git add -A && git commit -m "First commit"' };
}

function hasBranch(common: string, branch: string): boolean {
  if (isThere(join(common, 'refs/heads', branch))) return true;
  const packed = readIfThere(join(common, 'packed-refs')) ?? '';
  return packed.split('\n').some((line) => line.endsWith(` refs/heads/${branch}`));
}

function hasGit(searchPath = ''): boolean {
  const names = process.platform === 'win32' ? ['git.exe', 'git.cmd'] : ['git'];
  return searchPath
    .split(delimiter)
    .filter((folder) => folder !== '')
    .some((folder) => names.some((name) => mayRun(join(folder, name))));
}

function mayRun(file: string): boolean {
  if (isMissing(file)) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readRegular(file);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}
