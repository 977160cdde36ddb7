import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, lineOf, type Node, visit } from './read-source.ts';

/** Members that one interface or class may declare itself: what it extends or implements is counted where that is declared. */
const MAX_MEMBERS = 15;

/**
 * A sentence for every interface under `root` that declares too many members. A type that is written as an object counts
 * like an interface, and so do the public members of a class that implements none.
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

function membersOf(node: Node): number {
  const { type, body, typeAnnotation } = node;
  if (type === 'ClassDeclaration') return publicMembersOf(node);
  if (type === 'TSInterfaceDeclaration')
    return isNode(body) && Array.isArray(body.body) ? body.body.length : 0;
  if (type !== 'TSTypeAliasDeclaration' || !isNode(typeAnnotation)) return 0;
  return Array.isArray(typeAnnotation.members) ? typeAnnotation.members.length : 0;
}

function publicMembersOf({ body, implements: roles }: Node): number {
  if (!isNode(body) || !Array.isArray(body.body) || (Array.isArray(roles) && roles.length > 0)) return 0;
  return body.body.filter(
    (member) =>
      isNode(member) &&
      member.kind !== 'constructor' &&
      !(isNode(member.key) && member.key.type === 'PrivateIdentifier'),
  ).length;
}

function nameOf({ id }: Node): string {
  return isNode(id) && typeof id.name === 'string' ? id.name : '';
}
