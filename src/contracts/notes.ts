import type { ConversationId } from '../base/ids.ts';
import type { BootstrapFault } from './bootstrap.ts';

/**
 * Bootstrap files to which a line is added on an owner's word: about the person, about tools and project. `SOUL.md` is
 * none of them: nothing that is said in a chat ever writes it.
 */
export const NOTE_FILES = ['USER.md', 'TOOLS.md'] as const;

export type NoteFile = (typeof NOTE_FILES)[number];

export interface NoteWish {
  readonly file: NoteFile;
  /** As it was said; judged and tidied by `plan`. */
  readonly text: string;
  /** Canonical path of the workspace: it may have a file of its own. */
  readonly project: string;
}

/** One line that is not added yet. */
export interface PlannedNote {
  readonly file: NoteFile;
  /** Below `DATA_DIR/workspace`, with `/`. */
  readonly place: string;
  /** Undefined: there is no such file yet. */
  readonly before: string | undefined;
  /** What is put behind it: one line, and what parts it from the text before. */
  readonly added: string;
}

/**
 * - `markup`: begins as a heading, a quotation or a block would. - `authority`: speaks as if these files could permit
 *   something, or set rules aside. - `secret`: holds something that nobody may read.
 * - `known`: stands there already, in this line.
 */
export type NoteFault =
  | { readonly kind: 'empty' | 'lines' | 'hidden' | 'markup' | 'authority' | 'secret' }
  | { readonly kind: 'too-long'; readonly length: number; readonly most: number }
  | { readonly kind: 'known'; readonly place: string; readonly line: number }
  | {
      readonly kind: 'full';
      readonly place: string;
      /** Characters that there would be. */
      readonly length: number;
      readonly most: number;
      /** The oldest line that would make room. */
      readonly oldest: { readonly line: number; readonly text: string } | undefined;
    }
  /** `linked`: it is a link, and what it leads to may be anything. */
  | { readonly kind: 'unusable'; readonly place: string; readonly why: BootstrapFault | 'linked' }
  /** Changed in this very moment. */
  | { readonly kind: 'moved'; readonly place: string }
  /** `why`: code of the system's error. */
  | { readonly kind: 'unwritable'; readonly place: string; readonly why: string };

export type NotePlan =
  | { readonly kind: 'planned'; readonly note: PlannedNote }
  | { readonly kind: 'refused'; readonly fault: NoteFault };

/** Who wanted it. `key`: of the call or the message; whatever is repeated under it adds one line. */
export interface NoteCause {
  readonly key: string;
  readonly conversation: ConversationId;
}

/**
 * - `changed`: somebody has edited the file since; it stays as it is. - `late`: too long ago.
 * - `unwritable`: see `NoteFault`.
 */
export type NoteUndo =
  | {
      readonly kind: 'undone';
      readonly place: string;
      readonly before: string | undefined;
      readonly added: string;
    }
  | { readonly kind: 'none' }
  | { readonly kind: 'late' | 'changed'; readonly place: string; readonly added: string }
  | { readonly kind: 'unwritable'; readonly place: string; readonly why: string };

/** The lines that an owner has the program keep. Throws only when nothing can be stored. */
export interface Notes {
  /** Changes nothing. */
  plan(wish: NoteWish): NotePlan;
  /** Stored first, then written as a whole. Returns what was in the way. */
  add(note: PlannedNote, cause: NoteCause): NoteFault | undefined;
  /**
   * What a program that died may have left of this key. Undefined: nothing was begun. `unknown`: the file is neither
   * as before nor as after.
   */
  fate(
    key: string,
  ): { readonly kind: 'added'; readonly note: PlannedNote } | 'not-added' | 'unknown' | undefined;
  /** Takes back the latest line of a conversation. */
  undo(conversation: ConversationId): NoteUndo;
}

export interface KeptNote {
  readonly seq: number;
  readonly key: string;
  readonly conversation: ConversationId;
  readonly file: NoteFile;
  readonly place: string;
  readonly added: string;
  /** SHA-256 of the text; undefined = there was no file. */
  readonly before: string | undefined;
  readonly after: string;
  readonly atMs: number;
}

export interface NoteStore {
  /** Takes the place of an earlier one of this key. */
  put(note: Omit<KeptNote, 'seq'>): void;
  find(key: string): KeptNote | undefined;
  /** The latest of a conversation that was not taken back. */
  latest(conversation: ConversationId): KeptNote | undefined;
  markUndone(seq: number, atMs: number): void;
}
