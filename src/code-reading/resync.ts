import type { Node, Tree } from 'web-tree-sitter';
import type { OutlineItem } from '../contracts/code.ts';

/** Each try costs a parse of the rest of the file: all together take at most as long as one of so many characters. */
const MOST_TRIES = 10;
const MOST_CHARACTERS = 200_000;
const BEGINNING = /^[A-Za-z_@#[]/;
const WORDS = /string|comment|heredoc|text|content|char/;

/**
 * Lines, from 1, at which reading may begin anew: behind a fault a bracket that was never closed may have swallowed
 * whole declarations. Only lines without indentation, in which no declaration was found, and none of a text or comment.
 */
export function newBeginnings(
  tree: Tree,
  text: string,
  { items, firstFault }: { readonly items: readonly OutlineItem[]; readonly firstFault: number },
): readonly number[] {
  const sound = items.filter(({ start, end }) => start > firstFault || end < firstFault);
  const lines: number[] = [];
  const most = Math.min(MOST_TRIES, Math.floor(MOST_CHARACTERS / Math.max(1, text.length)));
  for (const [row, line] of text.split('\n').entries()) {
    if (lines.length >= most) break;
    if (row + 1 < firstFault || !BEGINNING.test(line)) continue;
    if (sound.some(({ start, end }) => start <= row + 1 && row + 1 <= end)) continue;
    if (isWords(tree.rootNode.descendantForPosition({ row, column: 0 }))) continue;
    lines.push(row + 1);
  }
  return lines;
}

function isWords(node: Node | null): boolean {
  for (let above = node; above !== null; above = above.parent) if (WORDS.test(above.type)) return true;
  return false;
}

/** The same lines; those before `line` are empty. */
export function from(text: string, line: number): string {
  const lines = text.split('\n');
  return `${'\n'.repeat(line - 1)}${lines.slice(line - 1).join('\n')}`;
}

/** Of entries that were read from `line` on, the one that begins there, and those in it. */
export function beginningAt(items: readonly OutlineItem[], line: number): readonly OutlineItem[] {
  const [first] = items.filter(({ start }) => start === line);
  return first === undefined ? [] : items.filter(({ start, end }) => start >= line && end <= first.end);
}
