import { createInTime, type InTime } from '../core/in-time.ts';
import type { Grammar } from './grammars.ts';
import type { GrammarName } from './languages.ts';
import { runUnoptimized } from './run-unoptimized.ts';
import { isSoundCode } from './syntax-faults.ts';

/** Looks at a few lines of code at once, without a thread of its own. */
export interface FirstLook {
  /** Makes ready what reads such code; nothing depends on it. */
  begin(name: GrammarName): void;
  /** True when the grammar follows each of these pieces alone; false also when that took too long, or broke. */
  areSound(name: GrammarName, pieces: readonly string[]): Promise<boolean>;
}

export interface FirstLookParts {
  /** What the build made: `dist/code-reading`. */
  readonly folder: string;
  readonly limitMs?: number;
}

/** Everything else waits for it. */
const LIMIT_MS = 250;
/** In UTF-16 code units, of all pieces together. */
const MAX_CHARACTERS = 8_000;

export function isFewLines(pieces: readonly string[]): boolean {
  return pieces.reduce((sum, { length }) => sum + length, 0) <= MAX_CHARACTERS;
}

/** With it V8 compiles the lexer, which on a busy machine takes longer than anything may that is read. */
const MIN_LENGTH = 'a\n';

/**
 * Starting a thread takes longer than parsing what most edits change. Loaded grammars stay: the parser keeps its
 * memory as long as the program lives, and loading one again adds to it.
 */
export function createFirstLook({ folder, limitMs = LIMIT_MS }: FirstLookParts): FirstLook {
  const ready = new Map<GrammarName, Promise<Grammar>>();
  let grammars: ((name: GrammarName) => Promise<Grammar>) | undefined;
  let inTime: InTime | undefined;
  /**
   * There is one parser in this thread: what was broken off in its middle, or broke, has left it half done for good.
   */
  let isBroken = false;

  async function load(name: GrammarName): Promise<Grammar> {
    const { createGrammars, withTree } = await import('./grammars.ts');
    grammars ??= createGrammars(folder);
    const grammar = await grammars(name);
    if (!isBroken) runUnoptimized(() => withTree(grammar, MIN_LENGTH, () => undefined));
    return grammar;
  }

  function grammarOf(name: GrammarName): Promise<Grammar> {
    const known = ready.get(name) ?? load(name);
    ready.set(name, known);
    return known;
  }

  /** A file that is missing may be there the next time. */
  function forget(): void {
    ready.clear();
    grammars = undefined;
  }

  async function look(grammar: Grammar, pieces: readonly string[]): Promise<boolean> {
    const { withTree } = await import('./grammars.ts');
    const isSound = (piece: string): boolean => withTree(grammar, piece, isSoundCode);
    inTime ??= createInTime(limitMs);
    if (isBroken) return false;
    isBroken = true;
    const found = inTime(() => runUnoptimized(() => pieces.every(isSound)));
    isBroken = found === undefined;
    return found?.result === true;
  }

  return {
    begin(name) {
      // Deferred: the caller first has to start other work.
      if (!isBroken) setImmediate(() => void grammarOf(name).catch(forget));
    },
    async areSound(name, pieces) {
      if (isBroken) return false;
      const grammar = await grammarOf(name).catch(forget);
      return grammar !== undefined && look(grammar, pieces).catch(() => false);
    },
  };
}
