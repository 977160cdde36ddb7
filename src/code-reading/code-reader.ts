import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { messageOf } from '../base/failure.ts';
import type { CodeReader, Outline, SyntaxFault } from '../contracts/code.ts';
import { changedPieces, comesInPieces } from './changed-pieces.ts';
import { indentationOutline } from './indentation-outline.ts';
import { languageOf } from './languages.ts';

/** What is asked of the thread. */
export type Order =
  | { readonly kind: 'outline'; readonly path: string; readonly text: string }
  | { readonly kind: 'pieces'; readonly path: string; readonly pieces: readonly string[] }
  | {
      readonly kind: 'faults';
      readonly path: string;
      readonly before: string | undefined;
      readonly after: string;
    };

export type Found = Outline | readonly SyntaxFault[] | boolean;
export type Answer = { readonly value: Found } | { readonly error: string };

export interface CodeReaderParts {
  /** What the build made: `dist/code-reading`. */
  readonly folder: string;
  readonly limitMs?: number;
  /** The thread ends when nothing was asked for so long. */
  readonly idleMs?: number;
}

/** In UTF-16 code units. */
const MOST_CHARACTERS = 2_000_000;
const LIMIT_MS = 5_000;
const IDLE_MS = 5 * 60_000;
const MOST_MEMORY_MB = 512;

/**
 * A parser for whatever lies in a repository may take for ever or break: it has a thread of its own, which is started
 * for the first file, handles one at a time, and is ended when a file takes longer than `limitMs`.
 */
export function createCodeReader({
  folder,
  limitMs = LIMIT_MS,
  idleMs = IDLE_MS,
}: CodeReaderParts): CodeReader {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(join(folder, 'worker.cjs'), {
      workerData: folder,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB },
    });
    // Also a thread that fails between two questions is replaced, and ends nothing else.
    started.on('error', () => end(started));
    started.on('exit', () => end(started));
    return started;
  }

  function end(one: Worker | undefined): void {
    if (one !== undefined && one === worker) worker = undefined;
    void one?.terminate();
  }

  async function ask(order: Order): Promise<Answer> {
    clearTimeout(idle);
    const asked = worker ?? start();
    worker = asked;
    asked.ref();
    const answer = await answerOf(asked, order, limitMs);
    asked.unref();
    // What broke once may be half broken now.
    if ('error' in answer) end(asked);
    idle = setTimeout(() => end(worker), idleMs).unref();
    return answer;
  }

  /** One after the other: the limit is for a file, not for those before it. */
  function inTurn(order: Order): Promise<Answer> {
    const turn = last.then(() => ask(order));
    last = turn;
    return turn;
  }

  async function areSound(path: string, pieces: readonly string[]): Promise<boolean> {
    const answer = await inTurn({ kind: 'pieces', path, pieces });
    return 'value' in answer && answer.value === true;
  }

  return {
    begin(path) {
      if (languageOf(path)?.by === 'grammar') void areSound(path, []);
    },
    async outline(path, text): Promise<Outline> {
      const language = languageOf(path);
      if (language === undefined) return withoutGrammar(text, undefined);
      if (text.length > MOST_CHARACTERS) return withoutGrammar(text, 'it is larger than 2 MB');
      const answer = await inTurn({ kind: 'outline', path, text });
      // The thread answers an order in its kind.
      return 'value' in answer ? (answer.value as Outline) : withoutGrammar(text, answer.error);
    },
    async newFaults(path, before, after): Promise<readonly SyntaxFault[]> {
      const language = languageOf(path);
      if (language?.by !== 'grammar' || !isReadable(before ?? '', after)) return [];
      const pieces = comesInPieces(language.grammar) ? changedPieces(before ?? '', after) : undefined;
      // As sound as it was: the rest need not be read.
      if (pieces !== undefined && (await areSound(path, pieces))) return [];
      const answer = await inTurn({ kind: 'faults', path, before, after });
      return 'value' in answer ? (answer.value as readonly SyntaxFault[]) : [];
    },
  };
}

function isReadable(...texts: readonly string[]): boolean {
  return texts.every(({ length }) => length <= MOST_CHARACTERS);
}

function withoutGrammar(text: string, problem: string | undefined): Outline {
  return { language: undefined, items: indentationOutline(text), problem };
}

function answerOf(worker: Worker, order: Order, limitMs: number): Promise<Answer> {
  return new Promise((resolve) => {
    const settle = (answer: Answer): void => {
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
