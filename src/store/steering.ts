import * as z from 'zod';
import type { Enclosure } from '../contracts/enclosures.ts';
import type { SessionStore } from '../contracts/session-stores.ts';
import { ownJson } from './columns.ts';
import type { Database } from './database.ts';

type SteeringQueue = Pick<
  SessionStore,
  'addSteering' | 'pendingSteering' | 'rewriteSteering' | 'takeSteering'
>;

const Row = z.object({
  seq: z.int(),
  inboxSeq: z.int(),
  text: z.string(),
  enclosure: ownJson<Enclosure>()
    .nullable()
    .transform((value) => value ?? undefined),
});

/** Messages that came while their session was running. A taken one is stored with the round that took it. */
export function createSteeringQueue(database: Database): SteeringQueue {
  const insert = database.write(`
    INSERT INTO steering (session, text, enclosure, inbox_seq, at_ms)
    VALUES (@session, @text, @enclosure, @inboxSeq, @atMs)`);
  const unread = database.read(
    `
    SELECT seq, inbox_seq AS inboxSeq, text, enclosure FROM steering
    WHERE session = @session AND taken_round IS NULL ORDER BY seq`,
    Row,
  );
  const rewrite = database.write('UPDATE steering SET text = @text WHERE seq = @seq AND taken_round IS NULL');
  const remove = database.write('DELETE FROM steering WHERE seq = @seq AND taken_round IS NULL');
  const take = database.write(`
    UPDATE steering SET taken_round = @round WHERE session = @session AND seq <= @seq AND taken_round IS NULL`);

  return {
    addSteering: ({ enclosure, ...steering }) =>
      void insert.run({
        ...steering,
        enclosure: enclosure === undefined ? undefined : JSON.stringify(enclosure),
      }),
    pendingSteering: (session) => unread.all({ session }),
    rewriteSteering: (seq, text) =>
      (text === undefined ? remove.run({ seq }) : rewrite.run({ seq, text })).changes > 0,
    takeSteering: (session, seq, round) => void take.run({ session, seq, round }),
  };
}
