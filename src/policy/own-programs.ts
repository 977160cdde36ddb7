import path from 'node:path';
import type { CommandFolders } from '../contracts/policy.ts';
import { PROJECT_FOLDERS } from './executables.ts';
import type { ArgvRules, JudgedArgv } from './judge-argv.ts';
import { matchCommand } from './match-command.ts';
import type { ReadLine } from './parse.ts';

/** A line in its judged form. */
export interface JudgedLine {
  /** A program of the project is in it by its plain name. */
  readonly reading: ReadLine;
  /** Absolute path of the file that the original words would start; exactly this one runs. */
  readonly file: string | undefined;
}

interface Spelling {
  readonly argv: readonly string[];
  readonly file: string;
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

/** `npx` searches the project first; with these options it searches nowhere else. */
const STAYS_LOCAL: readonly string[] = ['--no-install', '--no'];

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

type OwnProgramRules = Pick<ArgvRules, 'commands' | 'executables' | 'platform'>;

/**
 * Recognises `npx vitest run`, `./node_modules/.bin/vitest run`, `.venv/bin/pytest` and `./gradlew test` as
 * configured scripts of the project. Only if that file exists and the words behind it are configured; anything else
 * stays a runner, or an unknown program.
 */
export async function asOwnProgram(
  argv: readonly string[],
  where: CommandFolders,
  { commands, executables, platform }: OwnProgramRules,
): Promise<JudgedArgv> {
  const asWritten = { argv, file: undefined };
  if (platform === 'windows') return asWritten;
  const spelling = byPath(argv, where) ?? byRunner(argv, where);
  if (spelling === undefined) return asWritten;
  const match = matchCommand(spelling.argv, commands);
  if (match.kind === 'no-match' || !match.rule.projectScript) return asWritten;
  return (await executables.isProgram(spelling.file)) ? spelling : asWritten;
}

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

/** An option before the name could make it fetch or choose something else. */
function byRunner(
  [runner, ...words]: readonly string[],
  { root, cwd }: CommandFolders,
): Spelling | undefined {
  if (runner !== 'npx' || cwd !== root) return undefined;
  const [name = '', ...args] = STAYS_LOCAL.includes(words[0] ?? '') ? words.slice(1) : words;
  if (!/^[a-z\d][\w.-]*$/i.test(name)) return undefined;
  return { argv: [name, ...args], file: path.join(root, 'node_modules/.bin', name) };
}
