import type { Feature } from '../../contracts/feature.ts';
import type { Notes } from '../../contracts/notes.ts';
import { noteActions } from './actions.ts';
import { rememberCommand } from './remember-command.ts';

/** Lines that an owner has kept for every later task, by `/remember`. */
export function notesFeature(notes: Notes): Feature {
  return { name: 'notes', commands: [rememberCommand], actions: noteActions(notes) };
}
