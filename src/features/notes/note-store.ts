import * as z from 'zod';
import { once } from '../../core/memoize.ts';
import { id, optionalText } from '../../store/columns.ts';
import type { Database } from '../../store/database.ts';
import { NOTE_FILES, type NoteStore } from './note.ts';

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
