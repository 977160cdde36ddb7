import { replyWith } from '../../contracts/commands.ts';
import type { HandlersOf, MessageScope } from '../../contracts/feature.ts';
import { unreachable } from '../../core/failure.ts';
import { codeBlock } from '../../core/text.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import { ownersOnly } from '../../gateway/people/authority.ts';
import { workspaceOf } from '../../gateway/tasks/projects.ts';
import { unifiedDiff } from '../../tools/edit/unified-diff.ts';
import type { NoteFile, NoteUndo, OwnerNotes, PlannedNote } from './note.ts';
import { noteFaultText } from './note-text.ts';
import { noteTexts } from './texts/texts.ts';

export type NoteAction =
  /** Adds a line to a file of the owner, and replies with it. */
  | { readonly kind: 'notes.remember'; readonly file: NoteFile; readonly text: string }
  /** Removes the last of these lines, and replies with the result. */
  | { readonly kind: 'notes.forget' };

/** Adds or removes one line of the owner's files, and replies with the result. Safe to repeat for one message. */
export function noteActions(notes: OwnerNotes): HandlersOf<NoteAction> {
  return {
    'notes.remember': {
      grants: () => false,
      refusal: ownersOnly,
      perform: async (action, message) => replyWith(rememberNote(action, message, notes)),
    },
    'notes.forget': {
      grants: () => false,
      refusal: ownersOnly,
      perform: async (_action, { context: { conversation }, locale }) =>
        replyWith(undoText(notes.undo(conversation), texts(locale))),
    },
  };
}

function rememberNote(
  { file, text }: Extract<NoteAction, { kind: 'notes.remember' }>,
  { row, context, locale }: MessageScope,
  notes: OwnerNotes,
): string {
  const { conversation, sender: saidBy } = context;
  const words = texts(locale);
  const key = `message:${row.seq}`;
  // A program that died may have written it before it could answer.
  const fate = notes.fate(key);
  if (typeof fate === 'object') return keptText(fate.note, words);
  const plan = notes.plan({ file, text, project: workspaceOf(conversation, context) });
  if (plan.kind === 'refused') return noteFaultText(plan.fault, words);
  const fault = notes.add(plan.note, { key, conversation, saidBy });
  return fault === undefined ? keptText(plan.note, words) : noteFaultText(fault, words);
}

function keptText({ place, before, added }: PlannedNote, texts: Texts): string {
  const words = noteTexts(texts);
  const { diff } = unifiedDiff(place, before, `${before ?? ''}${added}`);
  return [words.kept(place), codeBlock(diff), words.applies].join('\n');
}

function undoText(undo: NoteUndo, words: Texts): string {
  const notes = noteTexts(words);
  switch (undo.kind) {
    case 'none':
      return notes.undo.none;
    case 'undone':
      return [notes.undone(undo.place), codeBlock(undo.added.trim())].join('\n');
    case 'late':
    case 'changed':
      return [notes.undo[undo.kind](undo.place), codeBlock(undo.added.trim())].join('\n');
    case 'unwritable':
      return noteFaultText(undo, words);
    default:
      return unreachable(undo);
  }
}
