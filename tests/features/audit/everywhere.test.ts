import { afterEach, expect, test } from 'vitest';
import type { Machines } from '../../../src/cluster/machines.ts';
import type { Json } from '../../../src/core/json.ts';
import {
  AUDIT_PORTION,
  type AuditAnswers,
  auditAnswers,
} from '../../../src/features/audit/audit-question.ts';
import {
  cellCursorsText,
  type FindEverywhere,
  findEverywhere,
  type MissingEntries,
  parseCellCursors,
  readEverywhere,
} from '../../../src/features/audit/find-everywhere.ts';
import { type AuditFilter, createAuditSearch } from '../../../src/features/audit/rows/audit-search.ts';
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
function cellWith(cell: string, rows: readonly Row[]): AuditAnswers {
  const store = openTestStore({ path: IN_MEMORY });
  stores.push(store);
  const insert = store.database.write(
    `INSERT INTO agent_command_log (session_id, phone_number, command, decision, exit_code, started_at)
     VALUES ('20261120-00000001', @cell, @command, @decision, 0, @at)`,
  );
  for (const [minute, command, decision = 'allow'] of rows)
    insert.run({
      cell,
      command,
      decision,
      at: new Date(Date.UTC(2026, 10, 20, 0, minute)).toISOString().slice(0, 19).replace('T', ' '),
    });
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

interface Cells {
  readonly lima?: readonly Row[];
  readonly quito?: readonly Row[];
  /** Beside lima; all but quito are silent. */
  readonly others?: readonly string[] | 'away';
  /** How often quito answers. */
  readonly answers?: number;
}

/** Asked on lima; what goes between the cells is text. */
function onLima({
  lima = LIMA,
  quito = QUITO,
  others = ['quito'],
  answers = Number.POSITIVE_INFINITY,
}: Cells) {
  const asked: (readonly string[] | undefined)[] = [];
  const there = cellWith('quito', quito);
  const askOthers: Machines['askOthers'] = async (kind, question, only) => {
    asked.push(only);
    if (others === 'away') return undefined;
    const said = async (): Promise<Json> =>
      JSON.parse(JSON.stringify(await there[kind === AUDIT_PORTION ? 'portion' : 'page'](question)));
    return await Promise.all(
      others
        .filter((cell) => only?.includes(cell) !== false)
        .map(async (cell) => ({
          cell,
          answer: cell === 'quito' && asked.length <= answers ? await said() : undefined,
        })),
    );
  };
  return {
    machines: cellAlone({ cell: 'lima' as Machines['cell'], askOthers }),
    own: cellWith('lima', lima),
    asked,
  };
}

function findOn(others: readonly string[] | 'away' = ['quito']): FindEverywhere {
  const { machines, own } = onLima({ others });
  return findEverywhere({ machines, answer: own.page });
}

interface ReadAll {
  readonly read: readonly string[];
  /** How many entries came at a time. */
  readonly sizes: readonly number[];
  readonly missing: MissingEntries | undefined;
}

async function readAll(cells: Cells = {}, filter: Partial<AuditFilter> = {}): Promise<ReadAll> {
  const { machines, own } = onLima(cells);
  const read: string[] = [];
  const sizes: number[] = [];
  let missing: MissingEntries | undefined;
  for await (const part of readEverywhere({ machines, answer: own.portion })({ ...ANYTHING, ...filter })) {
    if (part.kind === 'missing') missing = part.missing;
    else {
      read.push(...shown(part.entries));
      sizes.push(part.entries.length);
    }
  }
  return { read, sizes, missing };
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
    before = next && parseCellCursors(cellCursorsText(next));
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
  expect(parseCellCursors('lima:3,Quito:4,rio:-1,rio:1e9,x,__proto__:5,quito:0')).toEqual({
    lima: 3,
    quito: 0,
  });
});

test('a file has the entries of all cells, oldest first, without the secrets of the other machine', async () => {
  expect(await readAll()).toEqual({ read: ALL.toReversed(), sizes: [6], missing: undefined });
});

test('a filter of a file counts on each machine', async () => {
  const { read } = await readAll({}, { action: 'refused' });
  expect(read).toEqual(['quito: curl -H [secret]', 'lima: five']);
});

/** One every two minutes. */
const many = (first: number, count: number): readonly Row[] =>
  Array.from({ length: count }, (_, at): Row => [first + 2 * at, `${first + 2 * at}`]);

test('long records are read in portions, none of them ahead of what is handed on, and each entry stands once', async () => {
  const cells = { lima: many(0, 250), quito: many(1, 350) };
  const { read, sizes } = await readAll(cells);
  const minutes = read.map((line) => Number(line.split(' ')[1]));
  expect({
    count: read.length,
    isInOrder: minutes.every((one, at) => at === 0 || one > (minutes[at - 1] ?? 0)),
  }).toEqual({
    count: 600,
    isInOrder: true,
  });
  // A portion of each cell is held, no more.
  expect(Math.max(...sizes)).toBeLessThanOrEqual(200);
});

test('only a cell whose portion is handed on is asked for the next one', async () => {
  const { machines, own, asked } = onLima({ lima: many(0, 250), quito: many(1, 20) });
  for await (const _ of readEverywhere({ machines, answer: own.portion })(ANYTHING));
  expect(asked).toEqual([undefined]);
});

test('a cell that stops answering is named with its last entry that was read, and the others are read to their end', async () => {
  const { read, missing } = await readAll({ lima: many(0, 250), quito: many(1, 350), answers: 1 });
  expect({ ofLima: read.filter((line) => line.startsWith('lima')).length, missing }).toEqual({
    ofLima: 250,
    missing: { isAway: false, cells: [{ cell: 'quito', readThrough: 100 }] },
  });
});

test('a cell that never answers is named, and so is that PostgreSQL is away', async () => {
  const silent = await readAll({ others: ['quito', 'rio'] });
  const away = await readAll({ others: 'away' });
  expect([silent.read.length, silent.missing, away.read, away.missing]).toEqual([
    6,
    { isAway: false, cells: [{ cell: 'rio', readThrough: undefined }] },
    ['lima: one', 'lima: four', 'lima: five'],
    { isAway: true, cells: [] },
  ]);
});
