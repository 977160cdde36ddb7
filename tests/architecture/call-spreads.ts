import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, lineOf, type Node, visit } from './read-source.ts';

/** What is handed from part to part: spread into a call, it hides who gets what. Records of data may be copied so. */
const NAMES = 'parts|ports|host|deps|context|options';
const BAG = new RegExp(`^#?(${NAMES})$`);
/** In whatever way it is written. Most files have no such name, and need not be parsed. */
const MAY_NAME_BAG = new RegExp(`\\b(${NAMES})\\b|\\\\u`);

/**
 * A sentence for every place under `root` where an object literal that is an argument of a call, or of `new`, spreads
 * such a thing.
 */
export function callSpreadsIn(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .toSorted()
    .flatMap((file) => {
      const text = readFileSync(path.join(root, file), 'utf8');
      if (!(text.includes('...') && MAY_NAME_BAG.test(text))) return [];
      return spreadsOf(file, text).map(
        ({ line, name }) =>
          `src/${file}:${line} spreads ${name} into a call. Write out who gets what: one line for each thing.`,
      );
    });
}

type Spread = { readonly line: number; readonly name: string };

function spreadsOf(file: string, text: string): readonly Spread[] {
  const found: Spread[] = [];
  visit(parseSync(file, text).program, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    for (const bag of bagsIn(objectsIn(node.arguments)))
      found.push({ line: lineOf(bag, text), name: nameOf(bag) });
  });
  return found;
}

function objectsIn(args: unknown): readonly Node[] {
  return Array.isArray(args) ? args.filter(isNode).filter(({ type }) => type === 'ObjectExpression') : [];
}

/** Bags spread by the object literals among these nodes, at any depth. */
function bagsIn(nodes: unknown): readonly Node[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isNode).flatMap((node) => {
    switch (node.type) {
      case 'ObjectExpression':
        return bagsIn(node.properties);
      case 'Property':
        return bagsIn([node.value]);
      case 'SpreadElement':
        return BAG.test(nameOf(node)) ? [node] : [];
      default:
        return [];
    }
  });
}

/** `parts` of `...parts`, `#parts` of `...this.#parts`; empty for any other expression. */
function nameOf({ argument }: Node): string {
  if (!isNode(argument)) return '';
  const named = argument.type === 'MemberExpression' ? argument.property : argument;
  if (!isNode(named) || typeof named.name !== 'string') return '';
  return named.type === 'PrivateIdentifier' ? `#${named.name}` : named.name;
}
