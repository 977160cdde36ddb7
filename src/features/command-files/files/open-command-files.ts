import { existsSync } from 'node:fs';
import path from 'node:path';
import { findPlugins } from '../../../claude-files/plugins.ts';
import type { CommandFate, Execution, LearnSecrets, Supervisor } from '../../../contracts/exec.ts';
import type { CommandPolicy, Redactor } from '../../../contracts/policy.ts';
import type { LinkedFolders } from '../../../contracts/worktrees.ts';
import { SECOND_MS, systemClock } from '../../../core/clock.ts';
import { Failure, isFailure, unreachable } from '../../../core/failure.ts';
import { newProcessId } from '../../../core/ids.ts';
import { createWorkspaceFiles } from '../../../files/workspace-files.ts';
import { readLine } from '../../../policy/parse-command-line.ts';
import { createPathGuard } from '../../../policy/path-guard.ts';
import { ownFoldersOf } from '../../../settings/own-folders.ts';
import { type CommandFileRegistry, LoadFault } from '../command-file.ts';
import { type CommandLibrary, createCommandLibrary, type LoadedCommand } from './command-library.ts';
import type { InlineEnd, RunInline } from './expand.ts';
import { type CommandRoot, WORKSPACE_COMMANDS } from './find-command.ts';

/** Limit for one command in a command file. */
const LIMIT_MS = 5 * SECOND_MS;
/** Both streams of one together, in UTF-16 code units. */
const MAX_OUTPUT = 30_000;
const COMMANDS = 'commands';

export interface CommandFileParts {
  readonly redactor: Redactor;
  readonly learnSecrets: LearnSecrets;
  readonly policy: Pick<CommandPolicy, 'judge'>;
  readonly supervisor: Pick<Supervisor, 'start' | 'wait' | 'output'>;
}

/** Where files of this program lie. */
export interface CommandFileHost {
  readonly folders: { readonly config: string; readonly data: string };
  readonly packageRoot: string;
  readonly linked: LinkedFolders;
}

/** Where a command is loaded: whose files they are, and where what they name is read and run. */
export interface CommandLocation {
  readonly project: string;
  /** The project, or a worktree of it; canonical, as the project. */
  readonly workspace: string;
}

/** The command files of every project. */
export interface CommandFiles extends CommandFileRegistry {
  /** See `CommandLibrary.load`. `typed`: the text after the name. */
  load(place: CommandLocation, command: TypedCommand, signal: AbortSignal): Promise<LoadedCommand>;
}

export interface TypedCommand {
  readonly name: string;
  readonly typed: string;
}

export function openCommandFiles(host: CommandFileHost, parts: CommandFileParts): CommandFiles {
  const known = new Map<string, CommandLibrary>();
  // One library per project caches the parsed texts. That of a worktree is not kept, as the worktree goes with its
  // task.
  const libraryOf = async ({ project, workspace }: CommandLocation): Promise<CommandLibrary> => {
    await parts.learnSecrets(project);
    if (workspace !== project) return commandFiles(host, workspace, parts, project);
    const library = known.get(project) ?? commandFiles(host, project, parts);
    known.set(project, library);
    return library;
  };
  const inProject = (project: string) => libraryOf({ project, workspace: project });
  return {
    async load(place, { name, typed }, signal) {
      const library = await libraryOf(place);
      return await library.load(name, { text: typed, words: argumentWords(typed) }, signal);
    },
    async find(project, name) {
      try {
        return await (await inProject(project)).find(name);
      } catch (error) {
        if (!(error instanceof LoadFault)) throw error;
        return error.code === 'TOO_LARGE' ? 'too-large' : undefined;
      }
    },
    list: async (project) => (await inProject(project)).list(),
  };
}

/**
 * The command files of one project: its own, those of the person's configuration, and those of its plugins.
 * @param root where what they name is read and run; `project`, if that is elsewhere, has the files
 */
export function commandFiles(
  { folders, packageRoot, linked }: CommandFileHost,
  root: string,
  { redactor, policy, supervisor }: CommandFileParts,
  project = root,
): CommandLibrary {
  const ownFolders = ownFoldersOf(folders, packageRoot);
  const filesIn = (folder: string) => {
    const guard = createPathGuard({ root: folder, ownFolders, linked: () => linked(folder) });
    return createWorkspaceFiles({ guard, searchProgram: undefined });
  };
  const files = filesIn(root);
  const own = project === root ? files : filesIn(project);
  return createCommandLibrary({
    files,
    roots: () => [
      { source: 'workspace', files: own, folder: WORKSPACE_COMMANDS, shown: WORKSPACE_COMMANDS },
      ...ownRoot(folders.config),
      ...pluginRoots(own.root),
      shippedRoot(packageRoot),
    ],
    run: inlineRunner(files.root, { policy, supervisor }),
    redact: (text) => redactor.redact(text),
    nowMs: () => systemClock.nowMs(),
  });
}

function ownRoot(config: string): readonly CommandRoot[] {
  const shown = path.join(config, COMMANDS);
  if (!existsSync(shown)) return [];
  return [{ source: 'own', files: createConfinedFiles(config), folder: COMMANDS, shown }];
}

function pluginRoots(workspace: string): readonly CommandRoot[] {
  return findPlugins(workspace)
    .found.filter(({ folder }) => existsSync(path.join(folder, COMMANDS)))
    .map(({ plugin, folder }) => ({
      source: 'plugin',
      plugin,
      files: createConfinedFiles(folder),
      folder: COMMANDS,
      shown: path.relative(workspace, path.join(folder, COMMANDS)).replaceAll(path.sep, '/'),
    }));
}

/** Shipped commands come last: any other of the same name hides them. */
function shippedRoot(packageRoot: string): CommandRoot {
  const config = path.join(packageRoot, 'config');
  const shown = path.join(config, COMMANDS);
  const files = createConfinedFiles(config);
  return { source: 'shipped', plugin: 'wasap', files, folder: COMMANDS, shown };
}

function createConfinedFiles(root: string): CommandRoot['files'] {
  return createWorkspaceFiles({ guard: createPathGuard({ root }), searchProgram: undefined });
}

/** Judges a command like the agent's own, and starts it only if it needs no question. */
function inlineRunner(
  root: string,
  { policy, supervisor }: Pick<CommandFileParts, 'policy' | 'supervisor'>,
): RunInline {
  return async ({ line, hasMarks, fill }, signal) => {
    const refused = (why: string, shown = line) => ({ kind: 'refused', why, shown }) as const;
    const read = inlineWords(line);
    if (read.kind === 'unread') return refused(read.why);
    const argv = fill(read.words);
    if (argv === undefined) return refused('an argument cannot name the program');
    const where = { root, cwd: root };
    const { verdict, execution, display } = await policy.judge({ kind: 'argv', argv }, where);
    const shown = hasMarks ? display : line;
    const obstacle = inlineObstacle(argv);
    if (obstacle !== undefined) return refused(obstacle, shown);
    if (verdict.kind !== 'allow') return refused(verdict.reason, shown);
    if (execution === undefined) return refused('it was not decided what would run', shown);
    return { ...(await carryOut(execution, { root, supervisor, signal })), shown };
  };
}

interface CommandRun {
  readonly root: string;
  readonly supervisor: CommandFileParts['supervisor'];
  readonly signal: AbortSignal;
}

async function carryOut(execution: Execution, { root, supervisor, signal }: CommandRun): Promise<InlineEnd> {
  const id = newProcessId();
  try {
    await supervisor.start({ id, execution, cwd: root, timeoutMs: LIMIT_MS });
  } catch (error) {
    if (isFailure(error)) return { kind: 'failed', error: error.message };
    throw error;
  }
  const fate = await supervisor.wait(id, signal);
  if (signal.aborted) throw new Failure('stopped', 'The command was stopped while it was read.');
  const { stdout, stderr } = await supervisor.output(id, MAX_OUTPUT);
  return inlineEnd(fate, { stdout: stdout.trimEnd(), stderr: stderr.trimEnd() });
}

function inlineEnd(fate: CommandFate, said: { readonly stdout: string; readonly stderr: string }): InlineEnd {
  switch (fate.kind) {
    case 'exited':
      if (fate.exitCode === 0) return { kind: 'done', output: said.stdout };
      return { kind: 'failed', error: said.stderr || `exit code ${fate.exitCode}` };
    case 'timed-out':
      return { kind: 'timed-out', limitMs: LIMIT_MS };
    case 'killed':
      return { kind: 'failed', error: `it was ended: ${fate.reason}` };
    case 'running':
    case 'interrupted':
    case 'never-ran':
      return { kind: 'failed', error: 'it was ended from outside' };
    default:
      return unreachable(fate);
  }
}

/** Words between white space; several between quotes, straight or as phones write them, are one. */
const WORD = /"([^"]*)"|'([^']*)'|“([^”]*)”|‘([^’]*)’|(\S+)/gu;

/** Splits the text after a command's name into the words of `$1` to `$9`. */
function argumentWords(typed: string): readonly string[] {
  return [...typed.matchAll(WORD)].map(
    ([whole, ...inner]) => inner.find((one) => one !== undefined) ?? whole,
  );
}

/** Programs that command files may run: they only show something, and of git only reading commands. */
const PROGRAMS: ReadonlySet<string> = new Set(['cat', 'date', 'echo', 'git', 'ls', 'pwd']);
const GIT: ReadonlySet<string> = new Set(['branch', 'diff', 'log', 'remote', 'status']);

/** The parser's time grows with the square of the length. */
const MAX_LINE_LENGTH = 4_000;

type InlineWords =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'unread'; readonly why: string };

/** The words of a line that is one simple command of fixed words, without anything that needs a shell. */
function inlineWords(line: string): InlineWords {
  if (line.length > MAX_LINE_LENGTH)
    return { kind: 'unread', why: `it is longer than ${MAX_LINE_LENGTH} characters` };
  const reading = readLine(line.trim());
  if (reading.kind === 'unparsable') return { kind: 'unread', why: `it cannot be read: ${reading.detail}` };
  const { shape } = reading;
  return shape.kind === 'argv'
    ? { kind: 'words', words: shape.argv }
    : { kind: 'unread', why: shape.obstacle.reason };
}

/** Why a command file may not run these words; undefined when it may. The policy judges them as well. */
function inlineObstacle([program = '', ...args]: readonly string[]): string | undefined {
  if (!PROGRAMS.has(program)) {
    return `command files run only ls, cat, echo, pwd, date and git status, diff, log, branch and remote, not ${program}`;
  }
  if (program === 'cat' && args.every((word) => word.startsWith('-'))) return 'cat needs the name of a file';
  if (program !== 'git') return undefined;
  const subcommand = args.find((word) => !word.startsWith('-')) ?? '';
  return GIT.has(subcommand)
    ? undefined
    : `of git, command files run only status, diff, log, branch and remote, not ${subcommand || 'git alone'}`;
}
