/** What is made when it is first asked for: most starts have no use for it, and preparing statements takes time. */
export function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
