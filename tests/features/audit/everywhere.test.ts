import { afterEach, expect, test } from 'vitest';
import type { Machines } from '../../../src/cluster/machines.ts';
import type { Json } from '../../../src/core/json.ts';
import { auditAnswers } from '../../../src/features/audit/across/audit-question.ts';
import { type FindEverywhere, findEverywhere } from '../../../src/features/audit/across/find-everywhere.ts';
import { placesIn, placesText } from '../../../src/features/audit/across/places.ts';
import { createAuditSearch } from '../../../src/features/audit/rows/audit-search.ts';
import { IN_MEMORY } from '../../../src/store/database.ts';
import type { OpenStore } from '../../../src/store/open.ts';
import { cellAlone } from '../../support/machines.ts';
import { openTestStore } from '../../support/test-store.ts';

const SECRET = 'sk-ant-api03-of-quito';
const stores: OpenStore[] = [];
afterEach(() => {
  for (const store of stores.splice(0)) store.close();
});

/** [minute, command, decision] */
type Row = readonly [number, string, string?];

/** What a cell with these commands says. */
function cellWith(cell: string, rows: readonly Row[]): (question: Json) => Promise<Json> {
  const store = openTestStore({ path: IN_MEMORY });
  stores.push(store);
  const insert = store.database.write(
    `INSERT INTO agent_command_log (session_id, phone_number, command, decision, exit_code, started_at)
     VALUES ('20261120-00000001', @cell, @command, @decision, 0, @at)`,
  );
  for (const [minute, command, decision = 'allow'] of rows)
    insert.run({ cell, command, decision, at: `2026-11-20 12:${String(minute).padStart(2, '0')}:00` });
  const search = createAuditSearch(store.database);
  return auditAnswers({ cell, search: () => search, redact: (text) => text.replaceAll(SECRET, '[secret]') });
}

const LIMA: readonly Row[] = [
  [1, 'one'],
  [4, 'four'],
  [5, 'five', 'deny'],
];
const QUITO: readonly Row[] = [
  [2, 'two'],
  [3, `curl -H ${SECRET}`, 'ask_rejected'],
  [6, 'six'],
];

/** Asked on lima; what goes between the cells is text. */
function findOn(others: readonly string[] | 'away' = ['quito']): FindEverywhere {
  const quito = cellWith('quito', QUITO);
  const askOthers: Machines['askOthers'] = async (_kind, question) => {
    if (others === 'away') return undefined;
    return await Promise.all(
      others.map(async (cell) => ({
        cell,
        answer: cell === 'quito' ? JSON.parse(JSON.stringify(await quito(question))) : undefined,
      })),
    );
  };
  const machines = cellAlone({ cell: 'lima' as Machines['cell'], askOthers });
  return findEverywhere({ machines, answer: cellWith('lima', LIMA) as never });
}

const ANYTHING = { person: undefined, action: undefined, words: '', day: undefined, before: {}, limit: 50 };
const shown = (entries: readonly { readonly cell: string; readonly command: string }[]) =>
  entries.map(({ cell, command }) => `${cell}: ${command}`);

const ALL = ['quito: six', 'lima: five', 'lima: four', 'quito: curl -H [secret]', 'quito: two', 'lima: one'];

test('one list in the order of time, each row with its cell, without the secrets of the other machine', async () => {
  const { entries, next, people, silent, isAway } = await findOn()(ANYTHING);
  expect({ entries: shown(entries), next, people, silent, isAway }).toEqual({
    entries: ALL,
    next: undefined,
    people: ['lima', 'quito'],
    silent: [],
    isAway: false,
  });
});

test.each([1, 2, 4])('page by page of %d, each entry stands once', async (limit) => {
  const find = findOn();
  const read: string[] = [];
  let before: Readonly<Record<string, number>> | undefined = {};
  for (let pages = 0; before !== undefined && pages < 20; pages += 1) {
    const { entries, next } = await find({ ...ANYTHING, before, limit });
    read.push(...shown(entries));
    // As it stands in an address.
    before = next && placesIn(placesText(next));
  }
  expect({ read, before }).toEqual({ read: ALL, before: undefined });
});

test('a filter counts on each machine', async () => {
  const find = findOn();
  const refused = await find({ ...ANYTHING, action: 'refused' });
  const ofQuito = await find({ ...ANYTHING, person: 'quito', words: 'two' });
  expect([shown(refused.entries), shown(ofQuito.entries)]).toEqual([
    ['lima: five', 'quito: curl -H [secret]'],
    ['quito: two'],
  ]);
});

test('a cell that does not answer is named, and the others are shown', async () => {
  const { entries, silent, isAway } = await findOn(['quito', 'rio'])(ANYTHING);
  expect({ entries: shown(entries), silent, isAway }).toEqual({
    entries: ALL,
    silent: ['rio'],
    isAway: false,
  });
});

test('while PostgreSQL is away this machine shows its own, and says so', async () => {
  const { entries, isAway } = await findOn('away')(ANYTHING);
  expect({ entries: shown(entries), isAway }).toEqual({
    entries: ['lima: five', 'lima: four', 'lima: one'],
    isAway: true,
  });
});

test('places that somebody made up are left out of an address', () => {
  expect(placesIn('lima:3,Quito:4,rio:-1,rio:1e9,x,__proto__:5,quito:0')).toEqual({ lima: 3, quito: 0 });
});
