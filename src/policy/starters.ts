import path from 'node:path';
import { baseName, runsOthers, type StarterKind, starterKind } from './command-names.ts';

/** Sub-commands that start a program named in the arguments. */
const STARTING_WORDS: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x', 'init', 'create', 'explore'],
  pnpm: ['exec', 'dlx', 'create'],
  yarn: ['exec', 'dlx', 'create', 'node'],
  go: ['run', 'tool', 'generate'],
  cargo: ['run'],
  dotnet: ['run', 'exec', 'tool'],
  bundle: ['exec'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  conda: ['run'],
  mise: ['exec', 'x'],
  asdf: ['exec'],
  nix: ['run', 'shell', 'develop'],
  docker: ['run', 'exec', 'compose'],
  podman: ['run', 'exec', 'compose'],
  kubectl: ['exec', 'run'],
};

/** Options that name a program to start, in full or shortened as GNU and git permit. */
const STARTING_OPTIONS =
  /^(-exec|-execdir|-ok|-okdir)$|^--(exec|to-com|checkpoint-a|use-com|compress-p|rsh|pager|eval|upload-p|receive-p|config-e)/;

/** Short options of single programs that name one to start. */
const STARTING_FLAGS: Readonly<Record<string, RegExp>> = {
  tar: /^-[A-Za-z]*[IF]/,
  rsync: /^-[A-Za-z]*e/,
  zip: /^-\w*TT/,
  gcc: /^-(wrapper|fplugin|B)/,
  cc: /^-(wrapper|fplugin|B)/,
};

/** Git commands that no alias of a repository can replace. Others may be aliases for anything. */
const GIT_COMMANDS: ReadonlySet<string> = new Set(
  (
    'add am apply archive blame branch bundle cat-file check-ignore checkout cherry cherry-pick clean clone commit ' +
    'config describe diff fetch format-patch fsck gc grep init log ls-files ls-remote ls-tree merge merge-base mv ' +
    'name-rev notes prune pull push range-diff reflog remote repack reset restore rev-list rev-parse revert rm ' +
    'shortlog show show-ref stash status switch symbolic-ref tag var version worktree'
  ).split(' '),
);

/** They start programs that the repository, or one of their options, names. */
const STARTING_GIT_COMMANDS: readonly string[] = [
  'bisect',
  'submodule',
  'filter-branch',
  'difftool',
  'mergetool',
  'rebase',
];

/** They contain many programs, chosen by the name they are called by: only the name counts. */
export const MULTI_CALL = /^(busybox|toybox|coreutils)/;

/**
 * Why a command of these words could run more than they say: one approval would cover anything. Names are checked as
 * typed and at the end of their links, with and without a version.
 */
export function startsOthers(
  argv: readonly string[],
  executable: string,
  platform: 'posix' | 'windows',
): StarterKind | 'alias' | undefined {
  const [word = '', ...args] = argv;
  const typed = baseName(word, platform);
  const real = path.basename(executable);
  const names = MULTI_CALL.test(real) && typed !== 'busybox' ? [typed] : [typed, real];
  for (const name of names.flatMap(spellings)) {
    const kind = starterKind(name) ?? kindByArguments(name, args);
    if (kind !== undefined) return kind;
  }
  return undefined;
}

/** True for a name that must never be allowed with free arguments: some of them would be a program. */
export function couldStartOthers(name: string): boolean {
  return spellings(name).some((one) => runsOthers(one) || Object.hasOwn(STARTING_WORDS, one));
}

/** `python3.11` is `python`, `vim.basic` is `vim`. */
function spellings(name: string): readonly string[] {
  return [...new Set([name, name.replace(/[-.\d]+$/, ''), name.replace(/\..*$/, '')])];
}

function kindByArguments(name: string, args: readonly string[]): StarterKind | 'alias' | undefined {
  if (args.some((arg) => STARTING_OPTIONS.test(arg) || STARTING_FLAGS[name]?.test(arg))) return 'wrapper';
  if (args.some((arg) => STARTING_WORDS[name]?.includes(arg))) return 'package-runner';
  return name === 'git' ? gitKind(args) : undefined;
}

/** `-c` and the like can make any git command start a program. */
function gitKind(args: readonly string[]): 'wrapper' | 'alias' | undefined {
  const at = args.findIndex((arg) => !['--no-pager', '--no-optional-locks'].includes(arg));
  const subcommand = args[at] ?? '';
  if (subcommand.startsWith('-')) return subcommand === '--version' ? undefined : 'wrapper';
  if (STARTING_GIT_COMMANDS.includes(subcommand)) return 'wrapper';
  return GIT_COMMANDS.has(subcommand) ? undefined : 'alias';
}
