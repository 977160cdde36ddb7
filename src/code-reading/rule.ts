import type { Node } from 'web-tree-sitter';
import type { OutlineKind } from '../contracts/code.ts';

/** The declaration in a node of a syntax tree. */
export interface DeclarationMatch {
  readonly kind: OutlineKind;
  readonly name: string;
  /** The node whose lines count, where it is not the one that was asked about. */
  readonly whole?: Node | undefined;
  /** The node that it ends with, where that is not the end of the whole. */
  readonly last?: Node | undefined;
}

/** Context of a node: in a body of members, in statements of a function, or neither. */
export type NodeContext = 'file' | 'type' | 'code';

export type DeclarationRule = (node: Node, place: NodeContext) => DeclarationMatch | undefined;

/** How the declarations of one language are found. */
export interface LanguageRules {
  /** By the type of the node. */
  readonly byType: Readonly<Record<string, DeclarationRule>>;
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
export function namedRule(kind: OutlineKind): DeclarationRule {
  return (node) => declarationOf(kind, nameOf(node));
}

/** A function, or a method where it is a member. */
export function routine(nameIn: (node: Node) => string | undefined = nameOf): DeclarationRule {
  return (node, place) => declarationOf(routineKind(place), nameIn(node));
}

export function routineKind(place: NodeContext): OutlineKind {
  return place === 'type' ? 'method' : 'function';
}

/** Undefined for a declaration without a name. */
export function declarationOf(
  kind: OutlineKind,
  name: string | undefined,
  whole?: Node,
): DeclarationMatch | undefined {
  return name === undefined || name === '' ? undefined : { kind, name, whole };
}

export function nameOf(node: Node): string | undefined {
  return fieldOf(node, 'name')?.text;
}

export function fieldOf(node: Node, name: string): Node | undefined {
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

/**
 * Replaces syntax that is newer than a grammar, or a macro that no grammar can know, by spaces, so that the grammar
 * parses the rest. Lines and columns stay as they are.
 */
export function createMask(...patterns: readonly RegExp[]): (text: string) => string {
  return (text) => patterns.reduce((masked, pattern) => masked.replace(pattern, blank), text);
}

/** A string of a kind that the grammar does not know becomes one that it does, with nothing in it. */
export function emptied(pattern: RegExp, opening: string): (text: string) => string {
  return (text) =>
    text.replace(pattern, (all) => {
      const inside = blank(all.slice(opening.length, -1));
      return `${opening}${inside}"`;
    });
}

export function inOrder(...steps: readonly ((text: string) => string)[]): (text: string) => string {
  return (text) => steps.reduce((prepared, step) => step(prepared), text);
}

/** As many characters on as many lines. */
export function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}

/** How a language begins texts on lines of their own, up to a word alone on its line. */
interface HeredocStyle {
  /** Its groups `quoted` and `bare` hold the word. */
  readonly opener: RegExp;
  /** Permitted text before the word in its line. */
  readonly indent: RegExp;
}

interface Heredoc {
  /** Line of the opener, from 0, and its position in the line. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  /** Line of the word that ends it; the text is in between. */
  readonly end: number;
}

/** Contexts without an opener: a comment that shows one, a number that is shifted. */
const NOT_BEFORE = /(?:^|[\s;&|()])#|\(\((?:(?!\)\)).)*$/;

/** In the order of the file; an unterminated one does not count. */
export function heredocsIn(lines: readonly string[], { opener, indent }: HeredocStyle): readonly Heredoc[] {
  const places = placesOf(lines.map((line) => line.trimEnd().replace(indent, '')));
  const all: Heredoc[] = [];
  for (let line = 0; line < lines.length; line += 1) {
    let after = line;
    for (const match of (lines[line] ?? '').matchAll(opener)) {
      const end = closingLine(match, { places, after });
      if (end === undefined || NOT_BEFORE.test(match.input.slice(0, match.index))) continue;
      all.push({ line, from: match.index, to: match.index + match[0].length, end });
      after = end;
    }
    line = after;
  }
  return all;
}

function placesOf(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [line, words] of lines.entries()) {
    const known = places.get(words);
    if (known === undefined) places.set(words, [line]);
    else known.push(line);
  }
  return places;
}

function closingLine(
  { groups }: RegExpMatchArray,
  { places, after }: { readonly places: ReadonlyMap<string, readonly number[]>; readonly after: number },
): number | undefined {
  return places.get(groups?.quoted ?? groups?.bare ?? '')?.find((line) => line > after);
}

/** The same lines without these texts and what opens and ends them. */
export function withoutHeredocs(style: HeredocStyle): (text: string) => string {
  return (text) => {
    const lines = text.split('\n');
    for (const { line, from, to, end } of heredocsIn(lines, style)) {
      const opening = lines[line] ?? '';
      lines[line] = `${opening.slice(0, from)}${blank(opening.slice(from, to))}${opening.slice(to)}`;
      for (let inside = line + 1; inside <= end; inside += 1) lines[inside] = blank(lines[inside] ?? '');
    }
    return lines.join('\n');
  };
}

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

/** Are the functions in it methods? */
export function holdsMembers(kind: OutlineKind): boolean {
  return HOLD_MEMBERS.has(kind);
}
