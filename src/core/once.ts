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
