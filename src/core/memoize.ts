/** Enough for the files of one project. */
const MAX_KEPT = 20_000;

/**
 * Caches answers by text. Only for functions that depend on the text alone.
 * @param mostKept how many answers are kept; then the cache is emptied
 */
export function memoize<Answer>(
  workOut: (text: string) => Answer,
  mostKept = MAX_KEPT,
): (text: string) => Answer {
  const known = new Map<string, { readonly answer: Answer }>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before.answer;
    if (known.size >= mostKept) known.clear();
    const answer = workOut(text);
    known.set(text, { answer });
    return answer;
  };
}

/**
 * Creates a value on first use, and keeps it: most starts need few of them. When `make` throws, the next use tries
 * again; a promise is kept, also one that was rejected.
 */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
