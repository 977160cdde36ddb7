import { expect, test } from 'vitest';
import * as z from 'zod';
import { type SessionChange, type SessionRecord, withChange } from '../../src/contracts/session.ts';
import type { Store } from '../../src/contracts/store.ts';
import { conversationId, type SessionId } from '../../src/core/ids.ts';
import type { Database } from '../../src/store/database.ts';
import { createSessionStore, createTaskNumberStore } from '../../src/store/sessions.ts';
import { type SessionDifference, sessionRecord } from '../support/session-record.ts';
import { databasePath, freshStore, INSTANCE, OTHER, storeWithSession, thrownBy } from './store-file.ts';

const ID = sessionRecord().id;
const CHAT = sessionRecord().conversation;

const FULL: SessionRecord = sessionRecord({
  prompt: { system: 'You are…', tools: '[{"name":"read_lines"}]' },
  state: {
    status: 'parked',
    reason: 'rounds',
    cancelRequested: true,
    wakeAtMs: 1_790_000_000_000,
    outageWaits: 2,
    endedAtMs: 1_790_000_000_001,
  },
  usage: {
    round: 17,
    runStartRound: 15,
    activeMs: 1234,
    earlierActiveMs: 60_000,
    costMicroUsd: 5_000_000_000,
    costKnown: false,
    tokens: 99,
    extraMicroUsd: 7,
  },
  locale: 'es',
  mode: 'talk',
  origin: { assignment: { kind: 'command', name: 'deploy', text: 'staging; rm', hash: 'abc' } },
  terms: {
    brief: 'Deploy.',
    tools: ['run_command'],
    commands: [{ words: ['git', 'log'], isWhole: false }],
    preApproved: [],
  },
});

function storeWith(...sessions: readonly SessionDifference[]): Store {
  const store = freshStore();
  sessions.forEach((change, index) => {
    store.sessions.create(sessionRecord({ id: `session-${index + 1}` as SessionId }, change));
  });
  return store;
}

const idsOf = (records: readonly SessionRecord[]): string[] => records.map((record) => record.id);

test.each([
  ['just made', sessionRecord()],
  ['with every field set', FULL],
])('a session %s survives closing', (_, record) => {
  const file = databasePath();
  const first = freshStore(file);
  first.sessions.create(record);
  first.close();
  expect(freshStore(file).sessions.get(ID)).toEqual(record);
});

test('a session that does not exist is undefined', () => {
  expect(freshStore().sessions.get(ID)).toBeUndefined();
});

test.each<SessionChange>([
  { state: { status: 'running' }, atMs: 1 },
  { state: { status: 'parked', reason: 'money', endedAtMs: 4 }, atMs: 4 },
  { prompt: { system: 'prompt', tools: '[]', model: 'another' }, atMs: 2 },
  { task: 'another task', atMs: 3 },
  { terms: { instructions: 'You review.', preApproved: [{ tool: 'apply_patch' }] }, atMs: 3 },
  { instance: OTHER, state: { cancelRequested: true, wakeAtMs: 8 }, atMs: 5 },
  {
    usage: { round: 2, runStartRound: 1, activeMs: 10, costMicroUsd: 3, costKnown: false, tokens: 4 },
    atMs: 6,
  },
  { usage: { extraMicroUsd: 11 }, atMs: 7 },
])('update %j changes just that', (change) => {
  const { sessions } = storeWithSession();
  sessions.update(ID, change);
  const { atMs, ...fields } = change;
  const { state, ...rest } = withChange(sessionRecord(), fields);
  expect(sessions.get(ID)).toEqual({ ...rest, state: { ...state, updatedAtMs: atMs } });
});

test('a field that is named with undefined is cleared', () => {
  const { sessions } = storeWith(FULL);
  sessions.update(FULL.id, {
    state: { reason: undefined, wakeAtMs: undefined, endedAtMs: undefined },
    atMs: 1,
  });
  const { state, ...rest } = FULL;
  const cleared = { ...state, reason: undefined, wakeAtMs: undefined, endedAtMs: undefined, updatedAtMs: 1 };
  expect(sessions.get(FULL.id)).toEqual({ ...rest, state: cleared });
});

test('changing a session that does not exist is refused', () => {
  expect(thrownBy(() => freshStore().sessions.update(ID, { usage: { round: 1 }, atMs: 1 }))).toMatchObject({
    kind: 'not-found',
    message: `There is no session ${ID}.`,
  });
});

test('a status outside the closed set never reaches the table', () => {
  const { sessions } = storeWithSession();
  expect(() => sessions.update(ID, { state: { status: 'sleeping' as never }, atMs: 1 })).toThrow(
    'CHECK constraint',
  );
  expect(sessions.get(ID)).toEqual(sessionRecord());
});

test('the sessions of a conversation come newest first, as many as asked for', () => {
  const { sessions } = storeWith({}, {}, { conversation: conversationId('console', 'x') }, {});
  expect(idsOf(sessions.listNewest(CHAT, 2))).toEqual(['session-4', 'session-2']);
});

test('sessions are found by status within one program, oldest first', () => {
  const { sessions } = storeWith(
    { state: { status: 'running' } },
    { state: { status: 'queued' } },
    { state: { status: 'done' } },
    { state: { status: 'queued' }, instance: OTHER },
  );
  expect(idsOf(sessions.listByStatus(['queued', 'running'], INSTANCE))).toEqual(['session-1', 'session-2']);
  expect(sessions.listByStatus([], INSTANCE)).toEqual([]);
});

test('those of a chat that have not ended are found, whoever owns them: first what is not in line', () => {
  const { sessions } = storeWith(
    { state: { status: 'queued' } },
    { state: { status: 'waiting' }, instance: OTHER },
    { state: { status: 'done' } },
    { state: { status: 'paused' } },
    { state: { status: 'parked' } },
    { state: { status: 'running' } },
    { state: { status: 'running' }, conversation: conversationId('console', 'x') },
  );
  expect(idsOf(sessions.listOpen(CHAT))).toEqual(['session-2', 'session-4', 'session-6', 'session-1']);
});

test('of a chat with many ended tasks only the open ones are looked at', () => {
  const { database } = freshStore();
  const asked: string[] = [];
  const listening: Database = {
    ...database,
    read(sql, schema) {
      asked.push(sql);
      return database.read(sql, schema);
    },
  };
  createSessionStore(listening);
  createTaskNumberStore(listening);
  const ofOpenInChat = asked.filter((sql) => /conversation = @conversation AND \w?\.?status IN/.test(sql));
  const anything = { conversation: CHAT, except: ID };
  const plans = ofOpenInChat.map((sql) =>
    JSON.stringify(database.read(`EXPLAIN QUERY PLAN ${sql}`, z.unknown()).all(anything)),
  );
  expect(plans).toHaveLength(4);
  for (const plan of plans) {
    expect(plan).toMatch(/USING (COVERING )?INDEX sessions_open \(conversation=\?\)/);
    expect(plan).not.toContain('sessions_by_conversation');
  }
});

test.each<[boolean, string, SessionDifference]>([
  [true, 'in line', { state: { status: 'queued' } }],
  [true, 'at work', { state: { status: 'running' } }],
  [true, 'waiting', { state: { status: 'waiting' } }],
  [true, 'paused', { state: { status: 'paused' } }],
  [false, 'that has ended', { state: { status: 'done' } }],
  [false, 'that is parked', { state: { status: 'parked' } }],
  [
    false,
    'of another chat',
    { state: { status: 'running' }, conversation: conversationId('console', 'other') },
  ],
  [false, 'that is a talk', { state: { status: 'running' }, mode: 'talk' }],
])('that there is another task is %s of one %s', (expected, _what, change) => {
  const { sessions } = storeWith({ state: { status: 'running' } }, change);
  expect(sessions.hasOtherTask(CHAT, 'session-1' as SessionId)).toBe(expected);
});

test('what waits in a chat is its sessions that have not ended, and what these have not read', () => {
  const elsewhere = conversationId('console', 'other');
  const { sessions, steering } = storeWith(
    { state: { status: 'running' } },
    { state: { status: 'queued' }, mode: 'talk' },
    { state: { status: 'done' } },
    { state: { status: 'running' }, conversation: elsewhere },
  );
  for (const session of ['session-1', 'session-1', 'session-3', 'session-4'])
    steering.add({ session: session as SessionId, text: 'more', inboxSeq: 1, atMs: 1 });
  steering.markTaken('session-1' as SessionId, 1, 1);
  const nobody = conversationId('console', 'nobody');
  expect([CHAT, elsewhere, nobody].map((chat) => sessions.countWaiting(chat))).toEqual([3, 2, 0]);
});

test('steering is read in order and stays until it is taken', () => {
  const { steering } = storeWithSession();
  steering.add({ session: ID, text: 'first', inboxSeq: 4, atMs: 1 });
  steering.add({ session: ID, text: 'second', inboxSeq: 5, atMs: 2 });
  const both = [
    { seq: 1, inboxSeq: 4, text: 'first' },
    { seq: 2, inboxSeq: 5, text: 'second' },
  ];
  expect([steering.listUnread(ID), steering.listUnread(ID)]).toEqual([both, both]);
});

test('taking steering leaves what came later and what belongs to others', () => {
  const { steering } = storeWith({}, {});
  const [one, two] = ['session-1' as SessionId, 'session-2' as SessionId];
  steering.add({ session: one, text: 'taken', inboxSeq: 1, atMs: 1 });
  steering.add({ session: two, text: 'of another', inboxSeq: 2, atMs: 2 });
  steering.add({ session: one, text: 'later', inboxSeq: 3, atMs: 3 });
  steering.markTaken(one, 2, 7);
  expect([steering.listUnread(one), steering.listUnread(two)]).toEqual([
    [{ seq: 3, inboxSeq: 3, text: 'later' }],
    [{ seq: 2, inboxSeq: 2, text: 'of another' }],
  ]);
});

test('what came with the words is kept with them, and is taken with them', () => {
  const { steering } = storeWith({});
  const session = 'session-1' as SessionId;
  const image = { hash: 'a1', mediaType: 'image/png', bytes: 3 } as const;
  const enclosure = { notes: ['> quoted "words"'], images: [image] };
  steering.add({ session, text: '', enclosure, inboxSeq: 1, atMs: 1 });
  const unread = steering.listUnread(session);
  steering.markTaken(session, 1, 1);
  expect([unread, steering.listUnread(session)]).toEqual([
    [{ seq: 1, inboxSeq: 1, text: '', enclosure }],
    [],
  ]);
});
