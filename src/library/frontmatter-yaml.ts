import type { CST } from 'yaml';
import { messageOf } from '../core/failure.ts';
import type { Json, JsonObject } from '../core/json.ts';

/** Pieces of YAML; a key with a short value is four. The parser compares each key of a map with each other. */
const MAX_PIECES = 2_000;
/** The parser calls itself for each level; near the end of the stack V8 ends the whole program, which nothing catches. */
const MAX_DEPTH = 32;
/** Names that would change all objects if such a value were copied carelessly. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** `invalid`: it is no YAML. `refused`: it is, and is not used. `why`: English, without a full stop. */
export type ReadYaml =
  | { readonly kind: 'read'; readonly tree: JsonObject }
  | { readonly kind: 'invalid' | 'refused'; readonly why: string };

/**
 * A map of plain values. Refuses what is too deep, has too many parts, repeats a name, refers to itself or names a
 * prototype. Never throws.
 */
export async function readYaml(text: string): Promise<ReadYaml> {
  const yaml = await import('yaml');
  try {
    const tokens = tokensOf(text, yaml);
    if (typeof tokens === 'string') return { kind: 'refused', why: tokens };
    const [document, second] = new yaml.Composer({ version: '1.2', uniqueKeys: true }).compose(tokens);
    if (document === undefined) return { kind: 'read', tree: {} };
    if (second !== undefined) return { kind: 'refused', why: 'it holds more than one document' };
    const [error] = document.errors;
    if (error !== undefined) {
      // A repeated name is unclear in any other reading as well. After another error it may be a misreading.
      const kind = error.code === 'DUPLICATE_KEY' ? 'refused' : 'invalid';
      return { kind, why: withLine(text, error) };
    }
    return treeOf(document.toJS({ mapAsMap: true, maxAliasCount: 0 }));
  } catch (error) {
    // Only the parser ran, and only on this text: any error is about the text.
    return { kind: 'refused', why: messageOf(error) };
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
    if (pieces > MAX_PIECES) return `it has more than ${MAX_PIECES} values, keys and signs`;
    if (parser.stack.length > MAX_DEPTH) return `it is nested deeper than ${MAX_DEPTH} levels`;
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
  if (!(tree instanceof Map)) return { kind: 'refused', why: 'it does not consist of `name: value`' };
  return { kind: 'read', tree: recordOf(tree) };
}

/** Throws Error for what JSON cannot hold, and for names of prototypes. */
function recordOf(map: ReadonlyMap<unknown, unknown>): JsonObject {
  return Object.fromEntries([...map].map(([key, value]) => [nameOf(key), toPlainJson(value)]));
}

function nameOf(key: unknown): string {
  if (typeof key === 'object' && key !== null) throw new Error('a key is a list or a map');
  const name = String(key);
  if (isPrototypeName(name)) throw new Error(`\`${name}\` cannot be a key`);
  return name;
}

function toPlainJson(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (value instanceof Map) return recordOf(value);
  throw new Error('a value is neither text, number, yes or no, list nor map');
}

export function isPrototypeName(name: string): boolean {
  return PROTOTYPE_NAMES.has(name);
}
