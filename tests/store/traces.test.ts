import { expect, test } from 'vitest';
import type { SpanRow } from '../../src/contracts/trace.ts';
import type { SessionId } from '../../src/core/ids.ts';
import { sessionRecord } from '../support/session-record.ts';
import { databasePath, execute, select, storeWithSession } from './store-file.ts';

const SESSION = sessionRecord().id;

function span(spanId: string, change: Partial<SpanRow> = {}): SpanRow {
  return {
    traceId: '0af7651916cd43dd8448eb211c80319c',
    spanId,
    parentId: undefined,
    session: SESSION,
    name: 'agent_round:1',
    kind: 'agent',
    startMs: 1000,
    endMs: 2000,
    status: 'ok',
    input: '{"iteration":0}',
    output: undefined,
    attributes: '{}',
    ...change,
  };
}

test('spans of a session come back as they were written, in order of their start', () => {
  const store = storeWithSession();
  const [late, early] = [span('b', { startMs: 1500 }), span('a', { parentId: 'b' })];
  store.traces.write([late, early, span('c', { session: undefined })], []);
  expect(store.traces.listOfSession(SESSION)).toEqual([early, late]);
});

test('one that was under way is written over when it ends, and keeps its place', () => {
  const store = storeWithSession();
  const open = span('a', { endMs: undefined, status: 'unset' });
  store.traces.write([open, span('b')], []);
  store.traces.write([{ ...open, endMs: 9000, status: 'error', output: '1', attributes: '{"x":1}' }], []);
  expect(store.traces.listOfSession(SESSION)).toEqual([
    { ...open, endMs: 9000, status: 'error', output: '1', attributes: '{"x":1}' },
    span('b'),
  ]);
});

test('what an earlier program left open is interrupted when its session is taken up, and nothing else', () => {
  const store = storeWithSession();
  const open = span('a', { endMs: undefined, status: 'unset' });
  const other = sessionRecord({ id: '20261120-0000000b' as SessionId });
  store.sessions.create(other);
  store.traces.write([open, span('b'), { ...open, spanId: 'c', session: other.id }], []);
  store.traces.write([{ ...open, spanId: 'd' }], [SESSION]);
  const all = [...store.traces.listOfSession(SESSION), ...store.traces.listOfSession(other.id)];
  expect(all.map(({ spanId, status }) => [spanId, status])).toEqual([
    ['a', 'interrupted'],
    ['b', 'ok'],
    ['d', 'unset'],
    ['c', 'unset'],
  ]);
});

test('spans of a session that is gone hold up no others, and go with it', () => {
  const file = databasePath();
  const store = storeWithSession(file);
  store.traces.write([span('a', { session: '20261120-0000000c' as SessionId }), span('b')], []);
  expect(select(file, 'SELECT span_id FROM trace_spans')).toEqual([{ span_id: 'b' }]);
  execute(
    file,
    `PRAGMA foreign_keys = ON; DELETE FROM session_texts; DELETE FROM sessions WHERE id = '${SESSION}'`,
  );
  expect(select(file, 'SELECT span_id FROM trace_spans')).toEqual([]);
});

test('old spans are deleted in portions, the oldest first', () => {
  const store = storeWithSession();
  store.traces.write(
    [span('c', { startMs: 30 }), span('a', { startMs: 10 }), span('b', { startMs: 20 })],
    [],
  );
  const deleted = [
    store.traces.deleteOld(30, 1),
    store.traces.deleteOld(30, 5),
    store.traces.deleteOld(30, 5),
  ];
  expect([deleted, store.traces.listOfSession(SESSION).map(({ spanId }) => spanId)]).toEqual([
    [1, 1, 0],
    ['c'],
  ]);
});
