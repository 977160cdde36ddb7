import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CodeReader, Outline, SyntaxFault } from '../contracts/code.ts';
import { MINUTE_MS } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import { createTimeLimitedRun, type TimeLimitedRun } from '../core/limited-work.ts';
import { createKeyedQueue } from '../core/work-queues.ts';
import { changedPieces, comesInPieces, keepsItsShape } from './changed-pieces.ts';
import type { Grammar } from './grammars.ts';
import { indentationOutline } from './indentation-outline.ts';
import { type GrammarName, languageOf } from './languages.ts';
import { runUnoptimized } from './run-unoptimized.ts';
import { isSoundCode } from './syntax-faults.ts';

/** In UTF-16 code units. */
const MAX_CHARACTERS = 2_000_000;

/** Parses in a thread of its own, but for the few lines that most edits change. */
export function createCodeReader(parts: ReaderThreadParts): CodeReader {
  const thread = createReaderThread(parts);
  const firstLook = createQuickSyntaxCheck({ folder: parts.folder });

  /** True when the changed part alone shows that the change is correct. */
  async function isPieceSound(path: string, before: string, after: string): Promise<boolean> {
    const grammar = grammarOfFile(path);
    const pieces = grammar && comesInPieces(grammar) ? changedPieces(before, after, grammar) : undefined;
    if (grammar === undefined || pieces === undefined) return false;
    if (isFewLines(pieces)) return firstLook.areSound(grammar, pieces);
    const answer = await thread.ask({ kind: 'pieces', path, pieces });
    return 'value' in answer && answer.value === true;
  }

  return {
    prepare(path, change) {
      const grammar = grammarOfFile(path);
      if (grammar === undefined) return;
      if (change !== undefined && keepsItsShape(change.search, change.replace, grammar)) return;
      if (change !== undefined && comesInPieces(grammar) && isFewLines([change.search, change.replace]))
        return firstLook.begin(grammar);
      thread.makeReady(grammar, { kind: 'pieces', path, pieces: [] });
    },
    async outline(path, text): Promise<Outline> {
      const language = languageOf(path);
      if (language === undefined) return withoutGrammar(text, undefined);
      if (text.length > MAX_CHARACTERS) return withoutGrammar(text, 'it is larger than 2 MB');
      const answer = await thread.ask({ kind: 'outline', path, text });
      // The thread answers an order in its kind.
      return 'value' in answer ? (answer.value as Outline) : withoutGrammar(text, answer.error);
    },
    async newFaults(path, before, after): Promise<readonly SyntaxFault[]> {
      const grammar = grammarOfFile(path);
      if (grammar === undefined || !isReadable(before ?? '', after)) return [];
      const old = before ?? '';
      // As sound as it was: the rest need not be read.
      if (keepsItsShape(old, after, grammar)) return [];
      if (await isPieceSound(path, old, after)) return [];
      const answer = await thread.ask({ kind: 'faults', path, before, after });
      return 'value' in answer ? (answer.value as readonly SyntaxFault[]) : [];
    },
  };
}

function grammarOfFile(path: string): GrammarName | undefined {
  const language = languageOf(path);
  return language?.by === 'grammar' ? language.grammar : undefined;
}

function isReadable(...texts: readonly string[]): boolean {
  return texts.every(({ length }) => length <= MAX_CHARACTERS);
}

function withoutGrammar(text: string, problem: string | undefined): Outline {
  return { language: undefined, items: indentationOutline(text), problem };
}

/** Looks at a few lines of code at once, without a thread of its own. */
interface QuickSyntaxCheck {
  /** Makes ready what reads such code; nothing depends on it. */
  begin(name: GrammarName): void;
  /** True when the grammar follows each of these pieces alone; false also when that took too long, or broke. */
  areSound(name: GrammarName, pieces: readonly string[]): Promise<boolean>;
}

interface QuickSyntaxCheckParts {
  /** What the build made: `dist/code-reading`. */
  readonly folder: string;
  readonly limitMs?: number;
}

/** Everything else waits for it. */
const LOOK_LIMIT_MS = 250;
/** In UTF-16 code units, of all pieces together. */
const MAX_PIECES = 8_000;

export function isFewLines(pieces: readonly string[]): boolean {
  return pieces.reduce((sum, { length }) => sum + length, 0) <= MAX_PIECES;
}

/** With it V8 compiles the lexer, which on a busy machine takes longer than anything may that is read. */
const MIN_LENGTH = 'a\n';

/**
 * Starting a thread takes longer than parsing what most edits change. Loaded grammars stay: the parser keeps its
 * memory as long as the program lives, and loading one again adds to it.
 */
export function createQuickSyntaxCheck({
  folder,
  limitMs = LOOK_LIMIT_MS,
}: QuickSyntaxCheckParts): QuickSyntaxCheck {
  const ready = new Map<GrammarName, Promise<Grammar>>();
  let grammars: ((name: GrammarName) => Promise<Grammar>) | undefined;
  let inTime: TimeLimitedRun | undefined;
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
    inTime ??= createTimeLimitedRun(limitMs);
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

/** Requests to the thread. */
export type ReadingOrder =
  | { readonly kind: 'outline'; readonly path: string; readonly text: string }
  | { readonly kind: 'pieces'; readonly path: string; readonly pieces: readonly string[] }
  | {
      readonly kind: 'faults';
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string;
    };

export type ThreadResult = Outline | readonly SyntaxFault[] | boolean;
export type ReadingAnswer = { readonly value: ThreadResult } | { readonly error: string };

interface ReaderThreadParts {
  /** What the build made: `dist/code-reading`. */
  readonly folder: string;
  readonly limitMs?: number;
  /** The thread ends when nothing was asked for so long. */
  readonly idleMs?: number;
}

interface ReaderThread {
  /** One after the other: the limit is for a file, not for those before it. */
  ask(order: ReadingOrder): Promise<ReadingAnswer>;
  /** Asks for nothing but what later orders need, once in the life of the thread. */
  makeReady(what: string, order: ReadingOrder): void;
}

const FILE_LIMIT_MS = 5_000;
const IDLE_MS = 5 * MINUTE_MS;
const MAX_MEMORY_MB = 512;

/**
 * Parsing arbitrary files may take for ever or crash: it has a thread of its own, which is started for the first
 * file, handles one at a time, and is ended when a file takes longer than `limitMs`.
 */
function createReaderThread({
  folder,
  limitMs = FILE_LIMIT_MS,
  idleMs = IDLE_MS,
}: ReaderThreadParts): ReaderThread {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  const queue = createKeyedQueue();
  /** Grammars that the thread has loaded, or is about to. */
  const ready = new Set<string>();

  function start(): Worker {
    const started = new Worker(join(folder, 'worker.cjs'), {
      workerData: folder,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    });
    // Also a thread that fails between two questions is replaced, and ends nothing else.
    started.on('error', () => end(started));
    started.on('exit', () => end(started));
    return started;
  }

  function end(one: Worker | undefined): void {
    if (one !== undefined && one === worker) {
      worker = undefined;
      ready.clear();
    }
    void one?.terminate();
  }

  async function ask(order: ReadingOrder): Promise<ReadingAnswer> {
    clearTimeout(idle);
    const asked = worker ?? start();
    worker = asked;
    asked.ref();
    const answer = await awaitAnswer(asked, order, limitMs);
    asked.unref();
    // After one crash the thread may be damaged.
    if ('error' in answer) end(asked);
    idle = setTimeout(() => end(worker), idleMs).unref();
    return answer;
  }

  const inTurn = (order: ReadingOrder): Promise<ReadingAnswer> => queue.run('', () => ask(order));

  return {
    ask: inTurn,
    makeReady(what, order) {
      if (ready.has(what)) return;
      ready.add(what);
      void inTurn(order);
    },
  };
}

function awaitAnswer(worker: Worker, order: ReadingOrder, limitMs: number): Promise<ReadingAnswer> {
  return new Promise((resolve) => {
    const settle = (answer: ReadingAnswer): void => {
      clearTimeout(timer);
      worker.off('message', settle);
      worker.off('error', failed);
      worker.off('exit', ended);
      resolve(answer);
    };
    const failed = (error: unknown): void => settle({ error: messageOf(error) });
    const ended = (): void => settle({ error: 'the parser ended' });
    const timer = setTimeout(() => settle({ error: `it took longer than ${limitMs} ms` }), limitMs);
    worker.on('message', settle);
    worker.on('error', failed);
    worker.on('exit', ended);
    worker.postMessage(order);
  });
}
