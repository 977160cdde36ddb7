import { createContext, Script } from 'node:vm';
import { Worker } from 'node:worker_threads';
import { codeOf, Failure, messageOf } from './failure.ts';
import { once } from './memoize.ts';

/**
 * Runs work in this thread, and interrupts it when it takes too long: then the result is undefined, and the work is
 * left half done.
 */
export type TimeLimitedRun = <Result>(work: () => Result) => { readonly result: Result } | undefined;

/** Endless loops of compiled code, and regular expressions that backtrack for ever, are interrupted as well. */
export function createTimeLimitedRun(limitMs: number): TimeLimitedRun {
  const inside: { work: () => void } = { work: () => undefined };
  // Only code inside `node:vm` can be interrupted, with everything that it calls. A context takes milliseconds, and
  // most starts never use it: it is made for the first work.
  const context = once(() => createContext(inside));
  const script = new Script('work()');
  return (work) => {
    const found: ReturnType<typeof work>[] = [];
    inside.work = () => void found.push(work());
    try {
      script.runInContext(context(), { timeout: limitMs });
    } catch (error) {
      if (codeOf(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    }
    return found.map((result) => ({ result }))[0];
  };
}

interface ThreadLimits {
  readonly limitMs: number;
  /** By how many bytes the whole program may grow meanwhile. */
  readonly mostGrowth: number;
}

interface ThreadTask extends ThreadLimits {
  /** Absolute path of a script of the build, which posts one message: the answer. */
  readonly script: string;
  /** The script's `workerData`. */
  readonly data: unknown;
}

const MAX_HEAP_MB = 512;
const LOOK_MS = 50;

/**
 * Reads untrusted data in a thread of its own: parsing it may take for ever, take all memory or crash. The thread is
 * ended after it.
 * @throws Failure `timeout` when it takes too long or too much, `stopped`
 */
export async function askThread<Answer>(task: ThreadTask, signal: AbortSignal): Promise<Answer> {
  if (signal.aborted) throw stoppedFailure();
  const worker = new Worker(task.script, {
    workerData: task.data,
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  try {
    return await awaitAnswer<Answer>(worker, signal, task);
  } finally {
    await worker.terminate();
  }
}

function stoppedFailure(): Failure {
  return new Failure('stopped', 'Reading it was stopped.');
}

function awaitAnswer<Answer>(
  worker: Worker,
  signal: AbortSignal,
  { limitMs, mostGrowth }: ThreadLimits,
): Promise<Answer> {
  const before = process.memoryUsage.rss();
  return new Promise((resolve, reject) => {
    const giveUp = (why: string | Failure): void => {
      settled();
      reject(typeof why === 'string' ? new Failure('timeout', why) : why);
    };
    const look = setInterval(() => {
      if (process.memoryUsage.rss() - before > mostGrowth) giveUp('Reading it takes too much memory.');
    }, LOOK_MS);
    const timer = setTimeout(() => giveUp(`Reading it takes longer than ${limitMs / 1000} s.`), limitMs);
    const stop = (): void => giveUp(stoppedFailure());
    const settled = (): void => {
      clearInterval(look);
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop);
    worker.once('message', (answer: Answer) => {
      settled();
      resolve(answer);
    });
    // Also emitted for a full heap, which ends only the thread.
    worker.once('error', (error: unknown) => giveUp(`Reading it failed (${messageOf(error)}).`));
    worker.once('exit', () => giveUp('Reading it ended early.'));
  });
}
