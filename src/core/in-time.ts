import { createContext, Script } from 'node:vm';
import { codeOf } from './failure.ts';
import { once } from './once.ts';

/**
 * Runs work in this thread, and interrupts it when it takes too long: then the result is undefined, and the work is
 * left half done.
 */
export type InTime = <Result>(work: () => Result) => { readonly result: Result } | undefined;

/** Endless loops of compiled code, and regular expressions that backtrack for ever, are interrupted as well. */
export function createInTime(limitMs: number): InTime {
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
