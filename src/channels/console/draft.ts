import type { Key } from 'node:readline';
import { ANSI_SEQUENCES } from '../../core/text.ts';

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

interface DraftEdit {
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

/** Where the cursor stands after this move. */
function cursorAfterMove(
  draft: Draft,
  move: 'left' | 'right' | 'word-left' | 'word-right' | 'line-start' | 'line-end',
): number {
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

/** Changes the text at the cursor, or moves the cursor. */
export type EditKey =
  | 'newline'
  | 'left'
  | 'right'
  | 'word-left'
  | 'word-right'
  | 'line-start'
  | 'line-end'
  | 'delete-left'
  | 'delete-right'
  | 'delete-word-left'
  | 'delete-word-right'
  | 'delete-to-line-start'
  | 'delete-to-line-end'
  | 'insert-deleted';

/** Does something beyond the text. */
export type ControlKey =
  | 'submit'
  | 'up'
  | 'down'
  | 'complete'
  | 'search'
  | 'cancel'
  | 'interrupt'
  | 'end-of-input'
  | 'clear-screen'
  | 'suspend'
  | 'paste-start'
  | 'paste-end';

export type KeyMeaning =
  | { readonly kind: 'edit'; readonly key: EditKey }
  | { readonly kind: 'control'; readonly key: ControlKey }
  | { readonly kind: 'insert'; readonly text: string };

/** By the names that `node:readline` gives to keys, as those below. Shift changes nothing. */
const EDIT_KEYS: ReadonlyMap<string, EditKey> = new Map(
  Object.entries({
    'alt-return': 'newline',
    'alt-enter': 'newline',
    left: 'left',
    'ctrl-b': 'left',
    right: 'right',
    'ctrl-f': 'right',
    'alt-b': 'word-left',
    'alt-left': 'word-left',
    'ctrl-left': 'word-left',
    'alt-f': 'word-right',
    'alt-right': 'word-right',
    'ctrl-right': 'word-right',
    home: 'line-start',
    'ctrl-a': 'line-start',
    end: 'line-end',
    'ctrl-e': 'line-end',
    backspace: 'delete-left',
    'ctrl-h': 'delete-left',
    delete: 'delete-right',
    'ctrl-w': 'delete-word-left',
    'alt-backspace': 'delete-word-left',
    'alt-d': 'delete-word-right',
    'alt-delete': 'delete-word-right',
    'ctrl-u': 'delete-to-line-start',
    'ctrl-k': 'delete-to-line-end',
    'ctrl-y': 'insert-deleted',
  } as const),
);

const CONTROL_KEYS: ReadonlyMap<string, ControlKey> = new Map(
  Object.entries({
    return: 'submit',
    enter: 'submit',
    up: 'up',
    'ctrl-p': 'up',
    down: 'down',
    'ctrl-n': 'down',
    tab: 'complete',
    'ctrl-r': 'search',
    'ctrl-g': 'cancel',
    escape: 'cancel',
    'alt-escape': 'cancel',
    'ctrl-c': 'interrupt',
    'ctrl-d': 'end-of-input',
    'ctrl-l': 'clear-screen',
    'ctrl-z': 'suspend',
    'paste-start': 'paste-start',
    'paste-end': 'paste-end',
  } as const),
);

/** Shift-Enter, where a terminal distinguishes it from Enter. */
const SHIFT_ENTER = '\u001b[13;2u';

/** Undefined for a key that means nothing here. */
export function meaningOf({ name, ctrl, meta, sequence = '' }: Key): KeyMeaning | undefined {
  if (sequence === SHIFT_ENTER) return { kind: 'edit', key: 'newline' };
  const id = `${ctrl ? 'ctrl-' : ''}${meta ? 'alt-' : ''}${name}`;
  const edit = EDIT_KEYS.get(id);
  if (edit !== undefined) return { kind: 'edit', key: edit };
  const control = CONTROL_KEYS.get(id);
  if (control !== undefined) return { kind: 'control', key: control };
  const text = ctrl || meta ? '' : cleanText(sequence);
  return text === '' ? undefined : { kind: 'insert', text };
}

const CONTROLS = /(?![\n\t])\p{Cc}/gu;

/** Typed, pasted or received text without what a terminal would obey; every line end is `\n`. */
export function cleanText(text: string): string {
  return text.replace(ANSI_SEQUENCES, '').replace(/\r\n?/g, '\n').replace(CONTROLS, '');
}
