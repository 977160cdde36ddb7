import { expect, test } from 'vitest';
import type { Fence, JournalStanza, WhatsAppStore } from '../../src/contracts/whatsapp-store.ts';
import { databasePath, freshStore, select, thrownBy } from './store-file.ts';

const MAIN = 'main';
const CLAIM = { account: MAIN, pid: 7, startTime: 'mark', atMs: 1000, expiresAtMs: 46_000 };

function leased(file = databasePath()): { store: WhatsAppStore; fence: Fence; file: string } {
  const store = freshStore(file).whatsapp();
  const epoch = store.lease.take({ ...CLAIM, over: undefined });
  if (epoch === undefined) throw new Error('not leased');
  return { store, fence: { account: MAIN, epoch }, file };
}

const STANZA: JournalStanza = {
  chat: '34600111222@s.whatsapp.net',
  participant: '',
  id: 'A1',
  attributes: { from: '34600111222@s.whatsapp.net', id: 'A1', t: '1' },
  hashes: ['h1', 'h2'],
  seenAtMs: 5,
};

test('a lease has one holder; whoever read the row first wins, and the epoch grows', () => {
  const { lease } = freshStore().whatsapp();
  expect(lease.take({ ...CLAIM, over: undefined })).toBe(1);
  expect(lease.take({ ...CLAIM, pid: 8, over: undefined })).toBeUndefined();
  expect(lease.take({ ...CLAIM, pid: 8, over: 1 })).toBe(2);
  expect(lease.take({ ...CLAIM, pid: 9, over: 1 })).toBeUndefined();
  expect(lease.get(MAIN)).toEqual({
    pid: 8,
    startTime: 'mark',
    epoch: 2,
    renewedAtMs: 1000,
    expiresAtMs: 46_000,
  });
});

test('a lease that was taken over or given back cannot be renewed', () => {
  const { store, fence } = leased();
  const times = { atMs: 2000, expiresAtMs: 47_000 };
  expect(store.lease.renew(fence, times)).toBe(true);
  store.lease.release(fence);
  expect(store.lease.renew(fence, times)).toBe(false);
  expect(store.lease.take({ ...CLAIM, over: fence.epoch })).toBe(2);
  expect(store.lease.renew(fence, times)).toBe(false);
});

test('whoever has lost the lease writes neither credentials nor keys', () => {
  const { store, fence, file } = leased();
  store.lease.take({ ...CLAIM, over: fence.epoch });
  const refused = { kind: 'conflict', facts: fence };
  const key = { type: 'session', id: 'a', value: '1' };
  expect(thrownBy(() => store.auth.saveCredentials(fence, { text: '{}', atMs: 1 }))).toMatchObject(refused);
  expect(thrownBy(() => store.auth.changeKeys(fence, [key], 1))).toMatchObject(refused);
  expect(thrownBy(() => store.auth.quarantine(fence, 'aside'))).toMatchObject(refused);
  expect(select(file, 'SELECT * FROM whatsapp_credentials')).toEqual([]);
  expect(select(file, 'SELECT * FROM whatsapp_keys')).toEqual([]);
});

test('whoever has given the lease back writes nothing any more', () => {
  const { store, fence } = leased();
  store.lease.release(fence);
  const key = { type: 'session', id: 'a', value: '1' };
  expect(thrownBy(() => store.auth.changeKeys(fence, [key], 1))).toMatchObject({ kind: 'conflict' });
});

test('the newest credentials are read, and the two generations before them are kept', () => {
  const { store, fence, file } = leased();
  for (const text of ['1', '2', '3', '4', '5']) store.auth.saveCredentials(fence, { text, atMs: 1 });
  expect(store.auth.credentials(MAIN)).toEqual({ generation: 5, text: '5' });
  expect(select(file, 'SELECT generation, text FROM whatsapp_credentials')).toEqual([
    { generation: 3, text: '3' },
    { generation: 4, text: '4' },
    { generation: 5, text: '5' },
  ]);
});

test('keys are set and deleted together, and only those asked for are read', () => {
  const { store, fence } = leased();
  store.auth.changeKeys(
    fence,
    ['a', 'b', 'c'].map((id) => ({ type: 'session', id, value: id.toUpperCase() })),
    1,
  );
  const changes = [
    { type: 'session', id: 'a', value: undefined },
    { type: 'session', id: 'b', value: 'new' },
    { type: 'pre-key', id: 'c', value: 'other' },
  ];
  store.auth.changeKeys(fence, changes, 2);
  expect([...store.auth.keys(MAIN, 'session', ['a', 'b', 'c', 'x'])]).toEqual([
    ['b', 'new'],
    ['c', 'C'],
  ]);
});

test('old keys of one type are pruned', () => {
  const { store, fence } = leased();
  store.auth.changeKeys(fence, [{ type: 'retry', id: 'old', value: '1' }], 100);
  store.auth.changeKeys(fence, [{ type: 'session', id: 'old', value: '1' }], 100);
  store.auth.changeKeys(fence, [{ type: 'retry', id: 'new', value: '1' }], 200);
  expect(store.auth.pruneKeys(fence, 'retry', 200)).toBe(1);
  expect([...store.auth.keys(MAIN, 'retry', ['old', 'new'])]).toEqual([['new', '1']]);
  expect([...store.auth.keys(MAIN, 'session', ['old'])]).toEqual([['old', '1']]);
});

test('what is moved aside is kept under another name, and the account starts empty', () => {
  const { store, fence } = leased();
  store.auth.saveCredentials(fence, { text: 'secret', atMs: 1 });
  store.auth.changeKeys(fence, [{ type: 'session', id: 'a', value: 'A' }], 1);
  store.auth.quarantine(fence, 'main, logged out');
  expect(store.auth.credentials(MAIN)).toBeUndefined();
  expect([...store.auth.keys(MAIN, 'session', ['a'])]).toEqual([]);
  expect(store.auth.credentials('main, logged out')).toEqual({ generation: 1, text: 'secret' });
});

test('what was moved aside is taken back in place of what was begun since', () => {
  const { store, fence } = leased();
  store.auth.saveCredentials(fence, { text: 'secret', atMs: 1 });
  store.auth.changeKeys(fence, [{ type: 'session', id: 'a', value: 'A' }], 1);
  store.auth.quarantine(fence, 'aside');
  store.auth.saveCredentials(fence, { text: 'begun', atMs: 2 });
  store.auth.changeKeys(fence, [{ type: 'session', id: 'a', value: 'B' }], 2);
  store.auth.restore(fence, 'aside');
  expect([store.auth.credentials(MAIN), store.auth.credentials('aside')]).toEqual([
    { generation: 1, text: 'secret' },
    undefined,
  ]);
  expect([...store.auth.keys(MAIN, 'session', ['a'])]).toEqual([['a', 'A']]);
});

test('the journal gives back each message once, with what was decrypted of it in order', () => {
  const { journal } = freshStore().whatsapp();
  journal.add(MAIN, STANZA);
  journal.addPlaintext(MAIN, { hash: 'h2', plaintext: 'second' });
  journal.addPlaintext(MAIN, { hash: 'h1', plaintext: 'first' });
  journal.addPlaintext('other', { hash: 'h1', plaintext: 'not ours' });
  journal.add(MAIN, { ...STANZA, hashes: ['h3'], seenAtMs: 9 });
  expect(journal.listOpen(MAIN)).toEqual([
    { ...STANZA, seq: 1, hashes: ['h1', 'h2', 'h3'], plaintexts: ['first', 'second'] },
  ]);
});

test('who wrote a message of a group is known, also when it was stored', () => {
  const { journal } = freshStore().whatsapp();
  const message = { ...STANZA, chat: '1@g.us', participant: '7@lid' };
  journal.add(MAIN, message);
  journal.finish(MAIN, message, 1);
  journal.add(MAIN, STANZA);
  expect(journal.participantOf(MAIN, message)).toBe('7@lid');
  expect(journal.participantOf(MAIN, STANZA)).toBeUndefined();
});

test('of a message that was stored only its coming is remembered, for a while', () => {
  const { store, file } = leased();
  store.journal.add(MAIN, STANZA);
  store.journal.add(MAIN, { ...STANZA, id: 'B2', hashes: [] });
  store.journal.finish(MAIN, STANZA, 100);
  expect(store.journal.listOpen(MAIN).map(({ id }) => id)).toEqual(['B2']);
  expect(select(file, 'SELECT * FROM whatsapp_journal_parts')).toEqual([]);
  store.journal.add(MAIN, { ...STANZA, hashes: ['h9'] });
  expect(store.journal.listOpen(MAIN).map(({ id }) => id)).toEqual(['B2']);
  expect([store.journal.prune(MAIN, 100), store.journal.prune(MAIN, 101)]).toEqual([0, 1]);
});

test('a sent message keeps its first bytes, and its state follows the server', () => {
  const { sent } = freshStore().whatsapp();
  const row = { id: '3EB0', jid: 'x@s.whatsapp.net', message: 'first' };
  sent.add(MAIN, { ...row, atMs: 1 });
  sent.add(MAIN, { ...row, message: 'another', atMs: 2 });
  expect(sent.get(MAIN, '3EB0')).toEqual({ ...row, state: 'sending', error: undefined });
  sent.refuse(MAIN, '3EB0', '479');
  expect(sent.get(MAIN, '3EB0')).toEqual({ ...row, state: 'refused', error: '479' });
  sent.acknowledge(MAIN, '3EB0', 3);
  expect(sent.get(MAIN, '3EB0')).toEqual({ ...row, state: 'acknowledged', error: undefined });
  expect(sent.prune(MAIN, 2)).toBe(1);
  expect(sent.get(MAIN, '3EB0')).toBeUndefined();
});

test('a person is answered where they last wrote from', () => {
  const { contacts } = freshStore().whatsapp();
  expect(contacts.replyTo(MAIN, '34600111222')).toBeUndefined();
  contacts.remember(MAIN, { person: '34600111222', jid: '34600111222@s.whatsapp.net' });
  contacts.remember(MAIN, { person: '34600111222', jid: '7@lid' });
  expect(contacts.replyTo(MAIN, '34600111222')).toBe('7@lid');
});
