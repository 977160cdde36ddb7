import type { Grammar } from './grammars.ts';
import { createInTime, type InTime } from './in-time.ts';
import type { GrammarName } from './languages.ts';
import { unoptimised } from './unoptimised.ts';

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
  /** The grammars are forgotten when nothing was asked for so long. */
  readonly idleMs?: number | undefined;
}

/** Everything else waits for it. The lexer of C++ alone takes a fifth of it to compile. */
const LIMIT_MS = 250;
const IDLE_MS = 5 * 60_000;
/** In UTF-16 code units, of all pieces together. */
const MOST_CHARACTERS = 8_000;

type Grammars = (name: GrammarName) => Promise<Grammar>;

export function isFewLines(pieces: readonly string[]): boolean {
  return pieces.reduce((sum, { length }) => sum + length, 0) <= MOST_CHARACTERS;
}

/** To start a thread takes longer than to read what most edits change. */
export function createFirstLook({ folder, limitMs = LIMIT_MS, idleMs = IDLE_MS }: FirstLookParts): FirstLook {
  let grammars: Promise<Grammars> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let inTime: InTime | undefined;

  function forget(): void {
    grammars = undefined;
  }

  async function open(): Promise<Grammars> {
    const { createGrammars } = await import('./grammars.ts');
    return createGrammars(folder);
  }

  async function grammar(name: GrammarName): Promise<Grammar> {
    clearTimeout(idle);
    idle = setTimeout(forget, idleMs).unref();
    grammars ??= open();
    return (await grammars)(name);
  }

  async function look(name: GrammarName, pieces: readonly string[]): Promise<boolean> {
    const ready = await grammar(name);
    const { withTree } = await import('./grammars.ts');
    const isSound = (piece: string): boolean => withTree(ready, piece, ({ tree }) => !tree.rootNode.hasError);
    inTime ??= createInTime(limitMs);
    const found = inTime(() => unoptimised(() => pieces.every(isSound)));
    if (found === undefined) forget();
    return found?.result === true;
  }

  return {
    begin(name) {
      // Whoever says so has work of its own to hand out first.
      setImmediate(() => void grammar(name).catch(forget));
    },
    areSound: (name, pieces) =>
      look(name, pieces).catch(() => {
        // What broke once may be half broken now.
        forget();
        return false;
      }),
  };
}
