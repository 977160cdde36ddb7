import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, type Node, visit } from './read-source.ts';

const TYPES: ReadonlySet<string> = new Set(['TSInterfaceDeclaration', 'TSTypeAliasDeclaration']);

/** A sentence for every exported type under `root` whose name another file exports as well: a search finds both. */
export function sharedTypeNamesIn(root: string): readonly string[] {
  const files = new Map<string, string[]>();
  for (const file of readdirSync(root, { recursive: true, encoding: 'utf8' }).toSorted()) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const name of exportedTypesIn(file, readFileSync(path.join(root, file), 'utf8')))
      files.set(name, [...(files.get(name) ?? []), file.split(path.sep).join('/')]);
  }
  return [...files].flatMap(([name, where]) =>
    where.length === 1
      ? []
      : [`${name} is exported by ${where.join(' and ')}. Call one of them what it is there.`],
  );
}

function exportedTypesIn(file: string, text: string): readonly string[] {
  const names: string[] = [];
  visit(parseSync(file, text).program, (node) => {
    if (
      node.type === 'ExportNamedDeclaration' &&
      isNode(node.declaration) &&
      TYPES.has(node.declaration.type)
    )
      names.push(nameOf(node.declaration));
  });
  return names;
}

function nameOf({ id }: Node): string {
  return isNode(id) && typeof id.name === 'string' ? id.name : '';
}
