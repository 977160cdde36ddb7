import type { Language, Node, Tree, TreeCursor } from 'web-tree-sitter';
import type { OutlineItem, OutlineKind } from '../contracts/code.ts';
import type { Found, Place, Rule, Rules } from './rule.ts';

/** Nothing below such nodes is a declaration. */
const OPAQUE = /comment|string|heredoc|regex|char_literal|token_tree/;
/** In these, functions are methods. */
const HOLD_MEMBERS: ReadonlySet<OutlineKind> = new Set([
  'class',
  'enum',
  'extension',
  'impl',
  'interface',
  'object',
  'protocol',
  'record',
  'struct',
  'trait',
  'union',
]);
const LONGEST_NAME = 200;

/** What to do at the nodes of one language, by the number of their type. */
export interface Table {
  readonly rules: readonly (Rule | undefined)[];
  readonly isOpaque: readonly boolean[];
  readonly isBody: readonly boolean[];
}

export function tableOf(language: Language, { byType, bodies = [] }: Rules): Table {
  const types = language.types.map((name, id) => (language.nodeTypeIsNamed(id) ? name : ''));
  return {
    rules: types.map((name) => (Object.hasOwn(byType, name) ? byType[name] : undefined)),
    isOpaque: types.map((name) => OPAQUE.test(name) && !Object.hasOwn(byType, name)),
    isBody: types.map((name) => bodies.includes(name)),
  };
}

/** What is known at a node of those above it. */
interface Above {
  readonly place: Place;
  readonly depth: number;
}

/** The declarations of a tree, in the order of the file; what the grammar did not understand is looked through. */
export function declarationsIn(tree: Tree, table: Table): readonly OutlineItem[] {
  const items: OutlineItem[] = [];
  const above: Above[] = [];
  const cursor = tree.walk();
  let now: Above = { place: 'file', depth: 0 };
  for (;;) {
    const below = visit(cursor, table, { now, items });
    if (below !== undefined && cursor.gotoFirstChild()) {
      above.push(now);
      now = below;
      continue;
    }
    while (!cursor.gotoNextSibling()) {
      if (!cursor.gotoParent()) {
        cursor.delete();
        return items;
      }
      now = above.pop() ?? now;
    }
  }
}

/** What is known below this node; undefined where nothing below it counts. */
function visit(
  cursor: TreeCursor,
  table: Table,
  { now, items }: { readonly now: Above; readonly items: OutlineItem[] },
): Above | undefined {
  const type = cursor.nodeTypeId;
  if (table.isOpaque[type] === true) return undefined;
  const rule = table.rules[type];
  const isBody = table.isBody[type] === true;
  const below: Above = isBody ? { ...now, place: 'type' } : now;
  if (rule === undefined) return below;
  const node = cursor.currentNode;
  const found = rule(node, now.place);
  if (found === undefined) return below;
  add(items, itemOf(found, node, now.depth));
  return { place: isBody ? 'type' : placeIn(found.kind), depth: now.depth + 1 };
}

function placeIn(kind: OutlineKind): Place {
  if (HOLD_MEMBERS.has(kind)) return 'type';
  return kind === 'module' || kind === 'namespace' ? 'file' : 'code';
}

function itemOf(found: Found, node: Node, depth: number): OutlineItem {
  const { name, kind, whole = node, last = whole } = found;
  const { startPosition } = whole;
  const { endPosition, text } = last;
  return {
    name: name.replace(/\s+/g, ' ').slice(0, LONGEST_NAME),
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

/** A type and its other name may be one and the same. */
function add(items: OutlineItem[], item: OutlineItem): void {
  const before = items.at(-1);
  if (before?.name === item.name && before.start === item.start && before.end === item.end) return;
  items.push(item);
}
