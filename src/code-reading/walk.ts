import type { Node, Tree } from 'web-tree-sitter';
import type { OutlineItem, OutlineKind } from '../contracts/code.ts';
import { holdsMembers } from './holds-members.ts';
import type { FoundDeclaration, LanguageRules, NodeContext } from './rule.ts';

const MAX_NAME_LENGTH = 200;

/** An entry, or a body of members, that may hold what follows. */
interface EnclosingItem {
  readonly place: NodeContext;
  readonly depth: number;
  /** Offset behind it. */
  readonly end: number;
}

const WHOLE_FILE: EnclosingItem = { place: 'file', depth: 0, end: Number.POSITIVE_INFINITY };

/** The declarations of a tree, in the order of the file; unparsed parts are searched, too. */
export function declarationsIn(tree: Tree, rules: LanguageRules): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  const holders: EnclosingItem[] = [];
  const types = [...Object.keys(rules.byType), ...(rules.bodies ?? [])];
  // Collected by the parser itself: to visit every node from here takes as long as to parse the file.
  const nodes = tree.rootNode.descendantsOfType(types).filter((node) => node !== null);
  // Keywords have types of the same names.
  for (const node of nodes.filter(({ isNamed }) => isNamed)) {
    while ((holders.at(-1) ?? WHOLE_FILE).end <= node.startIndex) holders.pop();
    const { item, holder } = read(node, rules, holders.at(-1) ?? WHOLE_FILE);
    if (item !== undefined) add(items, item);
    if (holder !== undefined) holders.push(holder);
  }
  return items;
}

interface NodeReading {
  readonly item?: OutlineItem;
  readonly holder?: EnclosingItem;
}

function read(
  node: Node,
  { byType, bodies = [] }: LanguageRules,
  { place, depth }: EnclosingItem,
): NodeReading {
  const isBody = bodies.includes(node.type);
  const found = byType[node.type]?.(node, place);
  const end = node.endIndex;
  if (found === undefined) return isBody ? { holder: { place: 'type', depth, end } } : {};
  return {
    item: itemOf(found, node, depth),
    holder: { place: isBody ? 'type' : placeIn(found.kind), depth: depth + 1, end },
  };
}

function placeIn(kind: OutlineKind): NodeContext {
  if (holdsMembers(kind)) return 'type';
  return kind === 'module' || kind === 'namespace' ? 'file' : 'code';
}

function itemOf(found: FoundDeclaration, node: Node, depth: number): OutlineItem {
  const { name, kind, whole = node, last = whole } = found;
  const { startPosition } = whole;
  const { endPosition, text } = last;
  return {
    name: name.replace(/\s+/g, ' ').slice(0, MAX_NAME_LENGTH),
    kind,
    start: startPosition.row + 1,
    end: Math.max(startPosition.row + 1, endPosition.row + 1 - blankRowsAtEnd(text)),
    depth,
  };
}

/** Some grammars count the line breaks behind a declaration as a part of it. */
function blankRowsAtEnd(text: string): number {
  return text.slice(text.trimEnd().length).split('\n').length - 1;
}

/** Two overloads on one line are one entry. */
function add(items: OutlineItem[], item: OutlineItem): void {
  const before = items.at(-1);
  const isSame = before?.name === item.name && before.kind === item.kind;
  if (!isSame || before.start !== item.start || before.end !== item.end) items.push(item);
}
