import path from 'node:path';
import type { ParsedCommand } from './parse-command-line.ts';
import type { PlatformCommands } from './tool-commands.ts';

const SHELLS: ReadonlySet<string> = new Set(
  (
    'sh bash rbash dash zsh ksh mksh ash yash posh fish elvish nu xonsh csh tcsh pwsh pwsh-preview powershell cmd ' +
    'eval trap source .'
  ).split(' '),
);

/** Programs that start another program, named in their arguments. */
const WRAPPERS: ReadonlySet<string> = new Set(
  (
    'command builtin exec coproc env nice ionice nohup setsid timeout stdbuf time chrt taskset numactl unshare ' +
    'nsenter chroot pkexec doas sudo su runuser firejail proot rlwrap unbuffer systemd-run script strace ltrace ' +
    'watch parallel xargs busybox toybox flock xvfb-run dbus-run-session fakeroot setarch prlimit cgexec ' +
    'eatmydata torsocks proxychains entr faketime caffeinate ssh wsl bwrap start-stop-daemon ' +
    'gosu su-exec tmux screen sshpass direnv dotenv cross-env concurrently nodemon pm2 foreman crontab at batch ' +
    'socat perf valgrind setpriv linux32 linux64 i386 x86_64 uclampset choom capsh aa-exec sg run-parts chronic sem ' +
    'hyperfine daemonize systemd-inhibit cpulimit dbus-launch tsp ld.so'
  ).split(' '),
);

/** Wrappers that pass the words on unchanged, so that no shell reads them again. */
export const PLAIN_WRAPPERS: ReadonlySet<string> = new Set(
  'command builtin exec env nice ionice nohup setsid timeout stdbuf time xargs'.split(' '),
);

const INTERPRETERS: ReadonlySet<string> = new Set(
  (
    'node deno bun ruby perl php lua tclsh awk gawk mawk osascript vi vim nvim ex ed ' +
    'emacs emacsclient gdb lldb expect tsx ts-node ts-node-esm nodejs java jshell groovy scala elixir iex erl escript ' +
    'ocaml irb ghci R Rscript julia wscript cscript mshta'
  ).split(' '),
);

/** They fetch a program by its name and start it. */
const PACKAGE_RUNNERS: ReadonlySet<string> = new Set('npx pnpx bunx uvx uv pipx'.split(' '));

const FIND_RUNS: ReadonlySet<string> = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** Last part of a command word in any path form; on windows without extension and in lower case. */
export function baseName(word: string, platform: 'posix' | 'windows'): string {
  if (platform === 'posix') return path.posix.basename(word);
  return path.win32
    .basename(word)
    .toLowerCase()
    .replace(/\.(exe|cmd|bat|com)$/, '');
}

/** True for programs whose arguments are a program: such a name must never be allowed with free arguments. */
export function runsOthers(name: string): boolean {
  return starterKind(name) !== undefined || name === 'find';
}

type StarterKind = 'shell' | 'wrapper' | 'package-runner' | 'interpreter';

/** How a program runs its arguments; undefined for one that is not known to. */
export function starterKind(name: string): StarterKind | undefined {
  if (SHELLS.has(name)) return 'shell';
  if (WRAPPERS.has(name)) return 'wrapper';
  if (PACKAGE_RUNNERS.has(name)) return 'package-runner';
  return INTERPRETERS.has(name) || /^python[\d.]*$/.test(name) ? 'interpreter' : undefined;
}

/** Options between a program and its sub-command that take the next word. */
const TAKES_NEXT: ReadonlySet<string> = new Set(
  '-C -c --prefix --cwd --dir --directory -w --workspace --filter -F --git-dir --work-tree --manifest-path'.split(
    ' ',
  ),
);

interface CommandNames {
  readonly name: string;
  /** Empty when there is none. */
  readonly subcommand: string;
  readonly third: string;
  /** Folders that its options make it work in. */
  readonly folders: readonly string[];
}

/** `npm --prefix web install left-pad` is an `npm install` in `web`. */
export function commandNames([name = '', ...args]: readonly string[]): CommandNames {
  let at = 0;
  const folders: string[] = [];
  for (let word = args[at]; word !== undefined && /^-(?!m$)/.test(word); word = args[at]) {
    const [flag = '', glued] = word.split('=', 2);
    // To pnpm and yarn it is a switch.
    const takes = flag === '-w' ? name === 'npm' : TAKES_NEXT.has(flag);
    const takesNext = takes && glued === undefined;
    if (takes) folders.push(glued ?? args[at + 1] ?? '');
    at += takesNext ? 2 : 1;
  }
  return { name, subcommand: args[at] ?? '', third: args[at + 1] ?? '', folders };
}

/** How deep commands inside commands are followed. */
export const MAX_COMMAND_DEPTH = 8;

/** Commands that a command would run: argvs, and texts that a shell would read. */
interface InnerCommands {
  readonly argvs: readonly (readonly string[])[];
  readonly texts: readonly string[];
}

export interface KnownCommands {
  readonly commands: PlatformCommands;
  readonly platform: 'posix' | 'windows';
}

/**
 * Finds what wrappers, shells and `find -exec` would run. It rather finds too much, because it only leads to
 * refusals.
 */
export function innerCommands({ words, input }: ParsedCommand, known: KnownCommands): InnerCommands {
  const [word = '', ...args] = words;
  const name = baseName(word, known.platform);
  if (SHELLS.has(name)) return { argvs: [], texts: [...input, ...shellTexts(name, args)] };
  // `command -v rm` runs nothing: it prints where `rm` is.
  if (name === 'command' && /^-p?[vV]/.test(args[0] ?? '')) return { argvs: [], texts: [] };
  if (WRAPPERS.has(name)) return wrappedCommand({ words: [name, ...args], input }, known);
  if (INTERPRETERS.has(name) || PACKAGE_RUNNERS.has(name)) return { argvs: [], texts: shellEscapes(args) };
  if (name === 'find') return { argvs: commandsRunByFind(args), texts: [] };
  if (name === 'git') return { argvs: [], texts: gitAliases(args) };
  return { argvs: [], texts: [] };
}

function shellTexts(name: string, args: readonly string[]): readonly string[] {
  if (name === 'eval') return [args.join(' ')];
  const reads = name === 'trap' || args.some((arg) => /^([-+][a-z]*c|\/c|\/k|--?command)$/i.test(arg));
  return reads ? [...args.filter((arg) => !/^[-+/]/.test(arg)), args.slice(1).join(' ')] : [];
}

/** `gdb -ex '!rm x'`, `vim -c ':!rm x'`: editors and debuggers hand such texts to a shell. */
function shellEscapes(args: readonly string[]): readonly string[] {
  return args.flatMap((arg) => /^:?!(.+)$/s.exec(arg)?.[1] ?? []);
}

/**
 * The first word that certainly is a program: one that is configured, denied, or starts others. The words before it
 * are values of the wrapper, such as the folder `.`, or an unknown program. Arguments of a configured program are
 * data: `timeout 60 pytest -k "rm or mv"`.
 */
function wrappedCommand(
  { words, input }: ParsedCommand,
  { commands, platform }: KnownCommands,
): InnerCommands {
  const [wrapper = '', ...args] = words;
  const denied = new Set(commands.denied.map((entry) => entry.split(' ')[0] ?? ''));
  const isConfigured = (name: string) => commands.allowed.has(name) && !runsOthers(name);
  const at = args.findIndex((arg) => {
    if (/^-|=/.test(arg) || arg === '.') return false;
    const name = baseName(arg, platform);
    const family = `${name.split('.')[0]}.*`;
    return isConfigured(name) || runsOthers(name) || denied.has(name) || denied.has(family);
  });
  const program = baseName(args[at] ?? '', platform);
  // A wrapper in a wrapper is judged separately.
  const isPlain = PLAIN_WRAPPERS.has(wrapper);
  const isData = isPlain && (isConfigured(program) || WRAPPERS.has(program));
  const texts = (isData ? args.slice(0, at) : args).filter((arg) => /\s/.test(arg));
  if (at !== -1) return { argvs: [args.slice(at)], texts };
  // `ssh host`, `su`, `at now`: without a program they start a shell, which reads its input.
  return { argvs: [], texts: isPlain ? texts : [...texts, ...input] };
}

function commandsRunByFind(args: readonly string[]): readonly (readonly string[])[] {
  return args.flatMap((arg, index) => (FIND_RUNS.has(arg) ? [args.slice(index + 1)] : []));
}

/** `git -c alias.x=!rm`: a value given on the command line may be a command. */
function gitAliases(args: readonly string[]): readonly string[] {
  return args.flatMap((arg, index) => {
    const setting = args[index - 1] === '-c' ? /=!?(.*)$/s.exec(arg)?.[1] : undefined;
    return setting === undefined || setting === '' ? [] : [setting];
  });
}

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
