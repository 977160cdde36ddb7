import { expect, test } from 'vitest';
import type { SessionId } from '../../src/core/ids.ts';
import { sessionRecord } from '../support/session-record.ts';
import { databasePath, freshStore, storeWithSession, thrownBy } from './store-file.ts';

const ID = sessionRecord().id;
const SECOND = '20261120-00000002' as SessionId;

test('returns what the work returned', () => {
  expect(freshStore().atomically(() => 42)).toBe(42);
});

test('other connections see all of it or nothing', () => {
  const file = databasePath();
  const [writer, reader] = [freshStore(file), freshStore(file)];
  const seen: unknown[] = [];
  writer.atomically(() => {
    writer.sessions.create(sessionRecord());
    seen.push(reader.sessions.get(ID));
    writer.sessions.create(sessionRecord({ id: SECOND }));
  });
  seen.push(reader.sessions.get(ID)?.id, reader.sessions.get(SECOND)?.id);
  expect(seen).toEqual([undefined, ID, SECOND]);
});

test('a throw undoes everything and is handed on as it was', () => {
  const store = freshStore();
  const bug = new Error('in the middle');
  const thrown = thrownBy(() =>
    store.atomically(() => {
      store.sessions.create(sessionRecord());
      throw bug;
    }),
  );
  expect({ thrown, session: store.sessions.get(ID) }).toEqual({ thrown: bug, session: undefined });
});

test('an inner call is undone with the outer one', () => {
  const store = freshStore();
  thrownBy(() =>
    store.atomically(() => {
      store.atomically(() => store.sessions.create(sessionRecord()));
      throw new Error('after the inner one');
    }),
  );
  expect(store.sessions.get(ID)).toBeUndefined();
});

test('an inner call whose throw is caught undoes itself alone', () => {
  const store = storeWithSession();
  store.atomically(() => {
    store.sessions.update(ID, { usage: { round: 1 }, atMs: 1 });
    thrownBy(() =>
      store.atomically(() => {
        store.sessions.update(ID, { usage: { round: 2 }, atMs: 2 });
        throw new Error('inner');
      }),
    );
  });
  expect(store.sessions.get(ID)).toMatchObject({ usage: { round: 1 }, state: { updatedAtMs: 1 } });
});

test('work that is not finished when it returns is refused and undone', () => {
  const store = freshStore();
  const thrown = thrownBy(() =>
    store.atomically(async () => {
      store.sessions.create(sessionRecord());
    }),
  );
  expect(thrown).toMatchObject({ message: 'Transaction function cannot return a promise' });
  expect(store.sessions.get(ID)).toBeUndefined();
});

test('two connections that write in turn lose nothing', () => {
  const file = databasePath();
  const [one, two] = [storeWithSession(file), freshStore(file)];
  for (let seq = 0; seq < 100; seq += 1) {
    const store = seq % 2 === 0 ? one : two;
    store.history.append(ID, seq, { role: 'user', content: [{ type: 'text', text: String(seq) }] });
  }
  expect(one.history.all(ID)).toHaveLength(100);
  expect(two.history.all(ID)).toEqual(one.history.all(ID));
});
