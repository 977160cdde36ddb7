import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, lineOf, type Node, visit } from './read-source.ts';

/** Members that one interface may declare itself: what it extends is counted where that is declared. */
const MOST_MEMBERS = 15;

/** Interfaces that may be wider, as file and name, with the reason of each. */
export const WIDE: Readonly<Record<string, string>> = {
  'processes/command-record.ts CommandRecords':
    'a method or two for each file of a record; one class uses them all',
};

/**
 * A sentence for every interface under `root` that declares too many members and is not in the list, and for every one
 * in the list that needs it no more. A type that is written as an object counts like an interface.
 */
export function wideInterfacesIn(root: string, allowed: Readonly<Record<string, string>>): readonly string[] {
  const wide = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) => wideIn(file.split(path.sep).join('/'), readFileSync(path.join(root, file), 'utf8')));
  const known = new Set(wide.map(({ place }) => place));
  return [
    ...wide
      .filter(({ place }) => !(place in allowed))
      .map(
        ({ place, line, members }) =>
          `src/${place.replace(' ', `:${line} `)} declares ${members} members, at most ${MOST_MEMBERS} are allowed. Cut it into roles that callers name, and join these by extends.`,
      ),
    ...Object.keys(allowed)
      .filter((place) => !known.has(place))
      .map((place) => `${place} is in the list of wide interfaces, and is not one. Take it out.`),
  ];
}

/** `place`: its file and its name, as in the list. */
type WideInterface = { readonly place: string; readonly line: number; readonly members: number };

function wideIn(file: string, text: string): readonly WideInterface[] {
  // Each member ends in one: most files need not be parsed.
  if (text.split(/[;,]/).length <= MOST_MEMBERS) return [];
  const found: WideInterface[] = [];
  visit(parseSync(file, text).program, (node) => {
    const members = membersOf(node);
    if (members > MOST_MEMBERS)
      found.push({ place: `${file} ${nameOf(node)}`, line: lineOf(node, text), members });
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
