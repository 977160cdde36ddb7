import { expect, test } from 'vitest';
import * as z from 'zod';
import { IN_MEMORY } from '../../src/store/database.ts';
import type { OpenStore } from '../../src/store/open.ts';
import { sessionRecord } from '../support/session-record.ts';
import { openTestStore } from '../support/test-store.ts';

const count = ({ database }: OpenStore, table: string) =>
  database.read(`SELECT count(*) AS n FROM ${table}`, z.object({ n: z.int() })).get({})?.n;

function withSession(): OpenStore {
  const store = openTestStore({ path: IN_MEMORY });
  store.atomically(() => store.sessions.create(sessionRecord()));
  return store;
}

test('a store in memory holds nothing of the test before, not even the number of its last row', () => {
  const first = withSession();
  const { seq } = first.database.read('SELECT seq FROM sessions', z.object({ seq: z.int() })).get({}) ?? {};
  first.close();
  const second = openTestStore({ path: IN_MEMORY });
  expect([count(second, 'sessions'), count(second, 'sqlite_sequence')]).toEqual([0, 0]);
  second.close();
  const third = withSession();
  expect(third.database.read('SELECT seq FROM sessions', z.object({ seq: z.int() })).get({})?.seq).toBe(seq);
  third.close();
});

test('two at a time do not see each other', () => {
  const [one, other] = [withSession(), openTestStore({ path: IN_MEMORY })];
  expect([count(one, 'sessions'), count(other, 'sessions')]).toEqual([1, 0]);
  one.close();
  other.close();
});

test('who holds on to a store finds it closed, also in what was prepared before', () => {
  const store = openTestStore({ path: IN_MEMORY });
  const remove = store.database.write('DELETE FROM sessions');
  remove.run({});
  store.close();
  for (const work of [
    () => remove.run({}),
    () => store.sessions.create(sessionRecord()),
    () => store.atomically(() => undefined),
    () => store.database.execute('DELETE FROM sessions'),
  ])
    expect(work).toThrow('The database connection is not open');
});

test('what a test has set up in its connection is gone for the next one', () => {
  const store = openTestStore({ path: IN_MEMORY });
  store.database.execute('COMMIT; CREATE TABLE left_behind (words TEXT)');
  store.close();
  const next = openTestStore({ path: IN_MEMORY });
  expect(() => count(next, 'left_behind')).toThrow('The table left_behind is missing');
  next.close();
});

test('a transaction that SQLite has ended by itself is told, and its connection is lent to nobody', () => {
  const store = withSession();
  const end = store.database.write("INSERT OR ROLLBACK INTO sessions (id) VALUES ('x')");
  expect(() => end.run({})).toThrow();
  expect(() => store.close()).toThrow('no transaction is active');
  const next = openTestStore({ path: IN_MEMORY });
  expect(count(next, 'sessions')).toBe(0);
  next.close();
});
