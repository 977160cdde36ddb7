import { setFlagsFromString } from 'node:v8';

/**
 * The lexers of some grammars are single functions of 400 kB. To optimise one takes V8 seconds and 100 MB, and the end of
 * the program waits for that; unoptimised they are fast enough. The flag is the whole process's, so it is put back; it
 * is looked at when a function is first compiled, which is when it is first called.
 */
export function unoptimised<Result>(work: () => Result): Result {
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
