import * as z from 'zod';
import type { InboundMessage } from '../contracts/channel.ts';
import type { InboxStore } from '../contracts/store.ts';
import { optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
  seq: z.int(),
  channel: z.string(),
  message: ownJson<InboundMessage>(),
  state: z.enum(['accepted', 'done', 'refused']),
  reason: optionalText,
  receivedAtMs: z.int(),
});

const SELECT = `
  SELECT seq, channel, message, state, reason, received_at_ms AS receivedAtMs FROM inbox`;

export function createInboxStore(database: Database): InboxStore {
  const insert = database.write(`
    INSERT INTO inbox (instance, channel, account, chat, sender, message_id, message, state, received_at_ms)
    VALUES (@instance, @channel, @account, @chat, @sender, @id, @message, 'accepted', @atMs)
    ON CONFLICT (account, chat, sender, message_id) DO NOTHING`);
  const finish = database.write('UPDATE inbox SET state = @state, reason = @reason WHERE seq = @seq');
  const reopen = database.write(`
    UPDATE inbox SET state = 'accepted', reason = NULL, instance = @instance
    WHERE seq = @seq AND state = 'done' AND message <> '{}'`);
  const ofSeq = database.read(`${SELECT} WHERE seq = @seq AND state = 'accepted'`, Row);
  const rewrite = database.write('UPDATE inbox SET message = @message WHERE seq = @seq');
  const one = database.read(
    `${SELECT} WHERE account = @account AND chat = @chat AND sender = @sender AND message_id = @id`,
    Row,
  );
  const unfinished = database.read(
    `${SELECT} WHERE instance = @instance AND state = 'accepted' ORDER BY seq`,
    Row,
  );

  const before = database.read(
    `${SELECT} WHERE account = @account AND chat = @chat AND sender = @sender AND received_at_ms >= @sinceMs
       AND seq < (SELECT seq FROM inbox
         WHERE account = @account AND chat = @chat AND sender = @sender AND message_id = @id)
     ORDER BY seq DESC LIMIT 50`,
    Row,
  );

  const fetched = database.read(
    'SELECT bytes FROM fetched WHERE person = @person AND day = @day',
    z.object({ bytes: z.int() }),
  );
  const addFetched = database.write(`
    INSERT INTO fetched (person, day, bytes) VALUES (@person, @day, @bytes)
    ON CONFLICT (person, day) DO UPDATE SET bytes = bytes + excluded.bytes`);

  // Must equal the condition of the index inbox_finished, without which SQLite would read the whole table.
  const empty = database.write(`
    UPDATE inbox SET message = '{}' WHERE seq IN (
      SELECT seq FROM inbox WHERE state <> 'accepted' AND message <> '{}' AND received_at_ms < @beforeMs LIMIT @most)`);

  return {
    accept({ channel, message, instance, atMs }) {
      const { account, chat, sender, id } = message;
      const text = JSON.stringify(message);
      const added = insert.run({ instance, channel, account, chat, sender, id, message: text, atMs });
      if (added.changes === 0) return undefined;
      return { seq: added.rowid, channel, message, state: 'accepted', reason: undefined, receivedAtMs: atMs };
    },
    finish: (seq, state, reason) => finish.runOnRow({ seq, state, reason }),
    reopen: (seqs, instance) =>
      seqs.flatMap((seq) => (reopen.run({ seq, instance }).changes > 0 ? (ofSeq.get({ seq }) ?? []) : [])),
    clearTexts: (beforeMs, most) => empty.run({ beforeMs, most }).changes,
    find: ({ account, chat, sender, id }) => one.get({ account, chat, sender, id }),
    listEarlier: ({ account, chat, sender, id }, sinceMs) =>
      before.all({ account, chat, sender, id, sinceMs }),
    rewrite: (seq, message) => rewrite.runOnRow({ seq, message: JSON.stringify(message) }),
    fetchedBytes: (person, day) => fetched.get({ person, day })?.bytes ?? 0,
    addFetchedBytes: (person, day, bytes) => void addFetched.run({ person, day, bytes }),
    listUnfinished: (instance) => unfinished.all({ instance }),
  };
}
