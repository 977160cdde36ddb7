import { workspaceOf } from '../../commands/workspace-of.ts';
import type { Action, ProgramFacts } from '../../contracts/commands.ts';
import type { Notes, NoteUndo, PlannedNote } from '../../contracts/notes.ts';
import type { Store } from '../../contracts/store.ts';
import { codeBlock } from '../../core/text.ts';
import { type Texts, texts } from '../../core/texts/texts.ts';
import { unreachable } from '../../core/unreachable.ts';
import { noteFaultText } from '../../library/note-text.ts';
import { unifiedDiff } from '../../tools/edit/unified-diff.ts';
import type { Cause } from '../cause.ts';

export type NoteAction = Extract<Action, { kind: 'remember' | 'forget' }>;

export function isNoteAction(action: Action): action is NoteAction {
  return action.kind === 'remember' || action.kind === 'forget';
}

export interface KeepNoteParts {
  readonly notes: Notes;
  readonly store: Pick<Store, 'chosenWorkspaces'>;
  readonly program: Pick<ProgramFacts, 'workspaces'>;
}

/** Writes, or takes back, one line of the owner's files, and says what became of it. Safe to repeat for one message. */
export function keepNote(action: NoteAction, cause: Cause, parts: KeepNoteParts): string {
  const words = texts(cause.locale);
  if (action.kind === 'forget') return undoText(parts.notes.undo(cause.conversation), words);
  return remembered(action, cause, parts);
}

function remembered(
  { file, text }: Extract<NoteAction, { kind: 'remember' }>,
  { row, conversation, locale }: Cause,
  { notes, ...here }: KeepNoteParts,
): string {
  const words = texts(locale);
  const key = `message:${row.seq}`;
  // A program that died may have written it before it could answer.
  const fate = notes.fate(key);
  if (typeof fate === 'object') return keptText(fate.note, words);
  const plan = notes.plan({ file, text, project: workspaceOf(conversation, here) });
  if (plan.kind === 'refused') return noteFaultText(plan.fault, words);
  const fault = notes.add(plan.note, { key, conversation });
  return fault === undefined ? keptText(plan.note, words) : noteFaultText(fault, words);
}

function keptText({ place, before, added }: PlannedNote, { notes }: Texts): string {
  const { diff } = unifiedDiff(place, before, `${before ?? ''}${added}`);
  return [notes.kept(place), codeBlock(diff), notes.applies].join('\n');
}

function undoText(undo: NoteUndo, words: Texts): string {
  const { notes } = words;
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
