import { posix } from 'node:path';
import type { WorkspaceState } from '../../contracts/checkpoints.ts';
import { type IgnoreRules, noIgnoreRules } from '../../files/ignore-rules.ts';
import { contentsOf, type Shadow } from './shadow.ts';
import { entriesOf } from './trees.ts';

/** The paths that git ignored in this state, according to its ignore rules. */
export async function pathsIgnoredIn(
  shadow: Shadow,
  state: WorkspaceState,
  paths: readonly string[],
): Promise<readonly string[]> {
  const files = [...(await entriesOf(shadow, state))].filter(
    ([path, { mode }]) => posix.basename(path) === '.gitignore' && (mode === '100644' || mode === '100755'),
  );
  const contents = await contentsOf(
    shadow,
    files.map(([, { hash }]) => hash),
  );
  const texts = new Map(
    files.map(([path, { hash }]) => [posix.dirname(path), contents.get(hash)?.toString('utf8') ?? '']),
  );
  return paths.filter((path) => isIgnored(path, texts));
}

/** @param texts of the ignore files, by their folder */
function isIgnored(path: string, texts: ReadonlyMap<string, string>): boolean {
  const names = path.split('/');
  let rules: IgnoreRules = noIgnoreRules().within('', texts.get('.') ?? '');
  for (const depth of names.keys()) {
    const part = names.slice(0, depth + 1).join('/');
    const isFolder = depth < names.length - 1;
    if (rules.ignores(part, isFolder)) return true;
    const text = texts.get(part);
    if (text !== undefined) rules = rules.within(part, text);
  }
  return false;
}
