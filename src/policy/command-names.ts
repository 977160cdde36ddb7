import path from 'node:path';
import type { FoundCommand } from './parse.ts';
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

export type StarterKind = 'shell' | 'wrapper' | 'package-runner' | 'interpreter';

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

export interface CommandNames {
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
export interface InnerCommands {
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
export function innerCommands({ words, input }: FoundCommand, known: KnownCommands): InnerCommands {
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
  { words, input }: FoundCommand,
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
