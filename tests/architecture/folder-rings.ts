import { findRing } from './rings.ts';

export interface FolderRing {
  /** The folder whose sub-folders are in a ring; empty for the root. */
  readonly parent: string;
  /** The way round, with its first folder repeated at the end. */
  readonly ring: readonly string[];
}

/** One ring for each folder whose sub-folders import each other in a circle, at any depth. */
export function ringsOfFolders(imports: ReadonlyMap<string, readonly string[]>): readonly FolderRing[] {
  const siblings = new Map<string, Map<string, Set<string>>>();
  for (const [file, targets] of imports) {
    for (const target of targets) {
      const edge = siblingsOf(file, target);
      if (edge === undefined) continue;
      const graph = siblings.get(edge.parent) ?? new Map<string, Set<string>>();
      siblings.set(edge.parent, graph.set(edge.from, (graph.get(edge.from) ?? new Set()).add(edge.to)));
    }
  }
  return [...siblings].flatMap(([parent, graph]) => {
    const ring = findRing(new Map([...graph].map(([from, to]) => [from, [...to]])));
    return ring === undefined ? [] : [{ parent, ring }];
  });
}

interface Edge {
  readonly parent: string;
  readonly from: string;
  readonly to: string;
}

/** The two neighbouring folders that an import leads from and to; undefined where one of them is no folder. */
function siblingsOf(file: string, target: string): Edge | undefined {
  const [own, other] = [file.split('/'), target.split('/')];
  const depth = own.findIndex((part, index) => part !== other[index]);
  const [from, to] = [own[depth], other[depth]];
  if (from === undefined || to === undefined) return undefined;
  if (depth >= own.length - 1 || depth >= other.length - 1) return undefined;
  return { parent: own.slice(0, depth).join('/'), from, to };
}
