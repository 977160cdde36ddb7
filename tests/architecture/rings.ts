/** One ring in a graph of names, as the way round it (first name repeated at the end), or undefined. */
export function findRing(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const clear = new Set<string>();
  const way: string[] = [];
  function walk(name: string): string[] | undefined {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (clear.has(name)) return undefined;
    way.push(name);
    for (const next of graph.get(name) ?? []) {
      const ring = walk(next);
      if (ring !== undefined) return ring;
    }
    way.pop();
    clear.add(name);
    return undefined;
  }
  for (const name of graph.keys()) {
    const ring = walk(name);
    if (ring !== undefined) return ring;
  }
  return undefined;
}
