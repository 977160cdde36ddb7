import type { Key } from 'node:readline';
import {
  applyEditKey,
  type ControlKey,
  cleanText,
  type Draft,
  draftOf,
  type EditKey,
  EMPTY_DRAFT,
  insertText,
  type KeyMeaning,
  meaningOf,
  moveToLine,
} from './draft.ts';
import type { InputHistory } from './input-history.ts';

/** The result of a key, beyond a change of the text. */
export type KeyResult =
  | { readonly kind: 'changed' }
  /** A whole message. */
  | { readonly kind: 'submitted'; readonly text: string }
  /** Ctrl-C without any text. */
  | { readonly kind: 'interrupted' }
  /** Ctrl-D without any text. */
  | { readonly kind: 'left' }
  | { readonly kind: 'complete' | 'clear-screen' | 'suspend' | 'nothing' };

/** A search for an earlier message. */
export interface HistorySearch {
  readonly query: string;
  /** Place of the shown entry in the history; undefined when none holds the query. */
  readonly found: number | undefined;
}

const CHANGED: KeyResult = { kind: 'changed' };
const NOTHING: KeyResult = { kind: 'nothing' };

/** Turns keys into messages: several lines, bracketed paste, history with its search. It draws nothing. */
export class LineEditor {
  readonly #history: InputHistory;
  #draft = EMPTY_DRAFT;
  #deleted = '';
  #search: HistorySearch | undefined;
  /** Place in the history that is shown; undefined for the new message. */
  #place: number | undefined;
  /** The new message, while an earlier one is shown. */
  #own = EMPTY_DRAFT;
  /** The keys since the beginning of a paste. */
  #pasted: string[] | undefined;

  constructor(history: InputHistory) {
    this.#history = history;
  }

  get draft(): Draft {
    return this.#draft;
  }

  /** Undefined while nothing is searched. */
  get search(): (HistorySearch & { readonly text: string }) | undefined {
    if (this.#search === undefined) return undefined;
    const { found } = this.#search;
    return { ...this.#search, text: found === undefined ? '' : (this.#history.entries()[found] ?? '') };
  }

  replace(draft: Draft): void {
    this.#draft = draft;
  }

  press(key: Key): KeyResult {
    const meaning = meaningOf(key);
    if (this.#pasted !== undefined) {
      if (key.name === 'paste-end') return this.#endPaste(this.#pasted);
      this.#pasted.push(key.sequence ?? '');
      return NOTHING;
    }
    if (meaning === undefined) return NOTHING;
    if (meaning.kind === 'control' && meaning.key === 'paste-start') {
      this.#pasted = [];
      return NOTHING;
    }
    return this.#search === undefined ? this.#apply(meaning) : this.#searching(meaning, this.#search);
  }

  #apply(meaning: KeyMeaning): KeyResult {
    switch (meaning.kind) {
      case 'insert':
        return this.#insert(meaning.text);
      case 'edit':
        return this.#edit(meaning.key);
      case 'control':
        return this.#control(meaning.key);
    }
  }

  #edit(key: EditKey): KeyResult {
    const { draft, deleted } = applyEditKey(this.#draft, key, this.#deleted);
    this.#deleted = deleted ?? this.#deleted;
    this.#draft = draft;
    return CHANGED;
  }

  #insert(text: string): KeyResult {
    this.#draft = insertText(this.#draft, text);
    return CHANGED;
  }

  #endPaste(pasted: readonly string[]): KeyResult {
    const text = cleanText(pasted.join(''));
    this.#pasted = undefined;
    this.#acceptSearch();
    return text === '' ? NOTHING : this.#insert(text);
  }

  #control(key: ControlKey): KeyResult {
    switch (key) {
      case 'submit':
        return this.#submit();
      case 'up':
      case 'down':
        return this.#vertical(key);
      case 'search':
        this.#search = { query: '', found: undefined };
        return CHANGED;
      case 'interrupt':
        if (this.#draft.text === '') return { kind: 'interrupted' };
        this.#clear();
        return CHANGED;
      case 'end-of-input':
        return this.#draft.text === '' ? { kind: 'left' } : this.#edit('delete-right');
      case 'complete':
      case 'clear-screen':
      case 'suspend':
        return { kind: key };
      case 'cancel':
      case 'paste-start':
      case 'paste-end':
        return NOTHING;
    }
  }

  /** A backslash at the end asks for another line; two of them are one that is meant. */
  #submit(): KeyResult {
    const { text } = this.#draft;
    const backslashes = /\\*$/.exec(text)?.[0].length ?? 0;
    if (backslashes % 2 === 1) {
      this.#draft = draftOf(`${text.slice(0, -1)}\n`);
      return CHANGED;
    }
    const message = backslashes === 0 ? text : text.slice(0, -backslashes / 2);
    this.#clear();
    if (message.trim() !== '') this.#history.add(message);
    return { kind: 'submitted', text: message };
  }

  #clear(): void {
    this.#draft = EMPTY_DRAFT;
    this.#place = undefined;
  }

  /** Between the lines of the message, and from its first or last line to earlier and later messages. */
  #vertical(direction: 'up' | 'down'): KeyResult {
    const moved = moveToLine(this.#draft, direction);
    if (moved !== undefined) this.#draft = moved;
    else this.#goTo((this.#place ?? this.#history.entries().length) + (direction === 'up' ? -1 : 1));
    return CHANGED;
  }

  #goTo(place: number): void {
    const entries = this.#history.entries();
    if (place < 0 || place > entries.length) return;
    if (this.#place === undefined) this.#own = this.#draft;
    const entry = entries[place];
    this.#place = entry === undefined ? undefined : place;
    this.#draft = entry === undefined ? this.#own : draftOf(entry);
  }

  #searching(meaning: KeyMeaning, search: HistorySearch): KeyResult {
    const { query, found } = search;
    if (meaning.kind === 'insert') return this.#find(query + meaning.text, found);
    switch (meaning.key) {
      case 'search':
        return this.#find(query, found === undefined ? undefined : found - 1);
      case 'delete-left':
        return this.#find(query.slice(0, -1), undefined);
      case 'cancel':
      case 'interrupt':
        this.#search = undefined;
        return CHANGED;
      default:
        this.#acceptSearch();
        return this.#apply(meaning);
    }
  }

  /** @param from newest entry that may be found; undefined = the newest of all */
  #find(query: string, from: number | undefined): KeyResult {
    const entries = this.#history.entries();
    const wanted = query.toLowerCase();
    let found = from ?? entries.length - 1;
    while (found >= 0 && entries[found]?.toLowerCase().includes(wanted) !== true) found -= 1;
    const isFound = query !== '' && found >= 0;
    // Without an older match, the one that is shown stays.
    const kept = this.#search?.query === query ? this.#search.found : undefined;
    this.#search = { query, found: isFound ? found : kept };
    return CHANGED;
  }

  #acceptSearch(): void {
    const { search } = this;
    if (search === undefined) return;
    this.#search = undefined;
    if (search.found !== undefined) this.#goTo(search.found);
  }
}
