import type { Node } from 'web-tree-sitter';
import type { OutlineKind } from '../contracts/code.ts';

/** The declaration in a node of a syntax tree. */
export interface FoundDeclaration {
  readonly kind: OutlineKind;
  readonly name: string;
  /** The node whose lines count, where it is not the one that was asked about. */
  readonly whole?: Node | undefined;
  /** The node that it ends with, where that is not the end of the whole. */
  readonly last?: Node | undefined;
}

/** Context of a node: in a body of members, in statements of a function, or neither. */
export type NodeContext = 'file' | 'type' | 'code';

export type Rule = (node: Node, place: NodeContext) => FoundDeclaration | undefined;

/** How the declarations of one language are found. */
export interface Rules {
  /** By the type of the node. */
  readonly byType: Readonly<Record<string, Rule>>;
  /** Nodes in which functions are methods, though they declare nothing themselves. */
  readonly bodies?: readonly string[];
  /** Returns a text of the same lines that the grammar parses better. */
  readonly prepare?: (text: string) => string;
  /** Returns another text of the same lines, for parts that the grammar could not parse in the first one. */
  readonly again?: (text: string) => string;
  /** Words that go on with what began before, each where a line begins with it; missing: `else`. */
  readonly goingOn?: RegExp;
  /** Every block has something in it. */
  readonly hasFilledBlocks?: boolean;
  /** The language has `#if`. */
  readonly hasConditionals?: boolean;
}

/** A declaration that has its name in the field for it. */
export function namedRule(kind: OutlineKind): Rule {
  return (node) => found(kind, nameOf(node));
}

/** A function, or a method where it is a member. */
export function routine(nameIn: (node: Node) => string | undefined = nameOf): Rule {
  return (node, place) => found(routineKind(place), nameIn(node));
}

export function routineKind(place: NodeContext): OutlineKind {
  return place === 'type' ? 'method' : 'function';
}

/** Undefined for a declaration without a name. */
export function found(
  kind: OutlineKind,
  name: string | undefined,
  whole?: Node,
): FoundDeclaration | undefined {
  return name === undefined || name === '' ? undefined : { kind, name, whole };
}

export function nameOf(node: Node): string | undefined {
  return field(node, 'name')?.text;
}

export function field(node: Node, name: string): Node | undefined {
  return node.childForFieldName(name) ?? undefined;
}

/** First child of this type, keywords included. */
export function childOf(node: Node, ...types: readonly string[]): Node | undefined {
  return node.children.find((child) => child !== null && types.includes(child.type)) ?? undefined;
}

/** The child that follows the first one of this type. */
export function childAfter(node: Node, type: string): Node | undefined {
  return childOf(node, type)?.nextSibling ?? undefined;
}

/** The statement around a declarator, if it declares nothing else. */
export function wholeStatement(declarator: Node): Node {
  const parent = declarator.parent;
  if (parent === null) return declarator;
  return parent.namedChildren.filter((child) => child?.type === declarator.type).length === 1
    ? parent
    : declarator;
}
