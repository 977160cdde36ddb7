import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../core/failure.ts';
import { readRegular } from '../core/file-access.ts';

/**
 * Settings on the command line override the repository's: it must not choose programs for a command that only reads.
 */
const SETTINGS = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'log.showSignature=false',
  'safe.bareRepository=explicit',
  'diff.submodule=short',
  'status.submoduleSummary=false',
].flatMap((setting) => ['-c', setting]);

const SHOWS_CHANGES: ReadonlySet<string> = new Set([
  'diff',
  'log',
  'show',
  'blame',
  'whatchanged',
  'annotate',
  'diff-tree',
  'diff-index',
  'diff-files',
  'stash show',
]);

/** These also examine the work trees of sub-modules, with a git that obeys the sub-module's own settings. */
const ENTERS_SUBMODULES: ReadonlySet<string> = new Set(['status', 'diff', 'diff-index', 'diff-files']);

/**
 * Sections and keys that make git run a program, use the network or show lines of a file outside, and that no flag
 * turns off.
 */
const RUNS_PROGRAMS = [
  /\[\s*(include|includeif|filter|protocol|gpg)\b/i,
  /(^|[\s\]])(textconv|command|external|clean|smudge|process|program|promisor|partialclone|sshcommand|gitproxy|alternaterefscommand|uploadpack)\s*=/i,
  /(^|[\s\]])ignorerevsfile\s*=\s*"?([/~]|.*\.\.)/i,
];

/**
 * The arguments of a git command that only reads, made safe against the settings of its repository.
 * @param at index of the first argument after the sub-command
 */
export function hardenGitArguments(
  args: readonly string[],
  subcommand: string,
  at: number,
): readonly string[] {
  const noPrograms = SHOWS_CHANGES.has(subcommand) ? ['--no-ext-diff', '--no-textconv'] : [];
  const outside = ENTERS_SUBMODULES.has(subcommand) ? ['--ignore-submodules=dirty'] : [];
  return ['--no-pager', ...SETTINGS, ...args.slice(0, at), ...noPrograms, ...outside, ...args.slice(at)];
}

/** Makes git use another folder; harmless in a sub-module, where it names the sub-module's own folder. */
const WORKTREE = /(?:^|[\s\]])worktree\s*=(.*)/gi;

/** The folder that holds the `.git` which git finds from here; undefined without one, or when it cannot be read. */
export async function repositoryHolder(cwd: string): Promise<string | undefined> {
  try {
    return (await findGit(cwd))?.holder;
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

/** True when the repository's own configuration could make even a reading command run something, or cannot be read. */
export async function repositoryRunsPrograms(cwd: string): Promise<boolean> {
  try {
    const found = await findGit(cwd);
    if (found === undefined) return false;
    const { folder, holder } = found;
    const common = commonFolder(folder);
    const files = [path.join(common, 'config'), path.join(folder, 'config.worktree')];
    const texts = files.flatMap((file) => readIfThere(file) ?? []);
    const isHolder = await Promise.all(
      texts.flatMap(worktreesIn).map((named) => leadsTo(path.resolve(folder, named), holder)),
    );
    return isHolder.includes(false) || texts.some((text) => RUNS_PROGRAMS.some((it) => it.test(text)));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return true;
  }
}

function worktreesIn(settings: string): readonly string[] {
  return [...settings.matchAll(WORKTREE)].map(([, named = '']) => named.trim());
}

/** A name in quotes, or with a suffix, does not match: then a person is asked. */
async function leadsTo(named: string, folder: string): Promise<boolean> {
  try {
    return (await realpath(named)) === (await realpath(folder));
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    return false;
  }
}

interface GitLocation {
  readonly folder: string;
  /** Folder that holds the `.git`. */
  readonly holder: string;
}

/** The `.git` folder that git itself would find from here upwards. */
async function findGit(cwd: string): Promise<GitLocation | undefined> {
  for (let folder = cwd; ; folder = path.dirname(folder)) {
    const candidate = path.join(folder, '.git');
    const pointer = readIfThere(candidate);
    if (pointer !== undefined) return { folder: await followPointer(pointer, folder), holder: folder };
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** A worktree or sub-module has a file that names its folder; an ordinary repository is its own folder. */
async function followPointer(pointer: string, folder: string): Promise<string> {
  const named = /^gitdir: (.+)$/m.exec(pointer)?.[1];
  return await realpath(path.resolve(folder, named ?? '.git'));
}

function commonFolder(folder: string): string {
  const common = readIfThere(path.join(folder, 'commondir'));
  return common === undefined ? folder : path.resolve(folder, common.trim());
}

/** Text of a file, empty for a folder, undefined when there is nothing. */
function readIfThere(file: string): string | undefined {
  try {
    return readRegular(file);
  } catch (error) {
    if (codeOf(error) === 'EISDIR') return '';
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}
