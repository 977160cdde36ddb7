import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { codeOf } from '../core/failure.ts';
import { isInside } from '../core/paths.ts';

/** Variables of a process, by name. */
export type Environment = Readonly<Record<string, string>>;

interface EnvironmentLimits {
  /** Folders that hold workspaces: a program found in one of them is never run by its bare name. */
  readonly workspaces: readonly string[];
  /** Canonical path of a folder; undefined when it is missing or not accessible. */
  readonly folderAt: (path: string) => string | undefined;
  /**
   * Canonical path of a folder of projects: from inside it, git looks for no repository in it or above. Otherwise a
   * project without a repository would be part of one around it, and could read all others in it. Missing = no
   * ceiling.
   */
  readonly ceiling?: string | undefined;
}

const SYSTEM_FOLDERS = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/** Anyone may write there, so a program in them is not trustworthy. */
const SHARED_FOLDERS = ['/tmp', '/var/tmp', '/dev/shm'];

/** Taken from the host: the person's identity and place, and the folders of toolchains. Nothing else. */
const KEPT_VARIABLES = [
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'LC_CTYPE',
  'TZ',
  'TMPDIR',
  'NVM_DIR',
  'VOLTA_HOME',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'GOPATH',
  'GOROOT',
  'JAVA_HOME',
  'DOTNET_ROOT',
];

const FIXED: Environment = {
  TERM: 'dumb',
  CI: '1',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  // An optional lock makes `git status` write the index and so run the post-index-change hook of the repository.
  GIT_OPTIONAL_LOCKS: '0',
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  // Prints file names with accents as they are, not as byte numbers.
  GIT_CONFIG_KEY_1: 'core.quotePath',
  GIT_CONFIG_VALUE_1: 'false',
};

/** A list, as PATH is; ours has one entry. */
export const CEILING = 'GIT_CEILING_DIRECTORIES';

const DEFAULTS: Environment = { HOME: '/', LANG: 'C.UTF-8', TMPDIR: '/tmp' };

/**
 * The environment of every command, built from an allow-list: keys, tokens and variables that make a program load
 * other code (LD_*, NODE_OPTIONS, GIT_*, npm_config_*, BASH_ENV...) are never added.
 */
export function commandEnvironment(
  host: Readonly<Record<string, string | undefined>>,
  limits: EnvironmentLimits,
): Environment {
  const environment: Record<string, string> = { ...DEFAULTS };
  for (const name of KEPT_VARIABLES) {
    const value = host[name];
    if (value !== undefined && value !== '') environment[name] = value;
  }
  const ceiling: Environment = limits.ceiling === undefined ? {} : { [CEILING]: limits.ceiling };
  return { ...environment, ...FIXED, ...ceiling, PATH: commandPath(host.PATH ?? '', limits) };
}

/**
 * The person's toolchains in their own order, because version managers rely on coming first; then the system. Paths
 * are canonical: the links that version managers make (`/run/user/1000/fnm_multishells/...`) are not visible in a
 * sandbox.
 */
function commandPath(hostPath: string, limits: EnvironmentLimits): string {
  const toolchains = hostPath
    .split(':')
    .filter((folder) => isAbsolute(folder))
    .map((folder) => normalize(folder).replace(/(?<=.)\/$/, ''))
    .filter((folder) => isToolchain(folder, limits))
    .flatMap((folder) => limits.folderAt(folder) ?? [])
    .filter((folder) => isToolchain(folder, limits));
  return [...new Set([...toolchains, ...SYSTEM_FOLDERS])].join(':');
}

function isToolchain(folder: string, { workspaces }: EnvironmentLimits): boolean {
  if (SYSTEM_FOLDERS.includes(folder)) return false;
  // npm puts the node_modules/.bin of every parent folder in front when it starts this program.
  if (folder.split(sep).includes('node_modules')) return false;
  const closed = [...SHARED_FOLDERS, ...workspaces.filter((root) => root !== '')];
  return !closed.some((root) => isInside(folder, root));
}

/** Full path of the first executable file of that name in the folders of `path` (as in `PATH`), or undefined. */
export function findProgram(name: string, path: string): string | undefined {
  return path
    .split(':')
    .filter((folder) => folder !== '')
    .map((folder) => join(folder, name))
    .find(isExecutableFile);
}

function isExecutableFile(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch (error) {
    // For a search every error means the same: this one cannot be run, try the next folder.
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}
