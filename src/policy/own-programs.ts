import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandFolders } from '../contracts/policy.ts';
import { isScript } from './check-words.ts';
import { foldersUpTo, PROJECT_FOLDERS } from './executables.ts';
import type { ArgvRules, JudgedArgv } from './judge-argv.ts';
import { matchCommand } from './match-command.ts';
import type { ReadLine } from './parse-command-line.ts';

/** A line in its judged form. */
export interface JudgedLine {
  /** A program of the project is in it by its plain name. */
  readonly reading: ReadLine;
  /** Absolute path of the file that the original words would start; exactly this one runs. */
  readonly file: string | undefined;
}

type OwnProgramRules = Pick<ArgvRules, 'commands' | 'executables' | 'platform' | 'guardFor'>;

/** A line in its judged form: see `asOwnProgram`. */
export async function withOwnProgram(
  reading: ReadLine,
  where: CommandFolders,
  rules: OwnProgramRules,
): Promise<JudgedLine> {
  const { shape } = reading;
  if (shape.kind === 'shell') return { reading, file: undefined };
  const { argv, file } = await asOwnProgram(shape.argv, where, rules);
  if (file === undefined) return { reading, file };
  return { reading: { ...reading, shape: { ...shape, argv }, commands: [{ words: argv, input: [] }] }, file };
}

interface Spelling {
  readonly argv: readonly string[];
  readonly file: string;
}

/**
 * Recognises `npx vitest run`, `pnpm vitest run`, `./node_modules/.bin/vitest run` and `./gradlew test` as
 * configured scripts of the project. Only if that file exists and the words behind it are configured; anything else
 * stays a runner, or an unknown program.
 */
export async function asOwnProgram(
  argv: readonly string[],
  where: CommandFolders,
  rules: OwnProgramRules,
): Promise<JudgedArgv> {
  const { commands, executables, platform } = rules;
  const asWritten = { argv, file: undefined };
  if (platform === 'windows') return asWritten;
  const spelling = byPath(argv, where) ?? (await byRunner(argv, where, rules));
  if (spelling === undefined) return asWritten;
  const match = matchCommand(spelling.argv, commands);
  if (match.kind === 'no-match' || !match.rule.projectScript) return asWritten;
  return (await executables.isProgram(spelling.file)) ? spelling : asWritten;
}

/** Programs in the root of a project, with the command whose configuration applies to them. */
const ROOT_PROGRAMS: ReadonlyMap<string, string> = new Map([
  ['gradlew', 'gradle'],
  ['mvnw', 'mvn'],
  ['manage.py', 'manage.py'],
  ['artisan', 'artisan'],
]);

/** Folders of programs that are found by their path alone; `bin` has those of Rails and Symfony. */
const PROGRAM_FOLDERS: readonly string[] = [...PROJECT_FOLDERS, 'bin'];

function byPath(
  [word = '', ...args]: readonly string[],
  { root, cwd }: CommandFolders,
): Spelling | undefined {
  if (!word.includes('/')) return undefined;
  const file = path.resolve(cwd, word);
  const name = path.basename(file);
  const folder = path.relative(root, path.dirname(file));
  if (PROGRAM_FOLDERS.includes(folder)) return { argv: [name, ...args], file };
  const command = folder === '' ? ROOT_PROGRAMS.get(name) : undefined;
  return command === undefined ? undefined : { argv: [command, ...args], file };
}

/** They search the project first, and hand the words behind the name on as they are. */
const RUNNERS: readonly (readonly string[])[] = [
  ['npx', '--no-install'],
  ['npx', '--no'],
  // What would be answered is whether to fetch a program that is missing.
  ['npx', '--yes'],
  ['npx', '-y'],
  ['npx'],
  ['bunx'],
  ['npm', 'exec', '--'],
  ['pnpm', 'exec'],
];
/** The same, but of what stands behind the name it takes every option for its own. */
const TAKES_OPTIONS: readonly string[] = ['npm', 'exec'];

/** An option before the name could make it fetch or choose something else. */
async function byRunner(
  argv: readonly string[],
  where: CommandFolders,
  rules: OwnProgramRules,
): Promise<Spelling | undefined> {
  const begins = (words: readonly string[]): boolean => words.every((word, at) => argv[at] === word);
  const withoutOptions = argv.some((word) => word.startsWith('-')) ? [] : [TAKES_OPTIONS];
  const runner = [...RUNNERS, ...withoutOptions].find(begins);
  const words = runner === undefined ? await wordsForManager(argv, where, rules) : argv.slice(runner.length);
  const [name = ''] = words;
  if (!/^[a-z\d][\w.-]*$/i.test(name)) return undefined;
  const file = nearestProgram(name, where);
  return file === undefined ? undefined : { argv: words, file };
}

/** From the folder of the command upwards, as the runners look for it. */
function nearestProgram(name: string, { root, cwd }: CommandFolders): string | undefined {
  return foldersUpTo(root, cwd)
    .map((folder) => path.join(folder, 'node_modules/.bin', name))
    .find(existsSync);
}

/**
 * They run a program of the project by its plain name, yarn also behind `run`, if no command of theirs and no script
 * has that name.
 */
const MANAGERS: readonly string[] = ['pnpm', 'yarn'];

async function wordsForManager(
  [manager = '', ...written]: readonly string[],
  { root, cwd }: CommandFolders,
  { commands, guardFor }: OwnProgramRules,
): Promise<readonly string[]> {
  const isRun = manager === 'yarn' && written[0] === 'run';
  // In the root it says where one is anyway.
  const isTop = isRun && root === cwd && /^(?:-T|--top-level)$/.test(written[1] ?? '');
  const words = written.slice(isTop ? 2 : Number(isRun));
  const [name = ''] = words;
  const spec = MANAGERS.includes(manager) ? commands.allowed.get(manager) : undefined;
  const isItsOwn =
    !isRun && (spec?.subcommands?.has(name) === true || spec?.otherSubcommands.has(name) === true);
  if (spec === undefined || isItsOwn) return [];
  try {
    return (await isScript(name, 'package.json', { guard: guardFor(root), cwd })) ? [] : words;
  } catch {
    // As it was written, it is asked about.
    return [];
  }
}
