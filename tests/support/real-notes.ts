import path from 'node:path';
import type { Clock } from '../../src/core/clock.ts';
import type { NoteStore, OwnerNotes } from '../../src/features/notes/note.ts';
import { createNoteFiles, createNotes } from '../../src/features/notes/notes.ts';

export const SECRET = 'hunter2hunter2';

/** The owner's files in `workspace` of a folder, as the program keeps them. */
export function realNotes(folder: string, rows: NoteStore, clock: Clock): OwnerNotes {
  return createNotes({
    files: createNoteFiles(path.join(folder, 'workspace')),
    rows,
    clock,
    holdsSecret: (text) => text.includes(SECRET),
  });
}
