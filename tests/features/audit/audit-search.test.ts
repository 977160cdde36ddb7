import { afterEach, expect, test } from 'vitest';
import { type AuditPage, createAuditSearch } from '../../../src/features/audit/rows/audit-search.ts';
import { IN_MEMORY } from '../../../src/store/database.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { openTestStore } from '../../support/test-store.ts';

let store: OpenStore;
afterEach(() => store.close());

const ANYTHING: AuditPage = {
  person: undefined,
  action: undefined,
  words: '',
  day: undefined,
  before: undefined,
  limit: 50,
};

/** [id, person, command, decision, exit code, day] */
const ROWS = [
  [1, '34600111222', 'npm test', 'allow', 0, '2026-11-19 23:59:59'],
  [2, '34600111222', 'npm run build', 'allow', 2, '2026-11-20 00:00:00'],
  [3, '34600333444', 'curl https://example.com', 'ask_approved', 0, '2026-11-20 12:00:00'],
  [4, '34600333444', 'sudo ls', 'deny', null, '2026-11-20 23:59:59'],
  [5, 'local', 'echo MAÑANA', 'ask_rejected', null, '2026-11-21 00:00:00'],
  [6, 'local', `echo 100%_"'`, 'allow', null, '2026-11-21 08:00:00'],
] as const;

function searchIn(rows: readonly (readonly (string | number | null)[])[] = ROWS) {
  store = openTestStore({ path: IN_MEMORY });
  const insert = store.database.write(
    `INSERT INTO agent_command_log (id, session_id, phone_number, command, decision, exit_code, started_at)
     VALUES (@id, '20261120-00000001', @person, @command, @decision, @exit, @at)`,
  );
  for (const [id, person, command, decision, exit, at] of rows)
    insert.run({ id, person, command, decision, exit, at });
  return createAuditSearch(store.database);
}

const idsOf = (entries: readonly { readonly id: number }[]) => entries.map(({ id }) => id);

test.each<[string, Partial<AuditPage>, readonly number[]]>([
  ['everything', {}, [6, 5, 4, 3, 2, 1]],
  ['a person', { person: '34600333444' }, [4, 3]],
  ['the machine', { person: 'local' }, [6, 5]],
  ['nobody of this name', { person: "' OR 1=1 --" }, []],
  ['allowed', { action: 'allow' }, [6, 2, 1]],
  ['blocked', { action: 'deny' }, [4]],
  ['failed', { action: 'failed' }, [2]],
  ['words, in any case', { words: 'NPM' }, [2, 1]],
  ['words with accents', { words: 'MAÑANA' }, [5]],
  ['signs that a pattern would take for others', { words: '100%_' }, [6]],
  ['a quote', { words: `"'` }, [6]],
  ['a day, from its first second to its last', { day: '2026-11-20' }, [4, 3, 2]],
  ['a day without any', { day: '2026-12-01' }, []],
  ['several at once', { day: '2026-11-20', person: '34600333444', action: 'deny' }, [4]],
  ['before an entry', { before: 3 }, [2, 1]],
  ['before the first one', { before: 1 }, []],
])('%s: %j', async (_what, filter, ids) => {
  const { entries, next } = await searchIn().find({ ...ANYTHING, ...filter });
  expect([idsOf(entries), next]).toEqual([ids, undefined]);
});

test('pages follow each other by key: what is added meanwhile moves nothing', async () => {
  const search = searchIn();
  const first = await search.find({ ...ANYTHING, limit: 2 });
  store.database.execute(
    `INSERT INTO agent_command_log (session_id, phone_number, command, decision) VALUES ('s', 'local', 'new', 'allow')`,
  );
  const second = await search.find({ ...ANYTHING, limit: 2, before: first.next });
  const third = await search.find({ ...ANYTHING, limit: 2, before: second.next });
  expect([first, second, third].map(({ entries, next }) => [idsOf(entries), next])).toEqual([
    [[6, 5], 5],
    [[4, 3], 3],
    [[2, 1], undefined],
  ]);
});

test('a rare word is searched for in parts, and the next part begins where this one ended', {
  tags: 'full',
}, async () => {
  const search = searchIn([[1, 'local', 'the one', 'allow', 0, '2026-11-19 00:00:00']]);
  store.database.execute(`
    WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 120000)
    INSERT INTO agent_command_log (id, session_id, phone_number, command, decision)
    SELECT i, 's', 'local', 'npm test', 'allow' FROM n`);
  const first = await search.find({ ...ANYTHING, words: 'the one' });
  const second = await search.find({ ...ANYTHING, words: 'the one', before: first.next });
  expect([first, second].map(({ entries, next }) => [idsOf(entries), next])).toEqual([
    [[], 20_001],
    [[1], undefined],
  ]);
});

test('other work goes on while the record is searched', { tags: 'full' }, async () => {
  const search = searchIn([]);
  store.database.execute(`
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 60000)
    INSERT INTO agent_command_log (id, session_id, phone_number, command, decision)
    SELECT i, 's', 'local', 'npm test', 'allow' FROM n`);
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  await search.find({ ...ANYTHING, words: 'nothing like it' });
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(10);
});

test('a portion is what matches, oldest first', async () => {
  const search = searchIn();
  const filter = { ...ANYTHING, action: 'allow' } as const;
  const { entries, next } = await search.portion(filter, search.range(filter));
  expect([idsOf(entries), next]).toEqual([[1, 2, 6], undefined]);
});

test('portions follow each other, and what is added meanwhile is in none of them', async () => {
  const rows = Array.from({ length: 250 }, (_, row) => [
    row + 1,
    'local',
    'ls',
    'allow',
    0,
    '2026-11-20 08:00:00',
  ]);
  const search = searchIn(rows);
  const range = search.range(ANYTHING);
  store.database.execute(
    `INSERT INTO agent_command_log (session_id, phone_number, command, decision) VALUES ('s', 'local', 'new', 'allow')`,
  );
  const found: (readonly [number, number | undefined])[] = [];
  for (let from: number | undefined = range.from; from !== undefined; ) {
    const { entries, next } = await search.portion(ANYTHING, { from, end: range.end });
    found.push([entries.length, next]);
    from = next;
  }
  expect(found).toEqual([
    [100, 101],
    [100, 201],
    [50, undefined],
  ]);
});

test('everybody in the record is named once', () => {
  expect(searchIn().people()).toEqual(['34600111222', '34600333444', 'local']);
});

test('without a record there is nobody and nothing', async () => {
  const search = searchIn([]);
  expect([search.people(), await search.find(ANYTHING)]).toEqual([[], { entries: [], next: undefined }]);
});

test('a row that somebody changed by hand is shown as it is', async () => {
  const search = searchIn();
  store.database.execute(
    `UPDATE agent_command_log SET command = x'6c73', decision = 'invented', exit_code = 'x', phone_number = 7 WHERE id = 6`,
  );
  const { entries } = await search.find({ ...ANYTHING, limit: 1 });
  expect(entries[0]).toMatchObject({ person: '7', command: 'ls', decision: 'invented', exitCode: 0 });
});
