import { expect, test } from 'vitest';
import type { SessionStatus } from '../../src/contracts/session.ts';
import type { Store } from '../../src/contracts/store.ts';
import { type CallId, conversationId, type SessionId } from '../../src/core/ids.ts';
import { openStore } from '../../src/store/open.ts';
import { sessionRecord } from '../support/session-record.ts';
import { approvalRecord, inboxEntry, outboxEntry } from './records.ts';
import { databasePath, freshStore, INSTANCE, OTHER } from './store-file.ts';

const PROGRAM = { id: INSTANCE, pid: 4711, startTime: '98765' };
const STATUSES: readonly SessionStatus[] = [
  'queued',
  'running',
  'waiting',
  'paused',
  'parked',
  'done',
  'failed',
  'cancelled',
];

function oneSessionOfEachStatus(store: Store): void {
  for (const status of STATUSES)
    store.sessions.create(sessionRecord({ id: idOf(status), state: { status } }));
}

function idOf(status: SessionStatus): SessionId {
  return `session-${status}` as SessionId;
}

test('a registered program is seen by another until it is forgotten', () => {
  const file = databasePath();
  const [store, another] = [freshStore(file), freshStore(file)];
  store.instances.register({ ...PROGRAM, atMs: 1 });
  const during = another.instances.all();
  store.instances.forget(INSTANCE);
  expect({ during, after: another.instances.all() }).toEqual({
    during: [{ ...PROGRAM, seenAtMs: 1 }],
    after: [],
  });
});

test('adopting takes over sessions that are not over, running ones included, and names them oldest first', () => {
  const store = freshStore();
  oneSessionOfEachStatus(store);
  const adopted = store.instances.adopt(INSTANCE, OTHER);
  expect(adopted).toEqual(['session-queued', 'session-running', 'session-waiting', 'session-paused']);
  expect(store.sessions.listByStatus(STATUSES, OTHER).map((session) => session.id)).toEqual(adopted);
});

test('adopting takes over unfinished messages and leaves finished ones', () => {
  const store = freshStore();
  const done = store.inbox.accept(inboxEntry('m1'));
  store.inbox.accept(inboxEntry('m2'));
  store.inbox.finish(done?.seq ?? 0, 'done', undefined);
  store.instances.adopt(INSTANCE, OTHER);
  const ids = (owner: typeof OTHER): string[] =>
    store.inbox.listUnfinished(owner).map((row) => row.message.id);
  expect({ from: ids(INSTANCE), to: ids(OTHER) }).toEqual({ from: [], to: ['m2'] });
});

test('adopting takes over unsent messages with their state', () => {
  const store = freshStore();
  const conversation = conversationId('console', 'local');
  const row = store.outbox.add(outboxEntry('o1'));
  store.outbox.markSending(row?.seq ?? 0);
  store.instances.adopt(INSTANCE, OTHER);
  expect(store.outbox.listUnsentChats(INSTANCE)).toEqual([]);
  expect(store.outbox.head(conversation, OTHER)).toMatchObject({ id: 'o1', state: 'sending', attempts: 1 });
});

test('pending approvals go with their session', () => {
  const store = freshStore();
  oneSessionOfEachStatus(store);
  store.approvals.create(approvalRecord({ session: idOf('waiting'), call: 'c' as CallId }));
  store.instances.adopt(INSTANCE, OTHER);
  const ids = (owner: typeof OTHER): string[] => store.approvals.listAllPending(owner).map((row) => row.id);
  expect({ from: ids(INSTANCE), to: ids(OTHER) }).toEqual({ from: [], to: ['abc'] });
});

test('adopting forgets the gone program, and a second adopter gets nothing', () => {
  const store = freshStore();
  store.instances.register({ ...PROGRAM, atMs: 1 });
  oneSessionOfEachStatus(store);
  store.instances.adopt(INSTANCE, OTHER);
  expect({ all: store.instances.all(), again: store.instances.adopt(INSTANCE, OTHER) }).toEqual({
    all: [],
    again: [],
  });
});

test('the lock of a program is held until its store is closed, and nobody else has it', () => {
  const file = databasePath();
  const [store, another] = [openStore({ path: file }), freshStore(file)];
  store.instances.register({ ...PROGRAM, atMs: 1 });
  const during = another.instances.isHeld(INSTANCE);
  store.close();
  expect([during, another.instances.isHeld(INSTANCE), another.instances.isHeld(OTHER)]).toEqual([
    true,
    false,
    undefined,
  ]);
});

test('adopting a program ends its lease of WhatsApp, and no other', () => {
  const store = freshStore();
  store.instances.register({ ...PROGRAM, atMs: 1 });
  const { lease } = store.whatsapp();
  const claim = { pid: PROGRAM.pid, over: undefined, atMs: 1, expiresAtMs: 9 };
  lease.take({ ...claim, account: 'its', startTime: PROGRAM.startTime });
  lease.take({ ...claim, account: 'another', startTime: 'later' });
  store.instances.adopt(INSTANCE, OTHER);
  expect([lease.get('its')?.expiresAtMs, lease.get('another')?.expiresAtMs]).toEqual([0, 9]);
});
