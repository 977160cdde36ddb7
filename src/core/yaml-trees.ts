import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from './failure.ts';
import { sha256 } from './json.ts';

/**
 * The tree of a shipped YAML file as the build parsed it, or undefined: loading the parser would take longer than all
 * else that a start does. Trees are named by the hash of their text, so that of an edited file is never taken.
 */
export function readPrebuiltYaml(text: string, packageRoot: string): unknown {
  try {
    return JSON.parse(readFileSync(join(packageRoot, 'dist', 'yaml', `${sha256(text)}.json`), 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Offset of a value in its text; for a missing one, of the map or list that should contain it. */
export function offsetIn(
  document: { readonly contents: unknown; getIn(path: readonly PropertyKey[], keepsNode: true): unknown },
  path: readonly PropertyKey[],
): number {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range)) {
      return Number(node.range[0]);
    }
  }
  return 0;
}
