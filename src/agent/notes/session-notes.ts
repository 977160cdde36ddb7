import type { SessionNotes } from '../../contracts/tool.ts';
import type { CallId } from '../../core/ids.ts';
import type { ActiveSession } from '../active-session.ts';

/** Bound to one call: a repetition after a crash adds no second line. */
export function sessionNotes({ parts, record }: ActiveSession, call: CallId): SessionNotes {
  const {
    reading: { notes },
    people: { isOwners, ownerAlone },
  } = parts;
  const { id, conversation, project } = record;
  const key = `call:${id}:${call}`;
  return {
    plan(file, text) {
      if (!isOwners(record)) return 'owners-only';
      if (file === 'USER.md' && !ownerAlone(record)) return 'not-alone';
      return notes.plan({ file, text, project });
    },
    add: (note) => notes.add(note, { key, conversation }),
    fate: () => notes.fate(key),
  };
}
