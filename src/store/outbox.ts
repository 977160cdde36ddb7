import * as z from 'zod';
import type { OutboundBody } from '../contracts/channel.ts';
import type { HeldMessages, OutboxStore } from '../contracts/store.ts';
import { flag, id, ownJson } from './columns.ts';
import type { Database } from './database.ts';

const Row = z.object({
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

const Seq = Row.pick({ seq: true });

// Must equal the condition of the index outbox_unsent, without which SQLite would read the whole table.
const UNSENT = `state IN ('queued', 'sending')`;
const DUE = `${UNSENT} AND held_at_ms IS NULL`;
// Must equal the condition of the index outbox_held.
const HELD = 'held_at_ms IS NOT NULL';

const SELECT = `
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
    `${SELECT} WHERE instance = @instance AND conversation = @conversation AND ${DUE} ORDER BY seq LIMIT 1`,
    Row,
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
    `${SELECT} WHERE instance = @instance AND conversation = @conversation AND ${HELD} ORDER BY seq`,
    Row,
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
