import * as z from 'zod';
import type { CardStore } from '../contracts/session-stores.ts';
import type { Database } from './database.ts';

const Row = z.object({ id: z.string(), openedAtMs: z.int() });

export function createCardStore(database: Database): CardStore {
  const one = database.read(
    'SELECT message_id AS id, opened_at_ms AS openedAtMs FROM cards WHERE session = @session',
    Row,
  );
  const put = database.write(`
    INSERT INTO cards (session, message_id, opened_at_ms) VALUES (@session, @id, @openedAtMs)
    ON CONFLICT (session) DO UPDATE SET message_id = excluded.message_id, opened_at_ms = excluded.opened_at_ms`);
  // A reaction to it, and a reply, still refer to its session.
  const keep = database.write(`
    INSERT INTO ended_cards (message_id, session)
    SELECT message_id, session FROM cards WHERE session = @session AND message_id <> @id
    ON CONFLICT (message_id) DO NOTHING`);
  const remove = database.write('DELETE FROM cards WHERE session = @session');
  // The key of a report is "ended:", its session, and a colon with more behind it.
  const shown = database.read(
    `SELECT message_id AS id FROM ended_cards WHERE session = @session
     UNION SELECT message_id FROM cards WHERE session = @session
     UNION SELECT id FROM outbox WHERE dedupe_key > 'ended:' || @session || ':' AND dedupe_key < 'ended:' || @session || ';'
     ORDER BY id`,
    z.object({ id: z.string() }),
  );
  const note = database.write(
    'INSERT INTO ended_cards (message_id, session) VALUES (@id, @session) ON CONFLICT (message_id) DO NOTHING',
  );

  return {
    get: (session) => one.get({ session }),
    // After a power cut a second card appears, and nothing else.
    put: (session, card) =>
      database.unflushed(() => {
        keep.run({ session, id: card.id });
        put.run({ session, ...card });
      }),
    remove: (session) =>
      database.atomically(() => {
        keep.run({ session, id: '' });
        remove.run({ session });
      }),
    listMessages: (session) => shown.all({ session }).map(({ id }) => id),
    noteShown: (session, messages) =>
      database.atomically(() => {
        for (const id of messages) note.run({ id, session });
      }),
  };
}
