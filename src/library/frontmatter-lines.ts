import type { Json, JsonObject } from '../core/json.ts';
import { isPrototypeName, readYaml } from './frontmatter-yaml.ts';

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
interface Entry {
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
export async function readByLines(text: string): Promise<JsonObject | undefined> {
  const entries = entriesOf(text);
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

function entriesOf(text: string): readonly Entry[] | undefined {
  const entries: Entry[] = [];
  for (const line of text.split('\n')) {
    if (COMMENT.test(line)) continue;
    const [, key, value = ''] = KEY_LINE.exec(line) ?? [];
    const last = entries.at(-1);
    if (key !== undefined) entries.push({ key, value: value.trimEnd(), lines: [line] });
    else if (last !== undefined && continues(line, last)) last.lines.push(line);
    else if (line.trim() !== '') return undefined;
  }
  return entries;
}

function continues(line: string, { value }: Entry): boolean {
  if (line.trim() === '') return true;
  return INDENTED.test(line) ? !NARROWING.test(line) : ITEM.test(line) && value === '';
}

/** Undefined when it is neither YAML nor clearly a text or a list of texts. */
async function readEntry({ key, value, lines }: Entry): Promise<Json | undefined> {
  const more = lines.slice(1).filter((line) => line.trim() !== '');
  const [first = ''] = lines;
  // For YAML `name:value` has no key, or another one.
  if (!WITHOUT_BLANK.test(first)) {
    const alone = await readYaml(lines.join('\n'));
    if (alone.kind === 'read') return alone.tree[key];
    if (alone.kind === 'refused') return undefined;
  }
  const [item = ''] = more;
  return value === '' && ITEM.test(item) ? listOf(more) : joinLines([value, ...more]);
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
function listOf(lines: readonly string[]): readonly string[] | undefined {
  const depth = indentOf(lines[0] ?? '');
  const items: string[][] = [];
  for (const line of lines) {
    const [, item = ''] = ITEM.exec(line) ?? [];
    if (indentOf(line) > depth) items.at(-1)?.push(line);
    else if (indentOf(line) === depth && ITEM.test(line)) items.push([item]);
    else return undefined;
  }
  const texts = items.map(joinLines);
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
