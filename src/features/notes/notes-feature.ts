import type { Feature } from '../../contracts/feature.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { noteActions } from './actions.ts';
import { rememberCommand } from './remember-command.ts';
import { remember } from './tools/remember.ts';
import { notesByCall, type SessionNotesPorts } from './tools/session-notes.ts';

/** Lines that an owner has kept for every later task, by `/remember` or by the model's tool. */
export function notesFeature(parts: SessionNotesPorts): Feature {
  return {
    name: 'notes',
    commands: [rememberCommand],
    actions: noteActions(parts.notes),
    tools: [remember(notesByCall(parts))],
  };
}

/** The tool of this feature for catalogues, where nothing is carried out. */
export function describedNoteTools(): readonly AnyTool[] {
  return [
    remember(() => {
      throw new Error('the tool of notes was called outside a running program');
    }),
  ];
}
