import { type Clock, MINUTE_MS } from '../../core/clock.ts';
import { sha256 } from '../../core/json.ts';
import { judgeLine, judgePlace } from './judge-note.ts';
import type { KeptNote, NotePlan, NoteStore, NoteUndo, OwnerNotes } from './note.ts';
import type { NoteFiles } from './note-files.ts';

/** How long a command can take a line back; later the owner edits the file. */
export const UNDO_MS = 10 * MINUTE_MS;

export interface NotesParts {
  readonly files: NoteFiles;
  readonly rows: NoteStore;
  readonly clock: Clock;
  holdsSecret(text: string): boolean;
}

export function createNotes({ files, rows, clock, holdsSecret }: NotesParts): OwnerNotes {
  return {
    plan: ({ file, text, project }) => planNote({ file, text, project }, { files, holdsSecret }),
    add({ file, place, before, added }, { key, conversation, saidBy }) {
      const hashes = { before: hashOf(before), after: sha256(`${before ?? ''}${added}`) };
      rows.put({ key, conversation, file, place, added, ...hashes, saidBy, atMs: clock.nowMs() });
      const fault = files.write(place, before, `${before ?? ''}${added}`);
      return fault && { ...fault, place };
    },
    fate(key) {
      const row = rows.find(key);
      if (row === undefined) return undefined;
      const now = files.textAt(row.place);
      if (hashOf(now) === row.before) return 'not-added';
      return holdsAtEnd(now, row)
        ? { kind: 'added', note: { ...row, before: textBefore(now, row) } }
        : 'unknown';
    },
    undo: (conversation) => undoLatest(rows.latest(conversation), { files, rows, nowMs: clock.nowMs() }),
  };
}

function planNote(
  { file, text, project }: Parameters<OwnerNotes['plan']>[0],
  { files, holdsSecret }: Pick<NotesParts, 'files' | 'holdsSecret'>,
): NotePlan {
  const line = judgeLine(text, holdsSecret);
  if (line.kind === 'fault') return { kind: 'refused', fault: line.fault };
  const found = files.find(file, project);
  const { place } = found;
  if (found.kind === 'refused')
    return { kind: 'refused', fault: { kind: 'unusable', place, why: found.why } };
  const { before } = found;
  const judged = judgePlace(line.text, { place, before, most: files.most });
  if (judged.kind === 'fault') return { kind: 'refused', fault: judged.fault };
  return { kind: 'planned', note: { file, place, before, added: judged.added } };
}

interface NoteUndoParts extends Pick<NotesParts, 'files' | 'rows'> {
  readonly nowMs: number;
}

/** Only a file that still has our content is changed: anything else is the owner's own edit. */
function undoLatest(row: KeptNote | undefined, { files, rows, nowMs }: NoteUndoParts): NoteUndo {
  if (row === undefined) return { kind: 'none' };
  const { place, added } = row;
  const now = files.textAt(place);
  // It was never written, or taken back by a program that died before it could record that.
  if (hashOf(now) === row.before) {
    rows.markUndone(row.seq, nowMs);
    return { kind: 'undone', place, before: now, added };
  }
  if (!holdsAtEnd(now, row)) return { kind: 'changed', place, added };
  if (nowMs - row.atMs > UNDO_MS) return { kind: 'late', place, added };
  const before = textBefore(now, row);
  const fault = files.write(place, now, before);
  if (fault?.kind === 'unwritable') return { ...fault, place };
  if (fault !== undefined) return { kind: 'changed', place, added };
  rows.markUndone(row.seq, nowMs);
  return { kind: 'undone', place, before, added };
}

function holdsAtEnd(now: string | undefined, { after }: KeptNote): now is string {
  return now !== undefined && sha256(now) === after;
}

function textBefore(now: string, { before, added }: KeptNote): string | undefined {
  return before === undefined ? undefined : now.slice(0, now.length - added.length);
}

function hashOf(text: string | undefined): string | undefined {
  return text === undefined ? undefined : sha256(text);
}
