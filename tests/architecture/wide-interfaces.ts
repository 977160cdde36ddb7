import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, lineOf, type Node, visit } from './read-source.ts';

/** Members that one interface may declare itself: what it extends is counted where that is declared. */
const MAX_MEMBERS = 15;

/**
 * A sentence for every interface under `root` that declares too many members. A type that is written as an object counts
 * like an interface.
 */
export function wideInterfacesIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) => wideIn(file.split(path.sep).join('/'), readFileSync(path.join(root, file), 'utf8')));
}

function wideIn(file: string, text: string): readonly string[] {
  // Each member ends in one: most files need not be parsed.
  if (text.split(/[;,]/).length <= MAX_MEMBERS) return [];
  const found: string[] = [];
  visit(parseSync(file, text).program, (node) => {
    const members = membersOf(node);
    if (members > MAX_MEMBERS)
      found.push(
        `src/${file}:${lineOf(node, text)} ${nameOf(node)} declares ${members} members, at most ${MAX_MEMBERS} are allowed. Cut it into parts that callers take as a whole, or into roles that they name and that it extends.`,
      );
  });
  return found;
}

function membersOf({ type, body, typeAnnotation }: Node): number {
  if (type === 'TSInterfaceDeclaration')
    return isNode(body) && Array.isArray(body.body) ? body.body.length : 0;
  if (type !== 'TSTypeAliasDeclaration' || !isNode(typeAnnotation)) return 0;
  return Array.isArray(typeAnnotation.members) ? typeAnnotation.members.length : 0;
}

function nameOf({ id }: Node): string {
  return isNode(id) && typeof id.name === 'string' ? id.name : '';
}
