import type { Json, JsonObject } from '../core/json.ts';
import { oneLine } from '../core/text.ts';
import { readByLines } from './frontmatter-lines.ts';
import { readYaml } from './frontmatter-yaml.ts';

/** Longest frontmatter, in UTF-16 code units. Usual ones have hundreds. */
const MAX_CHARACTERS = 16_384;
const MAX_REASON_LENGTH = 160;

/** A file that people write for a model: what it says about itself, then the text. */
export interface MarkdownFile {
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
  const parts = split(lines);
  if (parts.kind === 'none') return { frontmatter: {}, body: lines };
  if (parts.kind === 'open') return left(lines, 'its first line is `---`, and no other line ends it');
  const body = parts.body.replace(/^(?:[ \t]*\n)+/, '');
  if (parts.yaml.length > MAX_CHARACTERS) {
    return left(body, `it has more than ${MAX_CHARACTERS} characters`);
  }
  const read = await readYaml(parts.yaml);
  if (read.kind === 'read') return { frontmatter: read.tree, body };
  const byLines = read.kind === 'invalid' ? await readByLines(parts.yaml) : undefined;
  if (byLines === undefined) return left(body, read.why);
  const why = oneLine(read.why, MAX_REASON_LENGTH);
  return {
    frontmatter: byLines,
    body,
    warning: `The frontmatter is no YAML (${why}) and was read line by line. Put values that hold a colon or brackets in quotes.`,
  };
}

/**
 * The names in a field such as `tools` or `allowed-tools`, which people write as a list, as one text with commas, or as a
 * list of such texts: `Read, Bash(git:*)`. Commas within parentheses separate nothing. Empty for anything else.
 */
export function namesIn(value: Json | undefined): readonly string[] {
  const texts: readonly Json[] = Array.isArray(value) ? value : [value ?? null];
  return texts
    .flatMap((one) => (typeof one === 'string' ? splitNames(one) : []))
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function left(body: string, why: string): MarkdownFile {
  return {
    frontmatter: {},
    body,
    warning: `The frontmatter cannot be used: ${oneLine(why, MAX_REASON_LENGTH)}.`,
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
