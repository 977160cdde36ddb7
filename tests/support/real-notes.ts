import path from 'node:path';
import { createNotes } from '../../src/agent/notes/notes.ts';
import type { Notes } from '../../src/contracts/notes.ts';
import type { Store } from '../../src/contracts/store.ts';
import type { Clock } from '../../src/core/clock.ts';
import { createNoteFiles } from '../../src/library/note-files.ts';

export const SECRET = 'hunter2hunter2';

/** The owner's files in `workspace` of a folder, as the program keeps them. */
export function realNotes(folder: string, store: Pick<Store, 'notes'>, clock: Clock): Notes {
  return createNotes({
    files: createNoteFiles(path.join(folder, 'workspace')),
    rows: store.notes,
    clock,
    holdsSecret: (text) => text.includes(SECRET),
  });
}
