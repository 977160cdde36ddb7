import { expect, test } from 'vitest';
import { inboxEntry, outboxEntry } from './records.ts';
import { databasePath, freshStore, INSTANCE, select } from './store-file.ts';

test('finished old messages are emptied in batches; what is open or young keeps its words', () => {
  const file = databasePath();
  const { inbox } = freshStore(file);
  for (const [n, id] of ['a', 'b', 'c', 'open', 'young'].entries()) {
    inbox.accept({ ...inboxEntry(id), atMs: id === 'young' ? 1000 : n });
    if (id !== 'open') inbox.finish(n + 1, id === 'b' ? 'refused' : 'done', undefined);
  }
  const counts = [inbox.clearTexts(100, 2), inbox.clearTexts(100, 2), inbox.clearTexts(100, 2)];
  const rows = select(file, `SELECT message_id AS id, message = '{}' AS empty FROM inbox ORDER BY seq`);
  expect({ counts, rows, open: inbox.listUnfinished(INSTANCE).map(({ message }) => message.id) }).toEqual({
    counts: [2, 1, 0],
    rows: [
      { id: 'a', empty: 1 },
      { id: 'b', empty: 1 },
      { id: 'c', empty: 1 },
      { id: 'open', empty: 0 },
      { id: 'young', empty: 0 },
    ],
    open: ['open'],
  });
});

test('a message that comes again after it was emptied is still known', () => {
  const { inbox } = freshStore();
  inbox.accept(inboxEntry('m1'));
  inbox.finish(1, 'done', undefined);
  inbox.clearTexts(1_000, 10);
  expect(inbox.accept({ ...inboxEntry('m1'), atMs: 2_000 })).toBeUndefined();
});

test('sent and failed old messages are emptied; their keys stay taken, unsent ones whole', () => {
  const { outbox } = freshStore();
  for (const id of ['sent', 'failed', 'queued']) outbox.add(outboxEntry(id));
  outbox.markSent(1, 200);
  outbox.markFailed(2, 'no such chat');
  const counts = [outbox.clearTexts(101, 10), outbox.clearTexts(101, 10)];
  const { conversation, instance } = outboxEntry('x');
  expect({
    counts,
    again: outbox.add(outboxEntry('sent')),
    head: outbox.head(conversation, instance)?.body,
  }).toEqual({ counts: [2, 0], again: undefined, head: { kind: 'text', text: 'queued' } });
});

test('finding what is old never reads the whole table', () => {
  const file = databasePath();
  freshStore(file);
  const plan = (sql: string): string => JSON.stringify(select(file, `EXPLAIN QUERY PLAN ${sql}`));
  expect([
    plan(
      `SELECT seq FROM inbox WHERE state <> 'accepted' AND message <> '{}' AND received_at_ms < 5 LIMIT 9`,
    ),
    plan(
      `SELECT seq FROM outbox WHERE state IN ('sent', 'failed') AND body <> '{}' AND added_at_ms < 5 LIMIT 9`,
    ),
  ]).toEqual([
    expect.stringContaining('USING INDEX inbox_finished'),
    expect.stringContaining('USING INDEX outbox_finished'),
  ]);
});
