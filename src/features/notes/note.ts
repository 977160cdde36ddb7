import * as z from 'zod';
import type { BootstrapFault } from '../../contracts/assignment.ts';
import { unreachable } from '../../core/failure.ts';
import type { ConversationId } from '../../core/ids.ts';
import { once } from '../../core/memoize.ts';
import { oneLine } from '../../core/text.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { id, optionalText } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import { type NoteTexts, noteTexts } from './texts/texts.ts';

/**
 * Bootstrap files to which an owner's lines are added: about the person, about tools and project. Not `SOUL.md`: no
 * chat message ever writes it.
 */
export const NOTE_FILES = ['USER.md', 'TOOLS.md'] as const;

export type NoteFile = (typeof NOTE_FILES)[number];

interface NoteRequest {
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
interface NoteCause {
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

/** How much of a line to be removed is shown. */
const MAX_NAMED_LENGTH = 80;

/** Why a line is not kept, and what to do. */
export function noteFaultText(fault: NoteFault, texts: Texts): string {
  const notes = noteTexts(texts);
  switch (fault.kind) {
    case 'empty':
    case 'lines':
    case 'hidden':
    case 'markup':
    case 'authority':
    case 'secret':
      return notes.faults[fault.kind];
    case 'too-long':
      return notes.tooLong(String(fault.length), String(fault.most));
    case 'known':
      return notes.known(fault.place, String(fault.line));
    case 'full':
      return fullText(fault, notes);
    case 'unusable':
      return fault.why === 'linked'
        ? notes.linked(fault.place)
        : notes.unusable(fault.place, texts.status.bootstrapFault[fault.why]);
    case 'moved':
      return notes.moved(fault.place);
    case 'unwritable':
      return notes.unwritable(fault.place, fault.why);
    default:
      return unreachable(fault);
  }
}

function fullText(
  { place, length, most, oldest }: Extract<NoteFault, { kind: 'full' }>,
  notes: NoteTexts,
): string {
  const full = notes.full(place, String(length), String(most));
  if (oldest === undefined) return full;
  return `${full}\n${notes.makeRoom(String(oldest.line), oneLine(oldest.text, MAX_NAMED_LENGTH))}`;
}

const Row = z.object({
  seq: z.int(),
  key: z.string(),
  conversation: id<'conversation'>(),
  file: z.enum(NOTE_FILES),
  place: z.string(),
  added: z.string(),
  before: optionalText,
  after: z.string(),
  saidBy: optionalText,
  atMs: z.int(),
});

const SELECT =
  'SELECT seq, key, conversation, file, place, added, before, after, said_by AS saidBy, at_ms AS atMs FROM notes';

/** Its statements are prepared when the first line is stored: most starts do not need them. */
export function createNoteStore(database: Database): NoteStore {
  const statements = once(() => statementsOf(database));
  return {
    put: (note) => void statements().put.run({ ...note }),
    find: (key) => statements().found.get({ key }),
    ofConversation: (conversation, most) => statements().newest.all({ conversation, most }).toReversed(),
    latest: (conversation) => statements().latest.get({ conversation }),
    markUndone: (seq, atMs) => statements().undone.runOnRow({ seq, atMs }),
  };
}

function statementsOf(database: Database) {
  return {
    put: database.write(`
      INSERT OR REPLACE INTO notes (key, conversation, file, place, added, before, after, said_by, at_ms)
      VALUES (@key, @conversation, @file, @place, @added, @before, @after, @saidBy, @atMs)`),
    found: database.read(`${SELECT} WHERE key = @key`, Row),
    newest: database.read(
      `${SELECT} WHERE conversation = @conversation AND undone_at_ms IS NULL ORDER BY seq DESC LIMIT @most`,
      Row,
    ),
    latest: database.read(
      `${SELECT} WHERE conversation = @conversation AND undone_at_ms IS NULL ORDER BY seq DESC LIMIT 1`,
      Row,
    ),
    undone: database.write('UPDATE notes SET undone_at_ms = @atMs WHERE seq = @seq'),
  };
}
