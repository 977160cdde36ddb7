import { accessSync, constants, existsSync, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import type { SandboxOptions } from '../contracts/exec.ts';
import { codeOf } from '../core/failure.ts';
import { isInside } from '../core/paths.ts';
import { folderIdentity, realPath } from '../files/look-at-path.ts';
import { historiesAround, isGitPointer, repositoryFolders } from '../files/repository-folders.ts';
import { CEILING, type Environment } from '../processes/command-environment.ts';
import { opens, type ProtectionRules, pathsOf, protectedGitPaths } from './protected-paths.ts';
import type { Mount } from './provider.ts';

interface MountRules {
  /** Files and folders that no command may see. */
  readonly hidden: readonly string[];
  readonly isProtected: (relative: string) => boolean;
  /**
   * Folders that are or hold projects; a command sees only its own project, and what an approval names. Missing =
   * none.
   */
  readonly projects?: readonly string[];
  /** Folders of skills, inside hidden ones. An approval that names a file of a skill shows that skill, read-only. */
  readonly skillFolders?: readonly string[];
}

/** Folders with other people's files, and sockets of services (docker, ssh-agent). */
const PRIVATE = ['/tmp', '/var/tmp', '/run', '/home', '/root', '/mnt/wslg'];

/** The parts of the root folder that a command sees on Linux: programs, libraries and their settings. */
const SYSTEM_FOLDERS: ReadonlySet<string> = new Set(
  'bin sbin lib lib32 lib64 libx32 libexec usr etc opt nix gnu snap dev proc sys run'.split(' '),
);

/** Needed for resolving names, and folders where some systems keep programs. */
const KEPT_OF_PRIVATE = [
  ...['/run/systemd/resolve', '/run/resolvconf', '/run/NetworkManager', '/run/current-system'],
  '/home/linuxbrew/.linuxbrew',
  ...['/var/lib/gems', '/var/lib/dpkg', '/var/lib/ca-certificates', '/var/cache/fontconfig'],
];

/** Secrets that root can read without any capability; only root pays for these mounts. */
const SYSTEM_SECRETS = [
  ...['/etc/shadow', '/etc/gshadow', '/etc/shadow-', '/etc/gshadow-', '/etc/sudoers', '/etc/krb5.keytab'],
  ...['/etc/ssl/private', '/etc/letsencrypt', '/etc/wireguard', '/etc/kubernetes', '/var/lib/docker'],
  ...['/etc/ssh/ssh_host_rsa_key', '/etc/ssh/ssh_host_ecdsa_key', '/etc/ssh/ssh_host_ed25519_key'],
  ...['/etc/NetworkManager/system-connections', '/var/spool/cron'],
];

/** Folders of toolchains in a home; they hold no secrets. */
const TOOLCHAINS = [
  ...[
    '.nvm',
    '.volta',
    '.pyenv',
    '.rbenv',
    '.asdf',
    '.sdkman',
    '.rustup',
    '.deno/bin',
    '.bun/bin',
    '.dotnet',
    '.nuget/packages',
  ],
  ...['.cargo/bin', '.cargo/registry', '.cargo/git', 'go/bin', 'go/pkg', '.m2/repository', '.gradle/wrapper'],
  ...['.local/bin', '.local/lib', '.local/pipx', '.local/share/pipx', '.local/share/uv', '.local/share/mise'],
  ...['.local/share/fnm', '.local/share/pnpm', '.cache/ms-playwright', '.cache/Cypress', '.linuxbrew'],
  // Yarn and pnpm from corepack, and packages that Yarn does not copy into the project.
  ...['.cache/node/corepack', '.yarn/berry/cache'],
];

/** Hidden in a home that must be shown because the project is the home, or an approved command names it. */
const SECRETS_OF_HOME = [
  ...['.ssh', '.aws', '.gnupg', '.kube', '.azure', '.docker', '.config/gcloud', '.config/gh', '.config/hub'],
  ...['.netrc', '.npmrc', '.pypirc', '.git-credentials', '.bash_history', '.zsh_history'],
];

/**
 * What a command sees of the file system. A later mount covers an earlier one. Each adds about 0.15 ms to the start
 * of a command, so only necessary ones are made.
 */
export function mountsFor(
  inside: SandboxOptions,
  rules: MountRules,
  protectedNames: readonly string[],
): readonly Mount[] {
  const { workspace, environment } = inside;
  const home = homeOf(environment);
  const named = placesNamed(inside);
  const outside = named.filter((path) => !isInside(path, workspace) && path !== '/');
  const toRead = placesToRead(inside);
  const places = [...toRead.map(readableMount), ...outside.flatMap((path) => mountOpened(path, home))];
  const shown = [...outside, ...toRead, workspace];
  const repository = repositoryFolders(workspace, home, environment[CEILING]);
  const others = othersIn(rules.projects ?? [], environment);
  const closed = emptyPlaces(home, [...others, ...foldersBeside(workspace)]);
  // A worktree is in a folder of ours: only the worktree itself is visible there.
  const isAround = (path: string): boolean => isInside(workspace, realPath(path) ?? path);
  const [around, elsewhere] = [rules.hidden.filter(isAround), rules.hidden.filter((path) => !isAround(path))];
  const mounts = [
    ...closed.map(emptyMount),
    ...(around.length === 0 ? [] : projectsOfRepository(repository, closed)).map(emptyMount),
    ...[...KEPT_OF_PRIVATE.filter(existsSync), ...toolchainFolders(inside, closed)].map(readableMount),
    ...shownMounts(repository, others),
    ...places.filter(({ kind }) => kind !== 'closed'),
    // These also cover paths that an approval names.
    ...around.flatMap(maskPath),
    ...(inside.access.projectIsReadOnly
      ? [readableMount(workspace)]
      : [writableMount(workspace), ...protectedMounts(workspace, pathsOf(workspace, protectedNames), named)]),
    ...(inside.linked ?? []).flatMap(knownMount),
    ...SECRETS_OF_HOME.map((name) => join(home, name))
      .filter((secret) => shown.some((path) => isInside(secret, path) && !isInside(workspace, secret)))
      .flatMap(maskPath),
    ...[...SYSTEM_SECRETS.filter(isReadable), ...elsewhere].flatMap(maskPath),
    ...foldersOfSkills(toRead, rules.skillFolders ?? []).map(readableMount),
  ];
  return [
    ...mounts,
    ...(inside.access.network ? [] : hostSockets((path) => isSeen(path, mounts)).map(blankMount)),
    // Last, because nothing can be mounted in it afterwards.
    ...places.filter(({ kind }) => kind === 'closed'),
  ];
}

/** The last mount over a path decides. */
function isSeen(path: string, mounts: readonly Mount[]): boolean {
  const over = mounts.findLast((mount) => isInside(path, mount.path));
  return over === undefined || ['readable', 'writable', 'known'].includes(over.kind);
}

/**
 * A place outside the project that the approval names. If it does not exist, its nearest folder, but never one that
 * holds the home.
 */
function mountOpened(path: string, home: string): readonly Mount[] {
  const there = nearestExisting(path);
  if (there === '/') return [];
  if (!isInside(home, there)) return [writableMount(there)];
  // A new file would be created in a temporary home and lost: failing is better.
  return there === path ? [readableMount(path)] : [{ kind: 'closed', path: home }];
}

/** Rules for the protected files in a command's project. */
export function protectionRules(
  { workspace, environment }: Pick<SandboxOptions, 'workspace' | 'environment'>,
  { isProtected }: Pick<MountRules, 'isProtected'>,
): ProtectionRules {
  const home = homeOf(environment);
  const folders = repositoryFolders(workspace, home, environment[CEILING]);
  const repository = folders.map((folder) => join(folder, 'config'));
  const own = [join(home, '.gitconfig'), join(home, '.config/git/config')];
  return { isProtected, gitSettings: [join(workspace, '.git/config'), ...repository, ...own] };
}

/** Names in the project that an approval opened for this command. */
export function openedNames(inside: SandboxOptions): readonly string[] {
  const { workspace } = inside;
  return placesNamed(inside)
    .filter((path) => isInside(path, workspace))
    .map((path) => relative(workspace, path));
}

/**
 * A name inside the project that leads outside was exchanged for a link since the approval: it opens nothing. Neither
 * does the file that names the repository of a worktree: git itself never writes it.
 */
function placesNamed({ workspace, environment, access }: SandboxOptions): readonly string[] {
  const home = homeOf(environment);
  const git = isGitPointer(workspace) ? join(workspace, '.git') : undefined;
  return access.writable.flatMap((path) => {
    const absolute = absolutePath(path, { workspace, home });
    const real = canonicalPath(absolute);
    const leadsOut = isInside(absolute, workspace) && !isInside(real, workspace);
    return leadsOut || (git !== undefined && isInside(real, git)) ? [] : [real];
  });
}

/** Places outside the project that an approval opens for reading. */
function placesToRead({ workspace, environment, access }: SandboxOptions): readonly string[] {
  const home = homeOf(environment);
  return (access.readable ?? [])
    .map((path) => canonicalPath(absolutePath(path, { workspace, home })))
    .filter((path) => path !== '/' && !isInside(path, workspace) && existsSync(path));
}

/** The whole folder of each skill of which a file is named: its program needs what lies beside it. */
function foldersOfSkills(named: readonly string[], skillFolders: readonly string[]): readonly string[] {
  const entries = skillFolders
    .flatMap((folder) => realPath(folder) ?? [])
    .flatMap((folder) =>
      named
        .filter((path) => path !== folder && isInside(path, folder))
        .map((path) => join(folder, relative(folder, path).split('/')[0] ?? '')),
    );
  return [...new Set(entries)];
}

function homeOf({ HOME = '/' }: Environment): string {
  return realPath(HOME) ?? '/';
}

/** Other projects, and the history of a repository around them. `/` and missing folders cannot be closed. */
function othersIn(projects: readonly string[], { [CEILING]: root }: Environment): readonly string[] {
  const histories = root === undefined || projects.length === 0 ? [] : historiesAround(root);
  return [...projects, ...histories].filter((path) => path !== '/' && realPath(path) === path);
}

/** Outermost first, so that a folder does not cover what was made inside it. */
function emptyPlaces(home: string, others: readonly string[]): readonly string[] {
  const places = new Set([
    ...[...PRIVATE, ...unknownFolders()].filter((path) => realPath(path) === path),
    ...(home === '/' ? [] : [home]),
  ]);
  const further = others.filter((path) => ![...places].some((place) => isInside(path, place)));
  return [...new Set([...places, ...further])].toSorted();
}

/** Folders beside the system's own: data, shares, projects of others. */
function unknownFolders(): readonly string[] {
  if (process.platform !== 'linux') return [];
  const entries = readdirSync('/', { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !SYSTEM_FOLDERS.has(entry.name))
    .map(({ name }) => `/${name}`);
}

/** Other folders beside the project, also inside `/opt` or `/usr/src`; but none of the system's own. */
function foldersBeside(workspace: string): readonly string[] {
  const parent = dirname(workspace);
  const isOfSystem = parent === '/' || (parent !== '/opt' && SYSTEM_FOLDERS.has(parent.slice(1)));
  return process.platform !== 'linux' || isOfSystem ? [] : [parent];
}

/** A repository around the project may hold others: the inner of two folders decides. */
function shownMounts(repository: readonly string[], others: readonly string[]): readonly Mount[] {
  const inIt = others.filter((path) => repository.some((folder) => isInside(path, folder)));
  return [...inIt.map(emptyMount), ...repository.map(readableMount)].toSorted(
    (one, other) => one.path.length - other.path.length,
  );
}

/** The projects of a worktree of ours: a test that reads the person's own files there would test the wrong code. */
function projectsOfRepository(repository: readonly string[], closed: readonly string[]): readonly string[] {
  return repository
    .filter((folder) => basename(folder) === '.git')
    .map((folder) => dirname(folder))
    .filter((project) => project !== '/' && !closed.some((place) => isInside(project, place)));
}

/** Folders of programs inside closed folders, with what belongs to them. */
function toolchainFolders(
  { environment, workspace }: SandboxOptions,
  closed: readonly string[],
): readonly string[] {
  const { PATH = '', GOPATH, CARGO_HOME } = environment;
  const home = homeOf(environment);
  const all = [
    ...TOOLCHAINS.map((name) => join(home, name)),
    ...WHOLE_TOOLCHAINS.flatMap((name) => environment[name] ?? []),
    ...(GOPATH === undefined ? [] : ['bin', 'pkg'].map((name) => join(GOPATH, name))),
    ...(CARGO_HOME === undefined ? [] : ['bin', 'registry', 'git'].map((name) => join(CARGO_HOME, name))),
    ...PATH.split(':').flatMap(withLibraries),
  ];
  const real = new Set(all.flatMap((folder) => realPath(folder) ?? []));
  const shown = [...real]
    .filter((folder) => closed.some((place) => isInside(folder, place)))
    .filter((folder) => !isInside(home, folder) && !isInside(workspace, folder));
  return shown.filter((folder) => !shown.some((other) => other !== folder && isInside(folder, other)));
}

/** Variables that name the folder of a toolchain, which holds no secrets. */
const WHOLE_TOOLCHAINS = [
  'NVM_DIR',
  'VOLTA_HOME',
  'PYENV_ROOT',
  'RBENV_ROOT',
  'RUSTUP_HOME',
  'GOROOT',
  'JAVA_HOME',
  'DOTNET_ROOT',
];

/** Files at the root of a Go, a Java, a Python environment, a Conda. */
const TOOLCHAIN_MARKS = ['VERSION', 'release', 'pyvenv.cfg', 'conda-meta'];

/** A folder of the search path, with the libraries beside it, or the whole toolchain that it belongs to. */
function withLibraries(folder: string): readonly string[] {
  if (!folder.endsWith('/bin')) return [folder];
  const root = dirname(folder);
  if (TOOLCHAIN_MARKS.some((name) => existsSync(join(root, name)))) return [root];
  return [folder, ...['lib', 'lib64', 'libexec', 'share', 'include'].map((name) => join(root, name))];
}

function protectedMounts(
  workspace: string,
  closed: readonly string[],
  named: readonly string[],
): readonly Mount[] {
  const opened = named.filter((path) => isInside(path, workspace));
  // An approval opens only those parts of git's folder that it names.
  const history = join(workspace, '.git');
  const kept = pathsOf(workspace, protectedGitPaths(workspace));
  const isKept = (path: string): boolean =>
    kept.includes(path) || (path !== history && isInside(path, history));
  const isOpened = (path: string): boolean =>
    opened.some((one) => opens(relative(workspace, one), relative(workspace, path)));
  // A named file is not mounted at all: a mount point cannot be replaced by renaming.
  const stillClosed = closed.filter((path) => !opened.includes(path) && (isKept(path) || !isOpened(path)));
  const isWithin = (path: string, folders: readonly string[]): boolean =>
    folders.some((folder) => folder !== path && isInside(path, folder));
  const folders = opened.filter((path) => isWithin(path, stillClosed)).map(writableFolder);
  return [
    ...stillClosed.filter((path) => !isWithin(path, stillClosed)).map(readableMount),
    ...folders.map(writableMount),
    // An opened folder covers what was closed inside it.
    ...stillClosed.filter((path) => isWithin(path, folders)).map(readableMount),
  ];
}

function absolutePath(
  path: string,
  { workspace, home }: { readonly workspace: string; readonly home: string },
): string {
  return path === '~' || path.startsWith('~/') ? join(home, path.slice(1)) : resolve(workspace, path);
}

/** The existing part of the path. */
function canonicalPath(path: string): string {
  const there = nearestExisting(path);
  return (realPath(there) ?? there) + path.slice(there.length);
}

/** The path, or the nearest folder above it that exists. */
function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}

/** Files are replaced by renaming, so their folder must be writable. */
function writableFolder(path: string): string {
  const there = nearestExisting(path);
  return there === path && !statSync(path).isDirectory() ? dirname(path) : there;
}

function maskPath(path: string): readonly Mount[] {
  const real = realPath(path);
  if (real === undefined) return [];
  return [statSync(real).isDirectory() ? emptyMount(real) : blankMount(real)];
}

/** An ordinary user cannot read them anyway. */
function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}

function emptyMount(path: string): Mount {
  return { kind: 'empty', path };
}

function blankMount(path: string): Mount {
  return { kind: 'blank', path };
}

function readableMount(path: string): Mount {
  return { kind: 'readable', path };
}

/** Empty when no folder is at this very path any more: a link would expose its target. */
function knownMount(path: string): readonly Mount[] {
  const identity = folderIdentity(path);
  return identity === undefined ? [] : [{ kind: 'known', path, identity }];
}

function writableMount(path: string): Mount {
  return { kind: 'writable', path };
}

/** A machine has a few; each costs a mount. */
const MAX_SOCKETS = 64;

/**
 * Sockets of services on this machine: a read-only file system does not prevent connecting, and the service (a
 * database, an editor) has the person's rights. Those that a command cannot see are left out.
 */
function hostSockets(isSeen: (path: string) => boolean): readonly string[] {
  const paths = readSockets()
    .split('\n')
    .flatMap((line) => /^(?:\S+ +){6}\S+ (\/.+)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => isSeen(path) && isSocket(path)).slice(0, MAX_SOCKETS);
}

function readSockets(): string {
  try {
    return readFileSync('/proc/net/unix', 'utf8');
  } catch (error) {
    // Only Linux lists them; elsewhere the sandbox itself closes them.
    if (codeOf(error) !== undefined) return '';
    throw error;
  }
}

/** The list includes sockets whose file was removed since. */
function isSocket(path: string): boolean {
  try {
    return lstatSync(path).isSocket();
  } catch (error) {
    if (codeOf(error) !== undefined) return false;
    throw error;
  }
}
