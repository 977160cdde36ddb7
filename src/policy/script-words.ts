import {
  baseName,
  innerCommands,
  type KnownCommands,
  MAX_COMMAND_DEPTH,
  runsOthers,
} from './command-names.ts';
import { type FoundCommand, type ReadLine, readLine } from './parse.ts';

/** A word that may name a file which is run, or read as a program. */
export interface ScriptWord {
  readonly word: string;
  /**
   * True for a program in path form, and for operands of a program that runs others; else only a file that looks like
   * a script counts.
   */
  readonly isSure: boolean;
}

export interface ScriptWords {
  readonly words: readonly ScriptWord[];
  /** Further folders that parts of the line may run in. */
  readonly folders: readonly string[];
}

/** They are not interpreters, but read a file that says what to run. */
const READS_SCRIPTS: ReadonlySet<string> = new Set(
  'make gmake just rake sed cmake ant gradle docker'.split(' '),
);

/** These run commands from a file that their words do not name. */
const READS_FILES: Readonly<Record<string, readonly string[]>> = {
  npm: ['package.json'],
  pnpm: ['package.json'],
  yarn: ['package.json'],
  bun: ['package.json'],
  make: ['GNUmakefile', 'makefile', 'Makefile'],
  gmake: ['GNUmakefile', 'makefile', 'Makefile'],
  just: ['justfile'],
  rake: ['Rakefile'],
};

/** Words of a line, including nested commands, that name files which a yes must be bound to. */
export function scriptWords(line: ReadLine, known: KnownCommands): ScriptWords {
  const words: ScriptWord[] = [];
  const folders: string[] = [];
  visitLine(line, 0);
  return { words, folders: [...new Set(folders)] };

  function visitLine({ commands, redirects }: ReadLine, depth: number): void {
    for (const { operator, target } of redirects) {
      if (operator.startsWith('<') && target !== '') words.push({ word: target, isSure: true });
    }
    for (const command of commands) visitCommand(command, depth);
  }

  function visitCommand(command: FoundCommand, depth: number): void {
    const [name = '', ...args] = command.words;
    const base = baseName(name, known.platform);
    folders.push(...foldersIn(base, args));
    words.push(...scriptCandidates(name, base, args));
    // A deeper line is refused anyway; see `findDenial`.
    if (depth >= MAX_COMMAND_DEPTH) return;
    const inner = innerCommands(command, known);
    for (const argv of inner.argvs) visitCommand({ words: argv, input: [] }, depth + 1);
    for (const text of inner.texts) visitText(text, depth + 1);
  }

  function visitText(text: string, depth: number): void {
    const reading = readLine(text);
    if (reading.kind === 'read') visitLine(reading, depth);
  }
}

function scriptCandidates(name: string, base: string, args: readonly string[]): readonly ScriptWord[] {
  const own = name.includes('/') ? [name] : [];
  const sure = [...own, ...(READS_FILES[base] ?? [])].map((word) => ({ word, isSure: true }));
  const isSure = runsOthers(base) || READS_SCRIPTS.has(base);
  return [...sure, ...args.flatMap(filesNamedBy).map((word) => ({ word, isSure }))];
}

/** `x.js`, `--config=x.js`, `-fx.mk`. */
function filesNamedBy(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word];
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : word.replace(/^-\w?/, '');
  return value === '' || value.startsWith('-') ? [] : [value];
}

/** `cd tools`, `make -C tools`. */
function foldersIn(name: string, args: readonly string[]): readonly string[] {
  if (name === 'cd' || name === 'pushd') return args.slice(0, 1);
  return args.filter((_, index) => /^(-C|--directory|--prefix|--cwd)$/.test(args[index - 1] ?? ''));
}
