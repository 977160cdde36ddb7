import { expect, test } from 'vitest';
import type { OutboundBody } from '../../src/contracts/channel.ts';
import type { Store } from '../../src/contracts/store.ts';
import { conversationId } from '../../src/core/ids.ts';
import { outboxEntry } from './records.ts';
import { databasePath, freshStore, INSTANCE, OTHER } from './store-file.ts';

const CHAT = conversationId('console', 'local');
const ELSEWHERE = conversationId('console', 'elsewhere');

function storeWith(...ids: readonly string[]): Store {
  const store = freshStore();
  for (const id of ids) store.outbox.add(outboxEntry(id));
  return store;
}

test.each<OutboundBody>([
  { kind: 'text', text: '✓ hecho' },
  { kind: 'edit', target: 't', text: 'x' },
  { kind: 'reaction', target: 't', emoji: '👍' },
  { kind: 'poll', question: 'q?', choices: ['a', 'b'] },
  { kind: 'image', path: '/i.png', caption: '' },
  { kind: 'document', path: '/d.pdf', name: 'd.pdf', caption: 'c' },
])('a message with body $kind comes back as it was added', (body) => {
  const file = databasePath();
  const first = freshStore(file);
  const added = first.outbox.add(outboxEntry('o1', { body, ephemeral: true }));
  first.close();
  expect(added).toEqual({
    seq: 1,
    id: 'o1',
    conversation: CHAT,
    chat: 'local',
    channel: 'console',
    body,
    state: 'queued',
    ephemeral: true,
    key: 'key-o1',
    attempts: 0,
    nextAtMs: 100,
  });
  expect(freshStore(file).outbox.head(CHAT, INSTANCE)).toEqual(added);
});

test('a dedupe key is used once, even after its message was sent', () => {
  const { outbox } = storeWith('o1');
  outbox.markSent(1, 200);
  expect(outbox.add(outboxEntry('o2', { dedupeKey: 'key-o1' }))).toBeUndefined();
});

test('the head is the oldest unsent message of the conversation, and waits for its time', () => {
  const { outbox } = storeWith('o1', 'o2');
  outbox.markSending(1);
  outbox.retryLater(1, 9000, 'no network');
  expect(outbox.head(CHAT, INSTANCE)).toMatchObject({
    id: 'o1',
    state: 'queued',
    attempts: 1,
    nextAtMs: 9000,
  });
});

test('a message being sent stays the head', () => {
  const { outbox } = storeWith('o1', 'o2');
  outbox.markSending(1);
  expect(outbox.head(CHAT, INSTANCE)).toMatchObject({ id: 'o1', state: 'sending', attempts: 1 });
});

test.each<[string, (outbox: Store['outbox']) => void]>([
  ['sent', (outbox) => outbox.markSent(1, 200)],
  ['shown', (outbox) => outbox.markShown(1, 200)],
  ['failed', (outbox) => outbox.markFailed(1, 'gone')],
])('a %s message makes way for the next', (_, end) => {
  const { outbox } = storeWith('o1', 'o2');
  end(outbox);
  expect(outbox.head(CHAT, INSTANCE)?.id).toBe('o2');
});

test('conversations and programs have heads of their own', () => {
  const { outbox } = storeWith('o1');
  outbox.add(outboxEntry('o2', { conversation: ELSEWHERE }));
  outbox.add(outboxEntry('o3', { instance: OTHER }));
  const heads = [outbox.head(CHAT, INSTANCE), outbox.head(ELSEWHERE, INSTANCE), outbox.head(CHAT, OTHER)];
  expect(heads.map((row) => row?.id)).toEqual(['o1', 'o2', 'o3']);
  expect(outbox.head(ELSEWHERE, OTHER)).toBeUndefined();
});

test('pending names each conversation with unsent messages once, longest waiting first', () => {
  const { outbox } = storeWith('o1', 'o2');
  outbox.add(outboxEntry('o3', { conversation: ELSEWHERE }));
  outbox.markSent(1, 200);
  outbox.add(outboxEntry('o4', { conversation: conversationId('console', 'done') }));
  outbox.markSent(4, 200);
  expect(outbox.listUnsentChats(INSTANCE)).toEqual([CHAT, ELSEWHERE]);
});

test('after a crash a half-sent progress message is dropped and everything else is sent again', () => {
  const { outbox } = freshStore();
  outbox.add(outboxEntry('progress', { ephemeral: true }));
  outbox.add(outboxEntry('report'));
  outbox.add(outboxEntry('later progress', { ephemeral: true }));
  outbox.add(outboxEntry('of another program', { ephemeral: true, instance: OTHER }));
  for (const seq of [1, 2, 4]) outbox.markSending(seq);
  outbox.recover(INSTANCE);
  expect(outbox.head(CHAT, INSTANCE)).toMatchObject({ id: 'report', state: 'sending' });
  outbox.markSent(2, 300);
  expect(outbox.head(CHAT, INSTANCE)).toMatchObject({ id: 'later progress', state: 'queued' });
  expect(outbox.head(CHAT, OTHER)).toMatchObject({ state: 'sending' });
});
