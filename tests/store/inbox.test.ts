import { expect, test } from 'vitest';
import { inboundMessage, inboxEntry } from './records.ts';
import { databasePath, execute, freshStore, INSTANCE, OTHER, thrownBy } from './store-file.ts';

test('an accepted message survives closing, as it came', () => {
  const file = databasePath();
  const message = inboundMessage({ text: 'ñandú 🚀 \u0000 \ud800 "quoted"', quotedId: 'q' });
  const first = freshStore(file);
  const accepted = first.inbox.accept({ channel: 'console', message, instance: INSTANCE, atMs: 10 });
  first.close();
  expect(accepted).toEqual({
    seq: 1,
    channel: 'console',
    message,
    state: 'accepted',
    reason: undefined,
    receivedAtMs: 10,
  });
  expect(freshStore(file).inbox.listUnfinished(INSTANCE)).toEqual([accepted]);
});

test('the same message is accepted once, from another connection too', () => {
  const file = databasePath();
  freshStore(file).inbox.accept(inboxEntry('m1'));
  const second = freshStore(file);
  expect(second.inbox.accept({ ...inboxEntry('m1'), instance: OTHER, atMs: 99 })).toBeUndefined();
  expect(second.inbox.listUnfinished(OTHER)).toEqual([]);
});

test.each([['account'], ['chat'], ['sender'], ['id']])('another %s makes it another message', (part) => {
  const { inbox } = freshStore();
  inbox.accept(inboxEntry('m1'));
  const message = inboundMessage({ [part]: 'another' });
  expect(inbox.accept({ ...inboxEntry('m1'), message })).toMatchObject({ seq: 2, message });
});

test('finished messages are not unfinished, and stay known', () => {
  const { inbox } = freshStore();
  for (const id of ['m1', 'm2', 'm3']) inbox.accept(inboxEntry(id));
  inbox.finish(1, 'done', undefined);
  inbox.finish(2, 'refused', 'not allowed');
  expect(inbox.listUnfinished(INSTANCE).map((row) => row.message.id)).toEqual(['m3']);
  expect(inbox.accept(inboxEntry('m1'))).toBeUndefined();
});

test('unfinished messages come in order of arrival and only to their own program', () => {
  const { inbox } = freshStore();
  for (const id of ['m2', 'm1', 'm3']) inbox.accept(inboxEntry(id));
  inbox.accept({ ...inboxEntry('m0'), instance: OTHER });
  expect(inbox.listUnfinished(INSTANCE).map((row) => row.message.id)).toEqual(['m2', 'm1', 'm3']);
});

test('finishing a message that is not there is a bug, not a silence', () => {
  expect(() => freshStore().inbox.finish(7, 'done', undefined)).toThrow('No row to change');
});

test('a row that was tampered with is refused by name', () => {
  const file = databasePath();
  const { inbox } = freshStore(file);
  inbox.accept(inboxEntry('m1'));
  execute(file, `UPDATE inbox SET message = '{"half'`);
  expect(thrownBy(() => inbox.listUnfinished(INSTANCE))).toMatchObject({
    kind: 'invalid',
    message: expect.stringMatching(/wasap\.db: a row is not as this program wrote it .* at message$/s),
  });
});
