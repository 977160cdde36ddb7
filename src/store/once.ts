/** Creates a value on first use: most starts do not need it, and preparing statements takes time. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
