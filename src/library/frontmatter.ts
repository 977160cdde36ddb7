import type { CST } from 'yaml';
import { messageOf } from '../base/failure.ts';
import type { Json, JsonObject } from '../base/json.ts';
import { oneLine } from '../base/text.ts';

/** Longest frontmatter, in UTF-16 code units. What people write has hundreds. */
const MOST_CHARACTERS = 16_384;
/** Pieces of YAML; a key with a short value is four. The parser compares each key of a map with each other. */
const MOST_PIECES = 2_000;
/** The parser calls itself for each level; near the end of the stack V8 ends the whole program, which nothing catches. */
const DEEPEST = 32;
const LONGEST_REASON = 160;
/** Names that lead to what all objects share, wherever somebody copies such a value carelessly. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** A file that people write for a model: what it says about itself, then the text. */
export interface MarkdownFile {
  /** Plain values only; empty when there is none, or none that could be read. */
  readonly frontmatter: JsonObject;
  /** With `\n` between lines; without the blank lines that follow the frontmatter. */
  readonly body: string;
  /** English, a sentence for whoever wrote the file: why the frontmatter counts as empty. */
  readonly warning?: string;
}

/**
 * The frontmatter of a markdown file: YAML between a first line `---` and the next line that is `---`. Whoever wrote it
 * is not trusted: what is too long, too deep, refers to itself or names a prototype is not read. Never throws.
 */
export async function readFrontmatter(text: string): Promise<MarkdownFile> {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const parts = split(lines);
  if (parts.kind === 'none') return { frontmatter: {}, body: lines };
  if (parts.kind === 'open') return left(lines, 'its first line is `---`, and no other line ends it');
  const body = parts.body.replace(/^(?:[ \t]*\n)+/, '');
  if (parts.yaml.length > MOST_CHARACTERS) {
    return left(body, `it has more than ${MOST_CHARACTERS} characters`);
  }
  const read = await readYaml(parts.yaml);
  return read.kind === 'read' ? { frontmatter: read.tree, body } : left(body, read.why);
}

/**
 * The names in a field such as `tools` or `allowed-tools`, which people write as a list or as one text with commas:
 * `Read, Bash(git:*)`. Commas within parentheses separate nothing. Empty for anything else.
 */
export function namesIn(value: Json | undefined): readonly string[] {
  const texts = typeof value === 'string' ? splitNames(value) : Array.isArray(value) ? value : [];
  return texts.flatMap((one) => (typeof one === 'string' && one.trim() !== '' ? [one.trim()] : []));
}

function left(body: string, why: string): MarkdownFile {
  return {
    frontmatter: {},
    body,
    warning: `The frontmatter cannot be used: ${oneLine(why, LONGEST_REASON)}.`,
  };
}

type Parts =
  | { readonly kind: 'none' }
  | { readonly kind: 'open' }
  | { readonly kind: 'both'; readonly yaml: string; readonly body: string };

function split(text: string): Parts {
  const [opening] = /^---[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (opening === undefined) return { kind: 'none' };
  const closing = /^---[ \t]*(?:\n|$(?![\s\S]))/m;
  const rest = text.slice(opening.length);
  const end = closing.exec(rest);
  if (end === null) return { kind: 'open' };
  return { kind: 'both', yaml: rest.slice(0, end.index), body: rest.slice(end.index + end[0].length) };
}

function splitNames(text: string): readonly string[] {
  const names = [''];
  let depth = 0;
  for (const character of text) {
    if (character === '(') depth += 1;
    if (character === ')') depth = Math.max(0, depth - 1);
    if (character === ',' && depth === 0) names.push('');
    else names.push((names.pop() ?? '') + character);
  }
  return names;
}

type ReadYaml =
  | { readonly kind: 'read'; readonly tree: JsonObject }
  | { readonly kind: 'unread'; readonly why: string };

async function readYaml(text: string): Promise<ReadYaml> {
  const yaml = await import('yaml');
  try {
    const tokens = tokensOf(text, yaml);
    if (typeof tokens === 'string') return { kind: 'unread', why: tokens };
    const [document, second] = new yaml.Composer({ version: '1.2', uniqueKeys: true }).compose(tokens);
    if (document === undefined) return { kind: 'read', tree: {} };
    if (second !== undefined) return { kind: 'unread', why: 'it holds more than one document' };
    const [error] = document.errors;
    if (error !== undefined) return { kind: 'unread', why: withLine(text, error) };
    return treeOf(document.toJS({ mapAsMap: true, maxAliasCount: 0 }));
  } catch (error) {
    // Only the parser ran, and only on this text: whatever it threw is about the text.
    return { kind: 'unread', why: messageOf(error) };
  }
}

/** The syntax of a text, level by level without recursion; a text says why it is not followed to its end. */
function tokensOf(text: string, { Lexer, Parser }: typeof import('yaml')): readonly CST.Token[] | string {
  const parser = new Parser();
  const tokens: CST.Token[] = [];
  let pieces = 0;
  for (const piece of new Lexer().lex(text)) {
    tokens.push(...parser.next(piece));
    pieces += 1;
    if (pieces > MOST_PIECES) return `it has more than ${MOST_PIECES} values, keys and signs`;
    if (parser.stack.length > DEEPEST) return `it is nested deeper than ${DEEPEST} levels`;
  }
  tokens.push(...parser.end());
  return tokens;
}

function withLine(
  text: string,
  { message, pos }: { message: string; pos: readonly [number, number] },
): string {
  // The opening `---` is the file's first line.
  return `line ${text.slice(0, pos[0]).split('\n').length + 1}: ${message}`;
}

function treeOf(tree: unknown): ReadYaml {
  if (tree === null) return { kind: 'read', tree: {} };
  if (!(tree instanceof Map)) return { kind: 'unread', why: 'it does not consist of `name: value`' };
  return { kind: 'read', tree: recordOf(tree) };
}

/** Throws Error for what JSON cannot hold, and for names of prototypes. */
function recordOf(map: ReadonlyMap<unknown, unknown>): JsonObject {
  return Object.fromEntries([...map].map(([key, value]) => [nameOf(key), plain(value)]));
}

function nameOf(key: unknown): string {
  if (typeof key === 'object' && key !== null) throw new Error('a key is a list or a map');
  const name = String(key);
  if (PROTOTYPE_NAMES.has(name)) throw new Error(`\`${name}\` cannot be a key`);
  return name;
}

function plain(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (value instanceof Map) return recordOf(value);
  throw new Error('a value is neither text, number, yes or no, list nor map');
}
