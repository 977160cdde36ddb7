import * as z from 'zod';
import type { InboundMessage, OutboundBody } from '../contracts/channel.ts';
import type { CardStore } from '../contracts/session-stores.ts';
import type { HeldMessages, InboxStore, OutboxStore } from '../contracts/store.ts';
import { flag, id, optionalText, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const InboxRow = z.object({
  seq: z.int(),
  channel: z.string(),
  message: ownJson<InboundMessage>(),
  state: z.enum(['accepted', 'done', 'refused']),
  reason: optionalText,
  receivedAtMs: z.int(),
});

const SELECT_INBOX = `
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
  const ofSeq = database.read(`${SELECT_INBOX} WHERE seq = @seq AND state = 'accepted'`, InboxRow);
  const rewrite = database.write('UPDATE inbox SET message = @message WHERE seq = @seq');
  const one = database.read(
    `${SELECT_INBOX} WHERE account = @account AND chat = @chat AND sender = @sender AND message_id = @id`,
    InboxRow,
  );
  const unfinished = database.read(
    `${SELECT_INBOX} WHERE instance = @instance AND state = 'accepted' ORDER BY seq`,
    InboxRow,
  );

  const before = database.read(
    `${SELECT_INBOX} WHERE account = @account AND chat = @chat AND sender = @sender AND received_at_ms >= @sinceMs
       AND seq < (SELECT seq FROM inbox
         WHERE account = @account AND chat = @chat AND sender = @sender AND message_id = @id)
     ORDER BY seq DESC LIMIT 50`,
    InboxRow,
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

const OutboxRow = z.object({
  seq: z.int(),
  id: z.string(),
  conversation: id<'conversation'>(),
  chat: z.string(),
  channel: z.string(),
  body: ownJson<OutboundBody>(),
  state: z.enum(['queued', 'sending', 'sent', 'failed']),
  ephemeral: flag,
  key: z.string(),
  attempts: z.int(),
  nextAtMs: z.int(),
});

const Seq = OutboxRow.pick({ seq: true });

// Must equal the condition of the index outbox_unsent, without which SQLite would read the whole table.
const UNSENT = `state IN ('queued', 'sending')`;
const DUE = `${UNSENT} AND held_at_ms IS NULL`;
// Must equal the condition of the index outbox_held.
const HELD = 'held_at_ms IS NOT NULL';

const SELECT_OUTBOX = `
  SELECT seq, id, conversation, chat, channel, body, state, ephemeral, dedupe_key AS key, attempts,
    next_at_ms AS nextAtMs
  FROM outbox`;

export function createOutboxStore(database: Database): OutboxStore {
  const insert = database.write(`
    INSERT INTO outbox (id, instance, conversation, chat, channel, dedupe_key, body, state, ephemeral, attempts,
      next_at_ms, added_at_ms)
    VALUES (@id, @instance, @conversation, @chat, @channel, @dedupeKey, @body, 'queued', @ephemeral, 0, @atMs, @atMs)
    ON CONFLICT (dedupe_key) DO NOTHING`);
  const head = database.read(
    `${SELECT_OUTBOX} WHERE instance = @instance AND conversation = @conversation AND ${DUE} ORDER BY seq LIMIT 1`,
    OutboxRow,
  );
  const newestReport = database.read(
    `SELECT seq FROM outbox WHERE instance = @instance AND conversation = @conversation AND ${DUE}
       AND dedupe_key GLOB 'ended:*' ORDER BY seq DESC LIMIT 1`,
    Seq,
  );
  const pending = database.read(
    `SELECT conversation FROM outbox WHERE instance = @instance AND ${DUE}
     GROUP BY conversation ORDER BY min(seq)`,
    z.object({ conversation: id<'conversation'>() }),
  );
  const waiting = database.read(`SELECT seq FROM outbox WHERE dedupe_key = @dedupeKey AND ${UNSENT}`, Seq);
  const sending = database.write(
    `UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE seq = @seq`,
  );
  const sent = database.write(
    `UPDATE outbox SET state = 'sent', sent_at_ms = @atMs, error = NULL WHERE seq = @seq`,
  );
  const retry = database.write(
    `UPDATE outbox SET state = 'queued', next_at_ms = @nextAtMs, error = @error WHERE seq = @seq`,
  );
  const failed = database.write(`UPDATE outbox SET state = 'failed', error = @error WHERE seq = @seq`);
  const drop = database.write(`
    UPDATE outbox SET state = 'failed', error = 'The program ended while it was being sent.'
    WHERE instance = @instance AND ${UNSENT} AND state = 'sending' AND ephemeral = 1`);

  // Must equal the condition of the index outbox_finished.
  const empty = database.write(`
    UPDATE outbox SET body = '{}' WHERE seq IN (
      SELECT seq FROM outbox WHERE state IN ('sent', 'failed') AND body <> '{}' AND added_at_ms < @beforeMs LIMIT @most)`);

  return {
    add(row) {
      const added = insert.run({ ...row, body: JSON.stringify(row.body) });
      if (added.changes === 0) return undefined;
      const { id: messageId, conversation, chat, channel, body, ephemeral, atMs } = row;
      return {
        seq: added.rowid,
        id: messageId,
        conversation,
        chat,
        channel,
        body,
        state: 'queued',
        ephemeral,
        key: row.dedupeKey,
        attempts: 0,
        nextAtMs: atMs,
      };
    },
    isWaiting: (dedupeKey) => waiting.get({ dedupeKey }) !== undefined,
    head: (conversation, instance) => head.get({ conversation, instance }),
    newestReport: (conversation, instance) => newestReport.get({ conversation, instance })?.seq,
    listUnsentChats: (instance) => pending.all({ instance }).map((row) => row.conversation),
    markSending: (seq) => sending.runOnRow({ seq }),
    markSent: (seq, atMs) => sent.runOnRow({ seq, atMs }),
    markShown: (seq, atMs) => database.unflushed(() => sent.runOnRow({ seq, atMs })),
    retryLater: (seq, nextAtMs, error) => retry.runOnRow({ seq, nextAtMs, error }),
    markFailed: (seq, error) => failed.runOnRow({ seq, error }),
    ...heldMessages(database),
    clearTexts: (beforeMs, most) => empty.run({ beforeMs, most }).changes,
    recover: (instance) => void drop.run({ instance }),
  };
}

function heldMessages(database: Database): HeldMessages {
  const hold = database.write('UPDATE outbox SET held_at_ms = @atMs WHERE seq = @seq');
  const held = database.read(
    `${SELECT_OUTBOX} WHERE instance = @instance AND conversation = @conversation AND ${HELD} ORDER BY seq`,
    OutboxRow,
  );
  const holding = database.read(
    `SELECT DISTINCT conversation FROM outbox WHERE instance = @instance AND ${HELD} ORDER BY conversation`,
    z.object({ conversation: id<'conversation'>() }),
  );
  const release = database.write(
    `UPDATE outbox SET held_at_ms = NULL, seq = (SELECT max(seq) + 1 FROM outbox) WHERE seq = @seq AND ${HELD}`,
  );
  const replaced = database.write(
    `UPDATE outbox SET state = 'sent', held_at_ms = NULL, sent_at_ms = @atMs, error = 'Another message stands for it.'
     WHERE seq = @seq`,
  );
  return {
    hold: (seq, atMs) => hold.runOnRow({ seq, atMs }),
    listHeld: (conversation, instance) => held.all({ conversation, instance }),
    listHeldChats: (instance) => holding.all({ instance }).map((row) => row.conversation),
    release: (seqs) =>
      database.atomically(() => {
        for (const seq of seqs) release.run({ seq });
      }),
    markReplaced: (seq, atMs) => replaced.runOnRow({ seq, atMs }),
  };
}

const CardRow = z.object({ id: z.string(), openedAtMs: z.int() });

export function createCardStore(database: Database): CardStore {
  const one = database.read(
    'SELECT message_id AS id, opened_at_ms AS openedAtMs FROM cards WHERE session = @session',
    CardRow,
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
