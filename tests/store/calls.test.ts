import { expect, test } from 'vitest';
import type { CallId } from '../../src/core/ids.ts';
import { sessionRecord } from '../support/session-record.ts';
import { callRecord, databasePath, freshStore, storeWithSession } from './store-file.ts';

const SESSION = sessionRecord().id;
const CALL = callRecord().id;
const RESULT = { text: 'L1: \ud83d half', data: { '10': 1, '9': [null, 'x'] }, ok: true, durationMs: 12 };

test.each([
  ['open', callRecord()],
  ['malformed', callRecord({ input: null, malformed: 'the JSON was cut off' })],
  ['started', callRecord({ state: 'started', prepared: { before: 'f00d' }, startedAtMs: 9 })],
  ['done', callRecord({ state: 'done', result: RESULT })],
])('a call that is %s survives closing', (_, call) => {
  const file = databasePath();
  const first = storeWithSession(file);
  first.calls.add(call);
  first.close();
  expect(freshStore(file).calls.all(SESSION)).toEqual([call]);
});

test('a call goes from open over waiting and started to done', () => {
  const { calls } = storeWithSession();
  calls.add(callRecord());
  const states: unknown[] = [];
  calls.markWaiting(SESSION, CALL);
  states.push(calls.all(SESSION)[0]);
  calls.markStarted(SESSION, CALL, { prepared: { process: 'p-1' }, atMs: 50 });
  states.push(calls.all(SESSION)[0]);
  calls.markDone(SESSION, CALL, RESULT);
  states.push(calls.all(SESSION)[0]);
  const started = { prepared: { process: 'p-1' }, startedAtMs: 50 };
  expect(states).toEqual([
    callRecord({ state: 'waiting' }),
    callRecord({ state: 'started', ...started }),
    callRecord({ state: 'done', ...started, result: RESULT }),
  ]);
});

test('a call that is done cannot be started again', () => {
  const { calls } = storeWithSession();
  calls.add(callRecord({ state: 'done', result: RESULT }));
  expect(() => calls.markStarted(SESSION, CALL, { prepared: null, atMs: 1 })).toThrow('CHECK constraint');
});

test('a result for a call that is not there is a bug, not a silence', () => {
  expect(() => storeWithSession().calls.markDone(SESSION, CALL, RESULT)).toThrow('No row to change');
});

test('an id is used once per session', () => {
  const { calls } = storeWithSession();
  calls.add(callRecord());
  expect(() => calls.add(callRecord({ round: 2 }))).toThrow('UNIQUE constraint');
});

test('calls come by round, each round in the order of the reply', () => {
  const { calls } = storeWithSession();
  const places = [
    [2, 0],
    [1, 1],
    [1, 0],
  ] as const;
  for (const [round, position] of places) {
    calls.add(callRecord({ id: `${round}.${position}` as CallId, round, position }));
  }
  const ids = (list: readonly { id: string }[]): string[] => list.map((call) => call.id);
  expect([
    ids(calls.all(SESSION)),
    ids(calls.listOfRound(SESSION, 1)),
    ids(calls.listOfRound(SESSION, 3)),
  ]).toEqual([['1.0', '1.1', '2.0'], ['1.0', '1.1'], []]);
});

test('the calls of a sub-agent stand where they ran, and are none of the round itself', () => {
  const { calls } = storeWithSession();
  const of = (id: string, position: number, under?: string): void =>
    calls.add(
      callRecord({ id: id as CallId, position, ...(under === undefined ? {} : { under: under as CallId }) }),
    );
  of('work', 0);
  of('after', 1);
  of('work/z', 0, 'work');
  of('work/a', 0, 'work');
  const ids = (list: readonly { id: string }[]): string[] => list.map((call) => call.id);
  expect({
    all: ids(calls.all(SESSION)),
    round: ids(calls.listOfRound(SESSION, callRecord().round)),
    under: ids(calls.listUnder(SESSION, 'work' as CallId)),
  }).toEqual({
    all: ['work', 'work/z', 'work/a', 'after'],
    round: ['work', 'after'],
    under: ['work/z', 'work/a'],
  });
});
