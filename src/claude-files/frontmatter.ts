import type { CST } from 'yaml';
import { messageOf } from '../core/failure.ts';
import type { Json, JsonObject } from '../core/json.ts';
import { indentWidth, oneLine } from '../core/text.ts';

/** Longest frontmatter, in UTF-16 code units. Usual ones have hundreds. */
const MAX_CHARACTERS = 16_384;
const MAX_REASON_LENGTH = 160;

/** A file that people write for a model: what it says about itself, then the text. */
interface MarkdownFile {
  /** Plain values only; empty when it is missing or unreadable. */
  readonly frontmatter: JsonObject;
  /** With `\n` between lines; without the blank lines that follow the frontmatter. */
  readonly body: string;
  /**
   * English, a sentence for the file's author: why the frontmatter counts as empty or, when it is not, why it was
   * read line by line.
   */
  readonly warning?: string;
}

/**
 * The frontmatter of a markdown file: YAML between a first line `---` and the next line that is `---`. Invalid YAML
 * is read line by line, if that is unambiguous. Authors are not trusted: what is too long, too deep, refers to itself
 * or names a prototype is not read. Never throws.
 */
export async function readFrontmatter(text: string): Promise<MarkdownFile> {
  const lines = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const parts = splitFrontmatter(lines);
  if (parts.kind === 'none') return { frontmatter: {}, body: lines };
  if (parts.kind === 'open')
    return ignoreFrontmatter(lines, 'its first line is `---`, and no other line ends it');
  const body = parts.body.replace(/^(?:[ \t]*\n)+/, '');
  if (parts.yaml.length > MAX_CHARACTERS) {
    return ignoreFrontmatter(body, `it has more than ${MAX_CHARACTERS} characters`);
  }
  const read = await readYaml(parts.yaml);
  if (read.kind === 'read') return { frontmatter: read.tree, body };
  const byLines = read.kind === 'invalid' ? await readByLines(parts.yaml) : undefined;
  if (byLines === undefined) return ignoreFrontmatter(body, read.why);
  const why = oneLine(read.why, MAX_REASON_LENGTH);
  return {
    frontmatter: byLines,
    body,
    warning: `The frontmatter is no YAML (${why}) and was read line by line. Put values that hold a colon or brackets in quotes.`,
  };
}

/**
 * The names in a field such as `tools` or `allowed-tools`, which people write as a list, as one text with commas, or as
 * a list of such texts: `Read, Bash(git:*)`. Commas within parentheses separate nothing. Empty for anything else.
 */
export function parseNames(value: Json | undefined): readonly string[] {
  const texts: readonly Json[] = Array.isArray(value) ? value : [value ?? null];
  return texts
    .flatMap((one) => (typeof one === 'string' ? splitNames(one) : []))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function ignoreFrontmatter(body: string, why: string): MarkdownFile {
  return {
    frontmatter: {},
    body,
    warning: `The frontmatter cannot be used: ${oneLine(why, MAX_REASON_LENGTH)}.`,
  };
}

type FrontmatterParts =
  | { readonly kind: 'none' }
  | { readonly kind: 'open' }
  | { readonly kind: 'both'; readonly yaml: string; readonly body: string };

function splitFrontmatter(text: string): FrontmatterParts {
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

/** A name, a colon, its value. A value may follow the colon without a space, unless it is an address or a path. */
const KEY_LINE = /^([A-Za-z][\w-]*)[ \t]*:(?![:/])[ \t]*(.*)$/;
const WITHOUT_BLANK = /^[^:]*:\S/;
const INDENTED = /^[ \t]/;
const COMMENT = /^#/;
const ITEM = /^[ \t]*-(?:[ \t]+(.*))?$/;
/** Read as part of a description, a line that was to narrow something would widen it. */
const NARROWING = /^[ \t]*["']?(?:tools|allowed-tools|model|limits)["']?[ \t]*:/;
/** How a text of several lines begins in YAML; it is not part of that text. */
const BLOCK = /^[|>][-+0-9]*$/;

/** The lines of one key. */
interface FrontmatterEntry {
  readonly key: string;
  /** On the line of the key. */
  readonly value: string;
  /** The unchanged lines, the key's own first. */
  readonly lines: string[];
}

/**
 * Reads a header that is not valid YAML as its author meant it: each line is a name and, after the first colon, its
 * value; indented lines continue the one above, lines with `- ` are a list. Values that are valid YAML are parsed as
 * such, the others are text, with quotes, `#` and all. Undefined when that is not clear either. Never throws.
 */
async function readByLines(text: string): Promise<JsonObject | undefined> {
  const entries = splitEntries(text);
  if (entries === undefined) return undefined;
  const read = new Map<string, Json>();
  for (const entry of entries) {
    if (isPrototypeName(entry.key) || read.has(entry.key)) return undefined;
    const value = await readEntry(entry);
    if (value === undefined) return undefined;
    read.set(entry.key, value);
  }
  return Object.fromEntries(read);
}

function splitEntries(text: string): readonly FrontmatterEntry[] | undefined {
  const entries: FrontmatterEntry[] = [];
  for (const line of text.split('\n')) {
    if (COMMENT.test(line)) continue;
    const [, key, value = ''] = KEY_LINE.exec(line) ?? [];
    const last = entries.at(-1);
    if (key !== undefined) entries.push({ key, value: value.trimEnd(), lines: [line] });
    else if (last !== undefined && isContinuation(line, last)) last.lines.push(line);
    else if (line.trim() !== '') return undefined;
  }
  return entries;
}

function isContinuation(line: string, { value }: FrontmatterEntry): boolean {
  if (line.trim() === '') return true;
  return INDENTED.test(line) ? !NARROWING.test(line) : ITEM.test(line) && value === '';
}

/** Undefined when it is neither YAML nor clearly a text or a list of texts. */
async function readEntry({ key, value, lines }: FrontmatterEntry): Promise<Json | undefined> {
  const more = lines.slice(1).filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  // For YAML `name:value` has no key, or another one.
  if (!WITHOUT_BLANK.test(first)) {
    const alone = await readYaml(lines.join('\n'));
    if (alone.kind === 'read') return alone.tree[key];
    if (alone.kind === 'refused') return undefined;
  }
  const [item = ''] = more;
  return value === '' && ITEM.test(item) ? parseList(more) : joinLines([value, ...more]);
}

/** One line, joined as in YAML. */
function joinLines(lines: readonly string[]): string | undefined {
  const text = lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join(' ');
  return BLOCK.test(lines[0] ?? '') || isOpen(text) ? undefined : text;
}

/** A quotation or a list that does not end: its intended end is unknown. */
function isOpen(text: string): boolean {
  const [first = ''] = text;
  if (first === '"' || first === "'") return !text.includes(first, 1);
  if (first !== '[' && first !== '{') return false;
  const count = (sign: string): number => text.split(sign).length;
  return count(first) !== count(first === '[' ? ']' : '}');
}

/** Lines deeper than the items continue the one above. */
function parseList(lines: readonly string[]): readonly string[] | undefined {
  const depth = indentWidth(lines[0] ?? '');
  const items: string[][] = [];
  for (const line of lines) {
    const [, item = ''] = ITEM.exec(line) ?? [];
    if (indentWidth(line) > depth) items.at(-1)?.push(line);
    else if (indentWidth(line) === depth && ITEM.test(line)) items.push([item]);
    else return undefined;
  }
  const texts = items.map(joinLines);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** Pieces of YAML; a key with a short value is four. The parser compares each key of a map with each other. */
const MAX_PIECES = 2_000;
/**
 * The parser calls itself for each level; near the end of the stack V8 ends the whole program, which nothing catches.
 */
const MAX_DEPTH = 32;
/** Names that would change all objects if such a value were copied carelessly. */
const PROTOTYPE_NAMES: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** `invalid`: it is no YAML. `refused`: it is, and is not used. `why`: English, without a full stop. */
type ReadYaml =
  | { readonly kind: 'read'; readonly tree: JsonObject }
  | { readonly kind: 'invalid' | 'refused'; readonly why: string };

/**
 * A map of plain values. Refuses what is too deep, has too many parts, repeats a name, refers to itself or names a
 * prototype. Never throws.
 */
async function readYaml(text: string): Promise<ReadYaml> {
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
  return { kind: 'read', tree: mapToJson(tree) };
}

/** Throws Error for what JSON cannot hold, and for names of prototypes. */
function mapToJson(map: ReadonlyMap<unknown, unknown>): JsonObject {
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
  if (value instanceof Map) return mapToJson(value);
  throw new Error('a value is neither text, number, yes or no, list nor map');
}

function isPrototypeName(name: string): boolean {
  return PROTOTYPE_NAMES.has(name);
}
