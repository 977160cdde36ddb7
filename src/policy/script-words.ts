import { baseName, innerCommands, type KnownCommands, runsOthers } from './command-names.ts';
import { type FoundCommand, type ReadLine, readLine } from './parse.ts';

/** A word that may name a file which is run, or read as a program. */
export interface ScriptWord {
  readonly word: string;
  /** True for a program in path form and for what a program that runs others is given; else only a file that says so itself counts. */
  readonly isSure: boolean;
}

export interface ScriptWords {
  readonly words: readonly ScriptWord[];
  /** Folders that parts of the line may run in, besides its own. */
  readonly folders: readonly string[];
}

/** Commands inside commands are followed this deep, as for denials. */
const DEEPEST = 8;

/** Not interpreters, but they read a file that says what to run. */
const READS_SCRIPTS: ReadonlySet<string> = new Set(
  'make gmake just rake sed cmake ant gradle docker'.split(' '),
);

/** Words of a line, in its nested commands too, that a yes to it must be bound to as files. */
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
    if (name.includes('/')) words.push({ word: name, isSure: true });
    folders.push(...foldersIn(base, args));
    const isSure = runsOthers(base) || READS_SCRIPTS.has(base);
    words.push(...args.flatMap(namesIn).map((word) => ({ word, isSure })));
    if (depth >= DEEPEST) return;
    const inner = innerCommands(command, known);
    for (const argv of inner.argvs) visitCommand({ words: argv, input: [] }, depth + 1);
    for (const text of inner.texts) {
      const reading = readLine(text);
      if (reading.kind === 'read') visitLine(reading, depth + 1);
    }
  }
}

/** `x.js`, `--config=x.js`, `-fx.mk`. */
function namesIn(word: string): readonly string[] {
  if (!word.startsWith('-')) return [word];
  const value = word.includes('=') ? word.slice(word.indexOf('=') + 1) : word.replace(/^-\w?/, '');
  return value === '' || value.startsWith('-') ? [] : [value];
}

/** `cd tools`, `make -C tools`. */
function foldersIn(name: string, args: readonly string[]): readonly string[] {
  if (name === 'cd' || name === 'pushd') return args.slice(0, 1);
  return args.filter((_, index) => /^(-C|--directory|--prefix|--cwd)$/.test(args[index - 1] ?? ''));
}
