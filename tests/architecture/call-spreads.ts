import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { isNode, lineOf, type Node, visit } from './read-source.ts';

/** What is handed from part to part: spread into a call, it hides who gets what. Records of data may be copied so. */
const NAMES = 'parts|ports|host|deps|context|options|given|source';
const BAG = new RegExp(`^#?(${NAMES})$`);
/** Functions that make such a thing: `ofSettings()`. */
const MAKERS = '\\w*(?:Settings|Parts|Ports|Deps)';
const MAKER = new RegExp(`^${MAKERS}$`);
/** In whatever way it is written. Most files have no such name, and need not be parsed. */
const MAY_NAME_BAG = new RegExp(`\\b(?:${NAMES})\\b|\\b${MAKERS}\\(|\\\\u`);

/**
 * A sentence for every place under `root` where an object literal spreads such a thing, and is an argument of a call or
 * of `new`, or has a name that is one.
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
  const { program } = parseSync(file, text);
  const args: Node[] = [];
  const declared: Node[] = [];
  visit(program, (node) => {
    if (node.type === 'VariableDeclarator') declared.push(node);
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
    if (Array.isArray(node.arguments)) args.push(...node.arguments.filter(isNode));
  });
  const passed = namesIn(args);
  const passedOn = declared.filter(({ id }) => namesIn([id]).some((name) => passed.includes(name)));
  const found = new Set([...bagsIn(objectsIn(args)), ...bagsIn(objectsIn(passedOn.map(({ init }) => init)))]);
  return [...found]
    .map((bag) => ({ line: lineOf(bag, text), name: nameOf(bag) }))
    .toSorted((one, other) => one.line - other.line);
}

/** The names that are arguments, or stand or are spread in object literals that are. */
function namesIn(nodes: unknown): readonly string[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.filter(isNode).flatMap((node) => {
    switch (node.type) {
      case 'Identifier':
        return typeof node.name === 'string' ? [node.name] : [];
      case 'ObjectExpression':
        return namesIn(node.properties);
      case 'Property':
        return namesIn([node.value]);
      case 'SpreadElement':
        return namesIn([node.argument]);
      default:
        return [];
    }
  });
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
        return isBag(node) ? [node] : [];
      default:
        return [];
    }
  });
}

function isBag(spread: Node): boolean {
  const { argument } = spread;
  const pattern = isNode(argument) && argument.type === 'CallExpression' ? MAKER : BAG;
  return pattern.test(nameOf(spread));
}

/**
 * `parts` of `...parts`, `#parts` of `...this.#parts`, `ofSettings` of `...ofSettings()`; empty for any other expression.
 */
function nameOf({ argument }: Node): string {
  if (!isNode(argument)) return '';
  if (argument.type === 'CallExpression') return nameOf({ ...argument, argument: argument.callee });
  const named = argument.type === 'MemberExpression' ? argument.property : argument;
  if (!isNode(named) || typeof named.name !== 'string') return '';
  return named.type === 'PrivateIdentifier' ? `#${named.name}` : named.name;
}
