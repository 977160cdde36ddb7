import type { Key } from 'node:readline';
import { ANSI_SEQUENCES } from '../../core/text.ts';

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
