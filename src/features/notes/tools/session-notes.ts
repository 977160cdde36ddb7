import type { SessionRecord } from '../../../contracts/session.ts';
import type { CallId } from '../../../core/ids.ts';
import type { NoteFault, NoteFile, NotePlan, OwnerNotes, PlannedNote } from '../note.ts';

/** Lines for the owner's files, for one call. */
export interface SessionNotes {
  /** Changes nothing. `owners-only`: the session's person may not. `not-alone`: others read this chat. */
  plan(file: NoteFile, text: string): NotePlan | 'owners-only' | 'not-alone';
  /** Returns the obstacle, if any. */
  add(note: PlannedNote): NoteFault | undefined;
  /** State of this call's line after a crash. */
  fate(): ReturnType<OwnerNotes['fate']>;
}

export type NotesOfCall = (session: SessionRecord, call: CallId) => SessionNotes;

export interface SessionNotesPorts {
  readonly notes: OwnerNotes;
  /** True for a session of an owner, in any chat. */
  isOwners(session: SessionRecord): boolean;
  /** True when only an owner reads the session's answers. */
  ownerAlone(session: SessionRecord): boolean;
}

/** Bound to one call: a repetition after a crash adds no second line. */
export function notesByCall({ notes, isOwners, ownerAlone }: SessionNotesPorts): NotesOfCall {
  return (session, call) => {
    const { id, conversation, project, owner: saidBy } = session;
    const key = `call:${id}:${call}`;
    return {
      plan(file, text) {
        if (!isOwners(session)) return 'owners-only';
        if (file === 'USER.md' && !ownerAlone(session)) return 'not-alone';
        return notes.plan({ file, text, project });
      },
      add: (note) => notes.add(note, { key, conversation, saidBy }),
      fate: () => notes.fate(key),
    };
  };
}
