import { expect, test } from 'vitest';
import { NOT_STORED, type Store } from '../../src/contracts/store.ts';
import { isFailure } from '../../src/core/failure.ts';
import { openDatabase } from '../../src/store/database.ts';
import { sessionRecord } from '../support/session-record.ts';
import { inboundMessage } from './records.ts';
import { databasePath, freshStore, INSTANCE, storeWithSession, thrownBy } from './store-file.ts';

const BIG = 'x'.repeat(10_000);
const ID = sessionRecord().id;

/** A store that may hardly grow, filled until it refuses. Returns what it accepted and what it threw. */
function fill(store: Store): { readonly accepted: number; readonly thrown: unknown } {
  for (let count = 0; ; count += 1) {
    const message = inboundMessage({ id: `m${count}`, text: BIG });
    const entry = { channel: 'console', message, instance: INSTANCE, atMs: count };
    const thrown = thrownBy(() => store.inbox.accept(entry));
    if (thrown !== undefined) return { accepted: count, thrown };
  }
}

test('a full database is a failure that says what to do', () => {
  const file = databasePath();
  const { thrown } = fill(freshStore(file, { maxPages: 100 }));
  const { name, kind, message, facts } = isFailure(thrown) ? thrown : expect.fail(String(thrown));
  expect({ name, kind, message, facts }).toEqual({
    name: 'Failure',
    kind: 'unavailable',
    message: `The disk or the database is full, so ${file} takes nothing more. What was stored is safe. Free some space, then try again. (SQLITE_FULL: database or disk is full)`,
    facts: { path: file, code: 'SQLITE_FULL', rule: NOT_STORED },
  });
});

test('a full database keeps what it accepted and goes on once there is room', () => {
  const file = databasePath();
  const small = freshStore(file, { maxPages: 100 });
  const { accepted } = fill(small);
  expect(small.inbox.listUnfinished(INSTANCE)).toHaveLength(accepted);
  small.close();
  const roomy = freshStore(file);
  expect(roomy.inbox.listUnfinished(INSTANCE)).toHaveLength(accepted);
  const message = inboundMessage({ id: `m${accepted}`, text: BIG });
  expect(roomy.inbox.accept({ channel: 'console', message, instance: INSTANCE, atMs: 1 })).toMatchObject({
    message,
  });
});

test('a step that no longer fits leaves nothing of itself behind', () => {
  const store = freshStore(databasePath(), { maxPages: 100 });
  store.sessions.create(sessionRecord());
  fill(store);
  const thrown = thrownBy(() =>
    store.atomically(() => {
      store.sessions.update(ID, { usage: { round: 1 }, atMs: 1 });
      store.history.append(ID, 0, { role: 'user', content: [{ type: 'text', text: BIG.repeat(10) }] });
    }),
  );
  expect(thrown).toMatchObject({ kind: 'unavailable', facts: { code: 'SQLITE_FULL' } });
  expect([store.sessions.get(ID), store.history.all(ID)]).toEqual([sessionRecord(), []]);
});

test('a database that another program keeps locked is a failure that says so', {
  timeout: 30_000,
  tags: 'full',
}, () => {
  const file = databasePath();
  const store = storeWithSession(file);
  const other = openDatabase(file);
  other.execute('BEGIN IMMEDIATE');
  const thrown = thrownBy(() => store.sessions.update(ID, { usage: { round: 1 }, atMs: 1 }));
  other.execute('ROLLBACK');
  other.close();
  expect(thrown).toMatchObject({
    kind: 'unavailable',
    message: `Another program has locked ${file} for too long. Try again. If it stays locked, stop the other program. (SQLITE_BUSY: database is locked)`,
  });
});
