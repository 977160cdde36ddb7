import type { OutlineItem } from '../contracts/code.ts';

const MAX_DEPTH = 2;
const MAX_NAME_LENGTH = 100;
const COMMENT = /^(?:#|\/\/|\/\*|\*|--|;|%|<!--)/;
/** Lines that only end the block above. */
const CLOSING = /^(?:[)\]}>;,]+|end\w*[;.]?|fi|done|esac|<\/[\w-]+>)$/;

interface IndentedLine {
  readonly line: number;
  readonly indent: number;
  readonly text: string;
}

/** For files that no grammar reads: lines that have further indented lines below them, two levels deep. */
export function indentationOutline(text: string): readonly OutlineItem[] {
  const rows = rowsOf(text);
  const open: number[] = [];
  const items: OutlineItem[] = [];
  for (const [index, row] of rows.entries()) {
    while ((open.at(-1) ?? -1) >= row.indent) open.pop();
    const next = rows[index + 1];
    if (next === undefined || next.indent <= row.indent) continue;
    const depth = open.push(row.indent) - 1;
    if (depth >= MAX_DEPTH || COMMENT.test(row.text) || CLOSING.test(row.text)) continue;
    const name = row.text.slice(0, MAX_NAME_LENGTH);
    items.push({ name, kind: 'block', start: row.line, end: endOfBlock(rows, index), depth });
  }
  return items;
}

function endOfBlock(rows: readonly IndentedLine[], from: number): number {
  const { indent, line } = rows[from] ?? { indent: 0, line: 0 };
  let end = line;
  for (let at = from + 1; at < rows.length; at += 1) {
    const row = rows[at];
    if (row === undefined) break;
    if (row.indent <= indent) return row.indent === indent && CLOSING.test(row.text) ? row.line : end;
    end = row.line;
  }
  return end;
}

function rowsOf(text: string): readonly IndentedLine[] {
  return text.split('\n').flatMap((content, index) => {
    const trimmed = content.trim();
    if (trimmed === '') return [];
    const space = /^[ \t]*/.exec(content)?.[0] ?? '';
    return [{ line: index + 1, indent: space.replaceAll('\t', '    ').length, text: trimmed }];
  });
}
