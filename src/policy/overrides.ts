type Tree = { readonly [key: string]: unknown };

/**
 * Merges a person's `tool-commands.yaml` over the shipped one: maps merge deeply, lists and single values replace,
 * and the lists of a `blacklist` only grow. Neither tree is checked here; an empty file changes nothing.
 */
export function withOverrides(shipped: unknown, own: unknown): unknown {
  return own === null || own === undefined ? shipped : mergeTrees(shipped, own, []);
}

function mergeTrees(below: unknown, over: unknown, path: readonly string[]): unknown {
  if (isTree(below) && isTree(over)) {
    const names = new Set([...Object.keys(below), ...Object.keys(over)]);
    // Not by assignment: a key called `__proto__` would then change the meaning of every other key.
    return Object.fromEntries(
      [...names].map((name) => [name, mergedAt(name, { below, over, path: [...path, name] })]),
    );
  }
  const grows = isBlacklist(path) && Array.isArray(below) && Array.isArray(over);
  return grows ? [...new Set<unknown>([...below, ...over])] : over;
}

interface Pair {
  readonly below: Tree;
  readonly over: Tree;
  readonly path: readonly string[];
}

function mergedAt(name: string, { below, over, path }: Pair): unknown {
  if (!Object.hasOwn(over, name)) return below[name];
  return Object.hasOwn(below, name) ? mergeTrees(below[name], over[name], path) : over[name];
}

/** By position, not by name alone: a command or sub-command may be called `blacklist`. */
function isBlacklist(path: readonly string[]): boolean {
  const global = path.length === 5 && path[3] === 'blacklist';
  return global || (path.length === 7 && path[3] === 'allowed' && path[5] === 'blacklist');
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
