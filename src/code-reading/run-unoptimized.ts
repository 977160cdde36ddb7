import { setFlagsFromString } from 'node:v8';

/**
 * The lexers of some grammars are single functions of 400 kB. Optimising one takes V8 seconds and 100 MB, which
 * delays the program's end; unoptimised they are fast enough. The flag applies to the whole process, so it is
 * restored; V8 reads it when a function is first compiled, which is when it is first called.
 */
export function runUnoptimized<Result>(work: () => Result): Result {
  setFlagsFromString('--wasm-tier-up-filter=0');
  const putBack = (): void => setFlagsFromString('--wasm-tier-up-filter=-1');
  let result: Result;
  try {
    result = work();
  } catch (error) {
    putBack();
    throw error;
  }
  if (result instanceof Promise) result.finally(putBack).catch(() => undefined);
  else putBack();
  return result;
}
