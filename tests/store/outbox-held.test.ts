import { expect, test } from 'vitest';
import type { ConversationId, InstanceId } from '../../src/core/ids.ts';
import { IN_MEMORY } from '../../src/store/database.ts';
import { openTestStore } from '../support/test-store.ts';

const INSTANCE = 'i' as InstanceId;
const CHAT = 'phone:ana' as ConversationId;

function outboxWith(...ids: readonly string[]) {
  const store = openTestStore({ path: IN_MEMORY });
  const seqs = ids.map((id) => {
    const row = store.outbox.add({
      id,
      conversation: CHAT,
      chat: 'ana',
      channel: 'phone',
      instance: INSTANCE,
      dedupeKey: `ended:${id}`,
      body: { kind: 'text', text: id },
      ephemeral: false,
      atMs: 1,
    });
    return row?.seq ?? Number.NaN;
  });
  return { outbox: store.outbox, seqs };
}

test('a held message lets those behind it go ahead', () => {
  const { outbox, seqs } = outboxWith('a', 'b');
  outbox.hold(seqs[0] ?? 0, 5);
  expect([
    outbox.head(CHAT, INSTANCE)?.id,
    outbox.newestReport(CHAT, INSTANCE),
    outbox.listUnsentChats(INSTANCE),
  ]).toEqual(['b', seqs[1], [CHAT]]);
});

test('where all are held, nothing is pending, and they are found again', () => {
  const { outbox, seqs } = outboxWith('a', 'b');
  for (const seq of seqs) outbox.hold(seq, 5);
  expect([
    outbox.head(CHAT, INSTANCE),
    outbox.newestReport(CHAT, INSTANCE),
    outbox.listUnsentChats(INSTANCE),
    outbox.listHeldChats(INSTANCE),
    outbox.listHeld(CHAT, INSTANCE).map(({ id }) => id),
    outbox.listHeldChats('other' as InstanceId),
  ]).toEqual([undefined, undefined, [], [CHAT], ['a', 'b'], []]);
});

test('released ones are sent behind what is there, in their old order', () => {
  const { outbox, seqs } = outboxWith('a', 'b', 'c');
  for (const seq of seqs.slice(0, 2)) outbox.hold(seq, 5);
  outbox.release(seqs);
  const sent: string[] = [];
  for (let row = outbox.head(CHAT, INSTANCE); row !== undefined; row = outbox.head(CHAT, INSTANCE)) {
    sent.push(row.id);
    outbox.markSent(row.seq, 6);
  }
  expect([sent, outbox.listHeldChats(INSTANCE)]).toEqual([['c', 'a', 'b'], []]);
});

test('a replaced one is neither sent nor held any more', () => {
  const { outbox, seqs } = outboxWith('a');
  outbox.hold(seqs[0] ?? 0, 5);
  outbox.markReplaced(seqs[0] ?? 0, 6);
  outbox.release(seqs);
  expect([outbox.head(CHAT, INSTANCE), outbox.listHeldChats(INSTANCE)]).toEqual([undefined, []]);
});
