import { describe, expect, test } from 'vitest';
import { type ConversationId, conversationId, type SessionId } from '../../../src/core/ids.ts';
import { silentLog } from '../../../src/core/log.ts';
import type { CronId, CronRecord, CronRun, CronSkip, NewCron } from '../../../src/features/cron/cron.ts';
import { createCronStore } from '../../../src/features/cron/rows/cron-store.ts';
import { openDatabase } from '../../../src/store/database.ts';
import { planMigration } from '../../../src/store/migrate.ts';
import cronRuns from '../../../src/store/migrations/0057-cron-runs.sql';
import { MIGRATIONS } from '../../../src/store/migrations.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { databasePath, freshStore, select, thrownBy } from '../../store/store-file.ts';
import { cronsIn } from '../../support/crons.ts';

const CHAT = conversationId('whatsapp', 'chat');
const OTHER_CHAT = conversationId('whatsapp', 'other');
const NOW_MS = 1_790_000_000_000;
const NEXT_MS = NOW_MS + 60_000;

function newCron(change: Partial<NewCron> = {}): NewCron {
  return {
    name: 'kd',
    conversation: CHAT,
    sender: '34600111222',
    inGroup: false,
    workspace: '/projects/shop',
    kind: 'cron',
    schedule: '0 9 * * 1-5',
    timezone: 'Europe/Madrid',
    message: 'stand up',
    policy: 'once',
    nextAtMs: NEXT_MS,
    createdAtMs: NOW_MS,
    ...change,
  };
}

function recordOf(change: Partial<CronRecord> = {}): CronRecord {
  return {
    ...newCron(),
    id: 1 as CronId,
    state: 'active',
    pauseReason: undefined,
    nextAtMs: NEXT_MS,
    last: undefined,
    skipped: undefined,
    failures: 0,
    deletedAtMs: undefined,
    ...change,
  };
}

function added(store: OpenStore, change: Partial<NewCron> = {}): CronId {
  const name = cronsIn(store).freeName(change.conversation ?? CHAT);
  const creation = cronsIn(store).create(newCron({ name, ...change }));
  if (creation.kind === 'full') throw new Error(`full: ${creation.of}`);
  return creation.cron.id;
}

const RUN: CronRun = {
  key: 'cron:1:1790000060000',
  nominalMs: NEXT_MS,
  atMs: NEXT_MS + 5,
  outcome: 'pending',
  session: undefined,
};
const SKIP: CronSkip = { reason: 'late', firstMs: 5, lastMs: 9, atMs: 12 };

test('a cron survives closing, field by field', () => {
  const file = databasePath();
  cronsIn(freshStore(file)).create(newCron());
  expect(cronsIn(freshStore(file)).get(1 as CronId)).toEqual(recordOf());
});

test('its row begins with the columns of the specification', () => {
  const file = databasePath();
  cronsIn(freshStore(file)).create(newCron());
  const [row] = select(
    file,
    'SELECT id, phone_number, schedule, message, created_at, active FROM user_cron_jobs',
  );
  expect(row).toEqual({
    id: 1,
    phone_number: '34600111222',
    schedule: '0 9 * * 1-5',
    message: 'stand up',
    created_at: '2026-09-21 14:13:20',
    active: 1,
  });
});

describe('limits are looked at where the row is added', () => {
  test.each([
    [
      'person',
      20,
      (place: number): Partial<NewCron> => ({ conversation: `whatsapp:${place % 3}` as ConversationId }),
    ],
    ['conversation', 200, (place: number): Partial<NewCron> => ({ sender: `34600${place}` })],
  ] as const)('of a %s', (of, most, change) => {
    const store = freshStore();
    store.atomically(() => {
      for (let place = 0; place < most; place += 1) added(store, change(place));
    });
    const last = change(most);
    const one = newCron({ ...last, name: cronsIn(store).freeName(last.conversation ?? CHAT) });
    expect(cronsIn(store).create(one)).toEqual({ kind: 'full', of });
    cronsIn(store).delete(1 as CronId, NOW_MS);
    expect(cronsIn(store).create(one)).toMatchObject({ kind: 'created' });
    expect(cronsIn(store).undelete(1 as CronId, NOW_MS)).toBe(false);
  });
});

test('what has ended counts no more, what is paused does', () => {
  const store = freshStore();
  const [ended, paused] = [added(store), added(store)];
  cronsIn(store).advance(ended, NEXT_MS, { nextAtMs: undefined });
  cronsIn(store).pause(paused, 'asked');
  expect(cronsIn(store).counts('34600111222', CHAT)).toEqual({ person: 1, conversation: 1 });
});

test('a name is unique in its chat, also while its cron can be brought back', () => {
  const store = freshStore();
  cronsIn(store).create(newCron());
  cronsIn(store).create(newCron({ conversation: OTHER_CHAT }));
  cronsIn(store).delete(1 as CronId, NOW_MS);
  expect(thrownBy(() => cronsIn(store).create(newCron()))).toMatchObject({ kind: 'conflict' });
});

test('names are two consonants, and three when most of those are taken', () => {
  const store = freshStore();
  const names = store.atomically(() =>
    Array.from({ length: 170 }, (_, place) => {
      const name = cronsIn(store).freeName(CHAT);
      cronsIn(store).create(newCron({ name, sender: `34600${place}` }));
      return name;
    }),
  );
  const lengths = names.map((name) => name.length);
  expect([new Set(names).size, lengths.slice(0, 150), lengths.slice(150)]).toEqual([
    170,
    Array(150).fill(2),
    Array(20).fill(3),
  ]);
  expect(names.join('')).toMatch(/^[b-df-hjkm-np-tw-xz]+$/);
});

test('a chat sees its own, oldest first, without deleted ones; by name in either case', () => {
  const store = freshStore();
  const [first, second, gone] = [added(store, { name: 'bb' }), added(store, { name: 'aa' }), added(store)];
  added(store, { conversation: OTHER_CHAT, name: 'bb' });
  cronsIn(store).delete(gone, NOW_MS);
  expect({
    list: cronsIn(store)
      .listOfChat(CHAT)
      .map(({ id }) => id),
    deleted: cronsIn(store)
      .listDeletedSince(CHAT, NOW_MS)
      .map(({ id }) => id),
    deletedLater: cronsIn(store).listDeletedSince(CHAT, NOW_MS + 1),
    named: cronsIn(store).findByName(CHAT, 'BB')?.id,
    elsewhere: cronsIn(store).findByName(OTHER_CHAT, 'aa'),
  }).toEqual({
    list: [first, second],
    deleted: [gone],
    deletedLater: [],
    named: first,
    elsewhere: undefined,
  });
});

test('what a chat sees comes in turns, too: in the same order, and each lets others have theirs', async () => {
  const store = freshStore();
  for (let count = 0; count < 45; count += 1) added(store, { sender: `person-${count % 3}` });
  const all = cronsIn(store).listOfChat(CHAT);
  cronsIn(store).delete(added(store), NOW_MS);
  added(store, { conversation: OTHER_CHAT });
  const came: CronRecord[] = [];
  const seenByOthers: number[] = [];
  for await (const cron of cronsIn(store).inTurns(CHAT)) {
    came.push(cron);
    setImmediate(() => seenByOthers.push(came.length));
  }
  expect({ came, seenByOthers }).toEqual({ came: all, seenByOthers: all.map((_, index) => index + 1) });
});

describe('a change says what it expects', () => {
  test('paused once, resumed once, with failures forgotten', () => {
    const store = freshStore();
    const id = added(store, { name: 'kd' });
    cronsIn(store).addRun(id, { run: RUN });
    cronsIn(store).settle(RUN.key, 'failed', 3);
    expect([cronsIn(store).pause(id, 'failures'), cronsIn(store).pause(id, 'asked')]).toEqual([true, false]);
    const last: CronRun = { ...RUN, outcome: 'failed' };
    const paused = recordOf({ state: 'paused', pauseReason: 'failures', failures: 3, last });
    expect(cronsIn(store).get(id)).toEqual(paused);
    expect([cronsIn(store).resume(id, 99), cronsIn(store).resume(id, 98)]).toEqual([true, false]);
    expect(cronsIn(store).get(id)).toEqual(recordOf({ nextAtMs: 99, last }));
  });

  test('deleted once, and brought back within ten minutes', () => {
    const store = freshStore();
    const id = added(store, { name: 'kd' });
    expect([cronsIn(store).delete(id, NOW_MS), cronsIn(store).delete(id, NOW_MS)]).toEqual([true, false]);
    expect([cronsIn(store).pause(id, 'asked'), cronsIn(store).advance(id, NEXT_MS, { nextAtMs: 9 })]).toEqual(
      [false, false],
    );
    expect(cronsIn(store).undelete(id, NOW_MS + 600_000)).toBe(false);
    expect([cronsIn(store).undelete(id, NOW_MS + 599_999), cronsIn(store).undelete(id, NOW_MS)]).toEqual([
      true,
      false,
    ]);
    expect(cronsIn(store).get(id)).toEqual(recordOf());
  });

  test('moved on once, from the time that was expected', () => {
    const store = freshStore();
    const id = added(store, { name: 'kd' });
    const step = { run: RUN, skipped: SKIP, nextAtMs: 77 };
    expect([cronsIn(store).advance(id, NEXT_MS, step), cronsIn(store).advance(id, NEXT_MS, step)]).toEqual([
      true,
      false,
    ]);
    expect(cronsIn(store).get(id)).toEqual(recordOf({ nextAtMs: 77, last: RUN, skipped: SKIP }));
  });

  test('with nothing to come it has ended, and keeps what was told of it', () => {
    const store = freshStore();
    const id = added(store, { name: 'kd' });
    cronsIn(store).addRun(id, { skipped: SKIP });
    cronsIn(store).advance(id, NEXT_MS, { run: RUN, nextAtMs: undefined });
    expect(cronsIn(store).get(id)).toEqual(
      recordOf({ state: 'ended', nextAtMs: undefined, last: RUN, skipped: SKIP }),
    );
  });
});

test('a run is settled once, with the session that came of it; a newer run has none yet', () => {
  const store = freshStore();
  const id = added(store, { name: 'kd' });
  const session = '20261120-00000001' as SessionId;
  cronsIn(store).addRun(id, { run: RUN });
  expect(
    cronsIn(store)
      .listPending(['whatsapp'])
      .map((cron) => cron.id),
  ).toEqual([id]);
  expect(cronsIn(store).listPending(['console'])).toEqual([]);
  cronsIn(store).noteSession(RUN.key, session);
  expect([cronsIn(store).settle(RUN.key, 'done', 0), cronsIn(store).settle(RUN.key, 'failed', 1)]).toEqual([
    true,
    false,
  ]);
  expect(cronsIn(store).get(id)?.last).toEqual({ ...RUN, outcome: 'done', session });
  cronsIn(store).addRun(id, { run: { ...RUN, key: 'cron:1:2' } });
  expect(cronsIn(store).get(id)?.last).toEqual({ ...RUN, key: 'cron:1:2' });
});

describe('the runs of a cron', () => {
  const session = '20261120-00000001' as SessionId;
  const keys = (store: OpenStore, id: CronId) =>
    cronsIn(store)
      .listRuns(id)
      .map(({ key }) => key);

  test('are kept with how each ended and what came of it, newest first', () => {
    const store = freshStore();
    const id = added(store);
    cronsIn(store).addRun(id, { run: RUN });
    cronsIn(store).noteSession(RUN.key, session);
    cronsIn(store).settle(RUN.key, 'done', 0);
    const next: CronRun = { ...RUN, key: 'cron:1:2', outcome: 'sent' };
    cronsIn(store).advance(id, NEXT_MS, { run: next, nextAtMs: NEXT_MS + 1 });
    expect(cronsIn(store).listRuns(id)).toEqual([next, { ...RUN, outcome: 'done', session }]);
  });

  test('that were caught up on together are all kept, in their order', () => {
    const store = freshStore();
    const id = added(store);
    const [one, two, three] = ['a', 'b', 'c'].map((key): CronRun => ({ ...RUN, key, outcome: 'sent' }));
    if (one === undefined || two === undefined) throw new Error('no runs');
    cronsIn(store).addRun(id, { before: [one, two], run: three });
    expect(keys(store, id)).toEqual(['c', 'b', 'a']);
  });

  test('are those of the moves that happened, each once', () => {
    const store = freshStore();
    const id = added(store);
    const isMoved = cronsIn(store).advance(id, NEXT_MS - 1, { run: RUN, nextAtMs: NEXT_MS + 1 });
    const before = keys(store, id);
    cronsIn(store).addRun(id, { run: RUN });
    cronsIn(store).addRun(id, { run: RUN });
    cronsIn(store).addRun(id, { skipped: SKIP });
    expect([isMoved, before, keys(store, id)]).toEqual([false, [], [RUN.key]]);
  });

  test('are the newest 50, and go with their cron', () => {
    const store = freshStore();
    const [id, other] = [added(store), added(store)];
    cronsIn(store).addRun(other, { run: { ...RUN, key: 'other' } });
    for (let run = 1; run <= 53; run += 1) cronsIn(store).addRun(id, { run: { ...RUN, key: `run ${run}` } });
    const kept = keys(store, id);
    cronsIn(store).delete(id, NOW_MS);
    cronsIn(store).removeOld({ deletedMs: NOW_MS + 1, endedMs: 0 }, 10);
    expect([kept.length, kept[0], kept.at(-1), keys(store, id), keys(store, other)]).toEqual([
      50,
      'run 53',
      'run 4',
      [],
      ['other'],
    ]);
  });

  test('that were the last ones of an older database are there', () => {
    const file = databasePath();
    const old = openDatabase(file);
    planMigration(old, MIGRATIONS.slice(0, MIGRATIONS.indexOf(cronRuns))).run(silentLog);
    old.execute(`INSERT INTO user_cron_jobs (phone_number, schedule, message, name, channel, conversation, in_group,
      kind, timezone, policy, next_at_ms, last_key, last_nominal_ms, last_at_ms, last_outcome, last_session)
      VALUES ('34600111222', '0 9 * * *', 'hi', 'kd', 'whatsapp', 'whatsapp:chat', 0, 'cron', 'UTC', 'once', 9,
        'cron:1:5', 5, 6, 'done', '20261120-00000001')`);
    planMigration(old, MIGRATIONS).run(silentLog);
    const rows = createCronStore(old);
    expect(rows.listRuns(1 as CronId)).toEqual([
      { key: 'cron:1:5', nominalMs: 5, atMs: 6, outcome: 'done', session },
    ]);
    old.close();
  });
});

test('of one person or of everybody: by the next time, without deleted ones', () => {
  const store = freshStore();
  const bea = '34600333444';
  const late = added(store, { nextAtMs: NEXT_MS + 9 });
  const soon = added(store, { conversation: OTHER_CHAT, sender: bea });
  const paused = added(store, { nextAtMs: NEXT_MS - 9 });
  const gone = added(store, { conversation: OTHER_CHAT, sender: bea });
  cronsIn(store).pause(paused, 'asked');
  cronsIn(store).delete(gone, NOW_MS);
  const ids = (crons: readonly CronRecord[]) => crons.map(({ id }) => id);
  expect({
    all: ids(cronsIn(store).listOfPerson(undefined, 9)),
    two: ids(cronsIn(store).listOfPerson(undefined, 2)),
    hers: ids(cronsIn(store).listOfPerson(bea, 9)),
    deleted: [undefined, bea, '1'].map((person) => ids(cronsIn(store).listDeletedOfPerson(person, NOW_MS))),
    earlier: ids(cronsIn(store).listDeletedOfPerson(undefined, NOW_MS + 1)),
  }).toEqual({
    all: [soon, late, paused],
    two: [soon, late],
    hers: [soon],
    deleted: [[gone], [gone], []],
    earlier: [],
  });
});

test('due is what is active on these channels and whose time has come, by time', () => {
  const store = freshStore();
  const console = conversationId('console', 'local');
  const late = added(store, { nextAtMs: 20 });
  const early = added(store, { nextAtMs: 10 });
  const paused = added(store, { nextAtMs: 10 });
  added(store, { nextAtMs: 10, conversation: console, name: 'kd' });
  added(store, { nextAtMs: 31 });
  added(store, { nextAtMs: 40 });
  cronsIn(store).pause(paused, 'asked');
  expect({
    due: cronsIn(store).listDue(['whatsapp', 'other'], 30),
    next: cronsIn(store).nextDueMs(['whatsapp'], 30),
    none: cronsIn(store).nextDueMs(['console'], 10),
    active: cronsIn(store)
      .listActive(['whatsapp'], late, 2)
      .map(({ nextAtMs }) => nextAtMs),
  }).toEqual({
    due: [
      { id: early, nextAtMs: 10 },
      { id: late, nextAtMs: 20 },
    ],
    next: 31,
    none: undefined,
    active: [10, 31],
  });
});

test('what is due is found by an index', () => {
  const file = databasePath();
  freshStore(file);
  const plan = select(
    file,
    `EXPLAIN QUERY PLAN SELECT id FROM user_cron_jobs
     WHERE channel IN (SELECT value FROM json_each('["a"]')) AND active = 1 AND deleted_at_ms IS NULL
       AND next_at_ms <= 5 ORDER BY next_at_ms, id`,
  );
  expect(JSON.stringify(plan)).toContain('cron_jobs_due (channel=? AND next_at_ms<?)');
});

test('a zone belongs to a chat, and the newest counts', () => {
  const store = freshStore();
  expect(store.conversations.zone(CHAT)).toBeUndefined();
  store.conversations.setZone(CHAT, 'Europe/Madrid');
  store.conversations.setZone(CHAT, 'America/Lima');
  expect([store.conversations.zone(CHAT), store.conversations.zone(OTHER_CHAT)]).toEqual([
    'America/Lima',
    undefined,
  ]);
});

test('old ones are forgotten: deleted, or ended; never a paused one', () => {
  const store = freshStore();
  const [deleted, fresh, ended, paused] = [added(store), added(store), added(store), added(store)];
  cronsIn(store).delete(deleted, 10);
  cronsIn(store).delete(fresh, 20);
  cronsIn(store).advance(ended, NEXT_MS, { run: RUN, nextAtMs: undefined });
  cronsIn(store).pause(paused, 'failures');
  expect(cronsIn(store).removeOld({ deletedMs: 15, endedMs: RUN.atMs }, 10)).toBe(1);
  expect(cronsIn(store).removeOld({ deletedMs: 15, endedMs: RUN.atMs + 1 }, 10)).toBe(1);
  expect([deleted, fresh, ended, paused].map((id) => cronsIn(store).get(id)?.state)).toEqual([
    undefined,
    'active',
    undefined,
    'paused',
  ]);
});
