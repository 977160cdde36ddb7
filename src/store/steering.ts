import * as z from 'zod';
import type { SessionStore } from '../contracts/store.ts';
import type { Database } from './database.ts';

type SteeringQueue = Pick<
  SessionStore,
  'addSteering' | 'pendingSteering' | 'rewriteSteering' | 'takeSteering'
>;

/** Messages that came while their session was running. A taken one is kept with the round that took it. */
export function createSteeringQueue(database: Database): SteeringQueue {
  const insert = database.write(`
    INSERT INTO steering (session, text, inbox_seq, at_ms) VALUES (@session, @text, @inboxSeq, @atMs)`);
  const unread = database.read(
    'SELECT seq, text FROM steering WHERE session = @session AND taken_round IS NULL ORDER BY seq',
    z.object({ seq: z.int(), text: z.string() }),
  );
  const rewrite = database.write('UPDATE steering SET text = @text WHERE seq = @seq AND taken_round IS NULL');
  const remove = database.write('DELETE FROM steering WHERE seq = @seq AND taken_round IS NULL');
  const take = database.write(`
    UPDATE steering SET taken_round = @round WHERE session = @session AND seq <= @seq AND taken_round IS NULL`);

  return {
    addSteering: (steering) => void insert.run({ ...steering }),
    pendingSteering: (session) => unread.all({ session }),
    rewriteSteering: (seq, text) =>
      (text === undefined ? remove.run({ seq }) : rewrite.run({ seq, text })).changes > 0,
    takeSteering: (session, seq, round) => void take.run({ session, seq, round }),
  };
}
