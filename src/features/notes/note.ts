import type { BootstrapFault } from '../../contracts/assignment.ts';
import type { ConversationId } from '../../core/ids.ts';

/**
 * Bootstrap files to which an owner's lines are added: about the person, about tools and project. Not `SOUL.md`: no
 * chat message ever writes it.
 */
export const NOTE_FILES = ['USER.md', 'TOOLS.md'] as const;

export type NoteFile = (typeof NOTE_FILES)[number];

export interface NoteRequest {
  readonly file: NoteFile;
  /** As it was said; `plan` judges and tidies it. */
  readonly text: string;
  /** Canonical path of the workspace: it may have a file of its own. */
  readonly project: string;
}

/** One line that is not added yet. */
export interface PlannedNote {
  readonly file: NoteFile;
  /** Below `DATA_DIR/workspace`, with `/`. */
  readonly place: string;
  /** Undefined when there is no such file yet. */
  readonly before: string | undefined;
  /** Text to append: one line, with its separator from the text before. */
  readonly added: string;
}

/**
 * - `markup`: begins like a heading, a quotation or a block. - `authority`: speaks as if these files could permit
 *    something, or override rules. - `secret`: holds a secret.
 * - `known`: it is already there, in this line.
 */
export type NoteFault =
  | { readonly kind: 'empty' | 'lines' | 'hidden' | 'markup' | 'authority' | 'secret' }
  | { readonly kind: 'too-long'; readonly length: number; readonly most: number }
  | { readonly kind: 'known'; readonly place: string; readonly line: number }
  | {
      readonly kind: 'full';
      readonly place: string;
      /** Length of the file with it, in characters. */
      readonly length: number;
      readonly most: number;
      /** The oldest line that would make room. */
      readonly oldest: { readonly line: number; readonly text: string } | undefined;
    }
  /** `linked`: it is a link, which may lead anywhere. */
  | { readonly kind: 'unusable'; readonly place: string; readonly why: BootstrapFault | 'linked' }
  /** It changed at this very moment. */
  | { readonly kind: 'moved'; readonly place: string }
  /** `why`: code of the system's error. */
  | { readonly kind: 'unwritable'; readonly place: string; readonly why: string };

export type NotePlan =
  | { readonly kind: 'planned'; readonly note: PlannedNote }
  | { readonly kind: 'refused'; readonly fault: NoteFault };

/** The cause of the line. `key`: of the call or the message; a repetition under the same key adds no second line. */
export interface NoteCause {
  readonly key: string;
  readonly conversation: ConversationId;
  /** The person who asked for the line: another machine keeps it only for its own owners. */
  readonly saidBy: string;
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

/** The lines that the program adds for an owner. Throws only when nothing can be stored. */
export interface OwnerNotes {
  /** Changes nothing. */
  plan(request: NoteRequest): NotePlan;
  /** Stored first, then written as a whole. Returns the obstacle, if any. */
  add(note: PlannedNote, cause: NoteCause): NoteFault | undefined;
  /**
   * State of this key after a crash. Undefined when nothing was begun. `unknown`: the file matches neither the state
   * before nor after.
   */
  fate(
    key: string,
  ): { readonly kind: 'added'; readonly note: PlannedNote } | 'not-added' | 'unknown' | undefined;
  /** Removes the latest line of a conversation. */
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
  /** Missing for lines of earlier versions. */
  readonly saidBy: string | undefined;
  readonly atMs: number;
}

export interface NoteStore {
  /** Replaces an earlier one of this key. */
  put(note: Omit<KeptNote, 'seq'>): void;
  find(key: string): KeptNote | undefined;
  /** The newest ones of a conversation that were not undone, at most `most`, oldest first. */
  ofConversation(conversation: ConversationId, most: number): readonly KeptNote[];
  /** The latest of a conversation that was not undone. */
  latest(conversation: ConversationId): KeptNote | undefined;
  markUndone(seq: number, atMs: number): void;
}
