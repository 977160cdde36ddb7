import type { Access } from '../contracts/exec.ts';
import type { Risk } from '../contracts/policy.ts';
import { baseName, commandNames, starterKind } from './command-names.ts';
import { isProtectedPath } from './file-classes.ts';
import type { LinePart } from './line-parts.ts';
import { matchCommand } from './match-command.ts';
import type { ParsedRedirect, ReadLine } from './parse-command-line.ts';
import type { PlatformCommands } from './tool-commands.ts';

interface AccessPaths {
  readonly writable: readonly string[];
  readonly readable: readonly string[];
}

const NOTHING: AccessPaths = { writable: [], readable: [] };

export interface AskedLine {
  readonly line: ReadLine;
  /** Every command of the line, see `linePartsOf`. */
  readonly parts: readonly LinePart[];
  readonly risk: Risk;
}

/**
 * The access that a yes to this line opens. A command that may run without a question gets nothing beyond that, so the
 * project's tests get nothing more because their output is piped; any other gets what it cannot work without, and the
 * network if it is known to need it.
 */
export function accessAfterYes({ line, parts, risk }: AskedLine, commands: PlatformCommands): Access {
  const folders = parts.flatMap(({ words: [name = '', folder = ''] }) => (name === 'cd' ? [folder] : []));
  const all = [
    ...parts.filter(({ isUnasked }) => !isUnasked).map((part) => placesOf(part.words, { commands, folders })),
    ...line.redirects.map(placesOfRedirect),
  ];
  const writable = new Set(all.flatMap((places) => places.writable));
  const readable = new Set(all.flatMap((places) => places.readable).filter((place) => !writable.has(place)));
  return {
    network: risk.network === 'yes',
    writable: [...writable].toSorted(),
    ...(readable.size === 0 ? {} : { readable: [...readable].toSorted() }),
  };
}

interface LineContext {
  readonly commands: PlatformCommands;
  /** Folders that the line changes to before this part. */
  readonly folders: readonly string[];
}

function placesOfRedirect({ operator, target }: ParsedRedirect): AccessPaths {
  return operator.includes('>')
    ? { ...NOTHING, writable: placesNamedBy(target) }
    : { ...NOTHING, readable: outsideIn(target) };
}

function placesOf(words: readonly string[], { commands, folders }: LineContext): AccessPaths {
  const [word = '', ...args] = words;
  const name = baseName(word, 'posix');
  if (name === 'git') return { ...NOTHING, writable: pathsWrittenByGit(words) };
  const installed = pathsWrittenByInstall(words, folders);
  if (installed.length > 0) return { ...NOTHING, writable: installed };
  if (!changesOperands(words, commands)) return { ...NOTHING, readable: args.flatMap(outsideIn) };
  const target =
    COPIES.has(name) && !args.includes('-t') ? args.findLastIndex((arg) => !arg.startsWith('-')) : -1;
  const isSource = (arg: string, at: number): boolean =>
    target !== -1 && at !== target && !arg.startsWith('-');
  return {
    writable: args.flatMap((arg, at) => (isSource(arg, at) ? [] : placesNamedBy(arg))),
    readable: args.flatMap((arg, at) => (isSource(arg, at) ? outsideIn(arg) : [])),
  };
}

/** They change their last operand, and read the others. */
const COPIES: ReadonlySet<string> = new Set(['cp', 'ln', 'install', 'rsync', 'scp']);

/** Programs that only show their operands, beside the configured ones. */
const READERS: ReadonlySet<string> = new Set(
  (
    'cd pushd popd test [ ls cat less more most bat strings sha1sum sha256sum sha512sum md5sum cksum b2sum base64 ' +
    'printenv env id ps lsof awk gawk mawk yq zcat zless zgrep exa eza lsd fd realpath readlink objdump nm ' +
    'readelf ldd source . pgrep who whoami hostname uname uptime free getent locale man info'
  ).split(' '),
);

/** Options by which a configured reader writes its operands. */
const WRITING_OPTIONS: Readonly<Record<string, RegExp>> = {
  sed: /^(-[nErsuz]*i|--in-place)/,
  sort: /^(-\w*o|--output)/,
  find: /^-(delete|fprint\w*|fls)$/,
  tree: /^-\w*o/,
};

/**
 * True when files that this command names may be opened for writing: it is known to write, or unknown. Never for code
 * of the project and an interpreter's operands: a yes to running code is not one to changing code that others run.
 */
function changesOperands(words: readonly string[], commands: PlatformCommands): boolean {
  const [word = '', ...args] = words;
  const name = baseName(word, 'posix');
  if (READERS.has(name) || starterKind(name) !== undefined || isOfProject(word)) return false;
  const match = matchCommand(words, commands);
  if (match.kind === 'no-match' && match.rule === 'unknown-command') return true;
  return args.some((arg) => WRITING_OPTIONS[name]?.test(arg));
}

/** True for a path inside the project, such as `./run.sh`. */
function isOfProject(word: string): boolean {
  return word.includes('/') && !leadsOut(word);
}

/** Commands of git that change the history, or data that belongs to it. */
const GIT_WRITES: ReadonlySet<string> = new Set(
  (
    'add am apply bisect branch checkout cherry-pick clean clone commit commit-tree config fetch fast-import filter-branch ' +
    'gc hash-object init lfs maintenance merge mv notes pack-refs prune pull push read-tree rebase reflog remote repack ' +
    'replace rerere reset restore revert rm sparse-checkout stash submodule switch symbolic-ref tag update-index ' +
    'update-ref worktree write-tree'
  ).split(' '),
);

/** These write settings of git: for `branch` only with an option that does. */
const GIT_SETTINGS: Readonly<Record<string, RegExp>> = {
  config: /^/,
  remote: /^(add|rename|remove|rm|set-)/,
  branch: /^(-[mMcCdDut]|--(move|copy|delete|set-upstream|unset-upstream|edit-description|track))/,
  push: /^(-u|--set-upstream)/,
  submodule: /^/,
  init: /^/,
};

/** They bring files of another commit, whichever these are: everything but git's hooks and settings. */
const GIT_TREES: ReadonlySet<string> = new Set(
  'am apply bisect checkout cherry-pick clean filter-branch merge pull read-tree rebase revert sparse-checkout stash switch'.split(
    ' ',
  ),
);

function pathsWrittenByGit(words: readonly string[]): readonly string[] {
  const { subcommand } = commandNames(words);
  if (!GIT_WRITES.has(subcommand)) return [];
  const args = words.slice(words.indexOf(subcommand) + 1);
  const settings = args.some((arg) => GIT_SETTINGS[subcommand]?.test(arg)) || subcommand === 'init';
  return [
    '.git',
    ...(settings ? ['.git/config'] : []),
    ...(subcommand === 'submodule' ? ['.gitmodules', '.'] : []),
    ...treeOf(subcommand, args),
  ];
}

function treeOf(subcommand: string, args: readonly string[]): readonly string[] {
  const dashes = args.indexOf('--');
  switch (subcommand) {
    case 'reset':
      return args.some((arg) => /^--(hard|merge|keep)$/.test(arg)) ? ['.'] : [];
    case 'restore':
      return isIndexAlone(args) ? [] : pathspecs(args);
    case 'rm':
    case 'mv':
      return pathspecs(args);
    case 'checkout':
      return dashes === -1 ? ['.'] : pathspecs(args.slice(dashes + 1));
    case 'stash':
      return /^(list|show|drop|clear|create|store)$/.test(args[0] ?? '') ? [] : ['.'];
    default:
      return GIT_TREES.has(subcommand) ? ['.'] : [];
  }
}

function isIndexAlone(args: readonly string[]): boolean {
  const has = (short: string, long: string): boolean => args.includes(short) || args.includes(long);
  return has('-S', '--staged') && !has('-W', '--worktree');
}

/** Protected names, and names without an ending, which may be folders with protected files. */
function pathspecs(args: readonly string[]): readonly string[] {
  return args
    .filter((arg) => arg !== '' && !arg.startsWith('-'))
    .filter((arg) => isProtectedPath(arg) || /(^|\/)[^./]*$|^\.\/?$|[*?[:]/.test(arg))
    .map((arg) => (/[*?[:]/.test(arg) ? '.' : arg));
}

interface Installer {
  readonly names: readonly string[];
  readonly subcommands: RegExp;
  /** Opened by its bare name, wherever in the project it is: see `mountsFor`. */
  readonly packages: readonly string[];
  /** Opened where packages are named, or where the sub-command is about the manifest. */
  readonly manifests: readonly string[];
}

const INSTALLERS: readonly Installer[] = [
  {
    names: ['npm', 'pnpm', 'yarn', 'bun'],
    subcommands:
      /^(i|in|ins|install|add|ci|clean-install|install-test|it|cit|uninstall|un|remove|rm|r|update|up|upgrade|dedupe|prune|rebuild|link|ln|unlink|version|pkg|init|create|set|import|fetch)?$/,
    packages: ['node_modules'],
    manifests: ['package.json'],
  },
  {
    names: ['pip', 'pip3', 'python', 'python3', 'virtualenv'],
    subcommands: /^(install|uninstall|-m)$/,
    packages: ['.venv', 'venv'],
    manifests: [],
  },
  {
    names: ['uv', 'poetry', 'pdm', 'pipenv', 'hatch'],
    subcommands: /^(install|add|remove|update|lock|sync|pip|venv|version|init)$/,
    packages: ['.venv', 'venv'],
    manifests: ['pyproject.toml'],
  },
  {
    names: ['composer'],
    subcommands: /^(install|update|require|remove)$/,
    packages: ['vendor'],
    manifests: [],
  },
];

/** Sub-commands that write the manifest also when no package is named. */
const MANIFEST_VERBS = /^(version|pkg|init|create|set|update|up|upgrade|link|import)$/;

function pathsWrittenByInstall(words: readonly string[], gone: readonly string[]): readonly string[] {
  const { name, subcommand, third, folders } = commandNames(words);
  const installer = INSTALLERS.find((one) => one.names.includes(name) && one.subcommands.test(subcommand));
  if (installer === undefined) return [];
  if (subcommand === '-m' && !['pip', 'venv', 'virtualenv'].includes(third)) return [];
  const named = words.slice(words.indexOf(subcommand) + 1).some((word) => !word.startsWith('-'));
  const isAboutManifest = subcommand !== '' && (named || MANIFEST_VERBS.test(subcommand));
  const manifests = isAboutManifest ? installer.manifests : [];
  const places = ['.', ...gone, ...folders].filter((folder) => !leadsOut(folder));
  return [
    ...installer.packages,
    ...places.flatMap((folder) => manifests.map((file) => (folder === '.' ? file : `${folder}/${file}`))),
    ...(name === 'pnpm' ? ['pnpm-workspace.yaml'] : []),
  ];
}

/** Protected files, and places outside the project; `--output=/srv/x` names one too. */
function placesNamedBy(word: string): readonly string[] {
  const path = pathOf(word);
  return path !== '' && (leadsOut(path) || isProtectedPath(path)) ? [path] : [];
}

function outsideIn(word: string): readonly string[] {
  const path = pathOf(word);
  return leadsOut(path) ? [path] : [];
}

function pathOf(word: string): string {
  const path = word.startsWith('-') ? word.slice(word.indexOf('=') + 1) : word;
  return path.startsWith('-') ? '' : path;
}

function leadsOut(path: string): boolean {
  return /^(\/(?!dev\/|proc\/|usr\/|bin\/)|~(\/|$)|(.*\/)?\.\.(\/|$))/.test(path);
}
