import type { EditKey } from './keys.ts';

/**
 * A message that is being written. `cursor`: offset in UTF-16 code units, between two characters as people see them.
 */
export interface Draft {
  readonly text: string;
  readonly cursor: number;
}

export const EMPTY_DRAFT: Draft = { text: '', cursor: 0 };

export function draftOf(text: string): Draft {
  return { text, cursor: text.length };
}

export function insertText({ text, cursor }: Draft, more: string): Draft {
  return { text: text.slice(0, cursor) + more + text.slice(cursor), cursor: cursor + more.length };
}

export interface DraftEdit {
  readonly draft: Draft;
  /** What was cut out, to be inserted again; undefined when nothing was. */
  readonly deleted?: string;
}

/** @param deleted what was cut out last */
export function applyEditKey(draft: Draft, key: EditKey, deleted: string): DraftEdit {
  const { text, cursor } = draft;
  switch (key) {
    case 'newline':
      return { draft: insertText(draft, '\n') };
    case 'insert-deleted':
      return { draft: insertText(draft, deleted) };
    case 'left':
    case 'right':
    case 'word-left':
    case 'word-right':
    case 'line-start':
    case 'line-end':
      return { draft: { text, cursor: cursorAfterMove(draft, key) } };
    case 'delete-left':
      return { draft: deleteRange(draft, cursorAfterMove(draft, 'left')) };
    case 'delete-right':
      return { draft: deleteRange(draft, cursorAfterMove(draft, 'right')) };
    case 'delete-word-left':
      return cutRange(draft, cursorAfterMove(draft, 'word-left'));
    case 'delete-word-right':
      return cutRange(draft, cursorAfterMove(draft, 'word-right'));
    case 'delete-to-line-start':
      return cutRange(draft, cursor === lineStart(draft) ? cursorAfterMove(draft, 'left') : lineStart(draft));
    case 'delete-to-line-end':
      return cutRange(draft, cursor === lineEnd(draft) ? cursorAfterMove(draft, 'right') : lineEnd(draft));
  }
}

type CursorMove = 'left' | 'right' | 'word-left' | 'word-right' | 'line-start' | 'line-end';

/** Where the cursor stands after this move. */
function cursorAfterMove(draft: Draft, move: CursorMove): number {
  const { text, cursor } = draft;
  switch (move) {
    case 'left':
      return cursor - (charactersOf(text.slice(0, cursor)).at(-1)?.length ?? 0);
    case 'right':
      return cursor + (charactersOf(text.slice(cursor))[0]?.length ?? 0);
    case 'word-left':
      return (
        cursor - (/[\p{L}\p{M}\p{N}_]*[^\p{L}\p{M}\p{N}_]*$/u.exec(text.slice(0, cursor))?.[0].length ?? 0)
      );
    case 'word-right':
      return cursor + (/^[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/u.exec(text.slice(cursor))?.[0].length ?? 0);
    case 'line-start':
      return lineStart(draft);
    case 'line-end':
      return lineEnd(draft);
  }
}

/** The draft with its cursor in the line above or below; undefined when there is none. */
export function moveToLine(draft: Draft, direction: 'up' | 'down'): Draft | undefined {
  const { text, cursor } = draft;
  const column = cursor - lineStart(draft);
  if (direction === 'up' ? lineStart(draft) === 0 : lineEnd(draft) === text.length) return undefined;
  const inLine = direction === 'up' ? lineStart(draft) - 1 : lineEnd(draft) + 1;
  const line = { text, cursor: inLine };
  const wanted = Math.min(lineStart(line) + column, lineEnd(line));
  // Never inside a character: both lines may hold wide ones.
  let at = lineStart(line);
  for (const { length } of charactersOf(text.slice(at, lineEnd(line)))) {
    if (at + length > wanted) break;
    at += length;
  }
  return { text, cursor: at };
}

/** Characters as people see them: an emoji of several code points, a letter with its accents. */
export function charactersOf(text: string): readonly string[] {
  // Printable ASCII, the ordinary case, needs no segmenter.
  if (/^[\n\x20-\x7e]*$/.test(text)) return text.split('');
  return [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
}

function lineStart({ text, cursor }: Draft): number {
  return cursor === 0 ? 0 : text.lastIndexOf('\n', cursor - 1) + 1;
}

function lineEnd({ text, cursor }: Draft): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

/** The draft without the text between the cursor and `other`. */
function deleteRange({ text, cursor }: Draft, other: number): Draft {
  const [from, to] = other < cursor ? [other, cursor] : [cursor, other];
  return { text: text.slice(0, from) + text.slice(to), cursor: from };
}

function cutRange(draft: Draft, other: number): DraftEdit {
  const { text, cursor } = draft;
  const [from, to] = other < cursor ? [other, cursor] : [cursor, other];
  return { draft: deleteRange(draft, other), ...(from === to ? {} : { deleted: text.slice(from, to) }) };
}
