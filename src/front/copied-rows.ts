import * as z from 'zod';
import { optionalText } from '../store/columns.ts';
import type { Database, ReadStatement, WriteStatement } from '../store/database.ts';
import { COPIED_TABLES, keySql, noteChanges } from './copied-tables.ts';

const Value = z.union([z.string(), z.number(), z.null()]);
const RowValues = z.record(z.string(), Value);
type RowValues = z.infer<typeof RowValues>;

/** A row as it is now; `row` is its JSON, undefined when it is gone. */
export interface RowChange {
  readonly table: string;
  readonly key: string;
  readonly row: string | undefined;
}

/** All changes since the copy was last written, read at one moment between two commits. */
export interface RowChanges {
  readonly upTo: number;
  readonly rows: readonly RowChange[];
}

/** The lives of this data folder from which a copy may come: it is no older than the folder then. */
interface Tokens {
  readonly token: string;
  readonly earlier?: string | undefined;
}

/** The copied tables of this data folder. */
export interface CopiedRows {
  tokens(): readonly string[];
  /** Begins a life of the data folder: a copy with one of these tokens is not newer than this folder. */
  setTokens(tokens: Tokens): void;
  /** From now on each change is recorded. */
  recordChanges(): void;
  /** Marks every row as changed. */
  recordAll(): void;
  hasChanges(): boolean;
  readChanges(): RowChanges;
  /** Forgets changes that were copied. A row that has changed again since then stays marked. */
  forgetCopied(changes: RowChanges): void;
  /**
   * One commit: the copy replaces the rows here, and the life begins with `token`. Messages that arrived here and are
   * in no queue yet stay: they were confirmed, so they are not delivered again.
   */
  restore(rows: readonly { table: string; row: string }[], how: { token: string; writtenAtMs: number }): void;
}

const Noted = z.object({ seq: z.int(), tab: z.string(), key: z.string() });

export function createCopiedRows(database: Database): CopiedRows {
  const tokens = database.read(
    'SELECT token, earlier FROM front_copy',
    z.object({ token: z.string(), earlier: optionalText }),
  );
  const setTokens = database.write(`
    INSERT INTO front_copy (only_row, token, earlier) VALUES (1, @token, @earlier)
    ON CONFLICT (only_row) DO UPDATE SET token = excluded.token, earlier = excluded.earlier`);
  const noted = database.read('SELECT seq, tab, key FROM front_changes ORDER BY seq', Noted);
  const any = database.read('SELECT seq, tab, key FROM front_changes LIMIT 1', Noted);
  const forget = database.write('DELETE FROM front_changes WHERE seq <= @upTo');
  const current = currentRows(database);
  return {
    tokens: () => tokens.all({}).flatMap(({ token, earlier }) => [token, ...(earlier ? [earlier] : [])]),
    setTokens: ({ token, earlier }) => void setTokens.run({ token, earlier }),
    recordChanges: () => noteChanges(database),
    recordAll: () =>
      database.atomically(() => {
        database.execute('DELETE FROM front_changes');
        for (const { table, key } of COPIED_TABLES)
          database.execute(
            `INSERT INTO front_changes (tab, key) SELECT '${table}', ${keySql(key)} FROM ${table}`,
          );
      }),
    hasChanges: () => any.get({}) !== undefined,
    readChanges() {
      const all = noted.all({});
      const rows = all.map(({ tab, key }) => ({ table: tab, key, row: current(tab, key) }));
      return { upTo: all.at(-1)?.seq ?? 0, rows };
    },
    forgetCopied: ({ upTo }) => void database.unflushed(() => forget.run({ upTo })),
    restore: (rows, { token, writtenAtMs }) =>
      database.atomically(() => {
        const waiting = database
          .read(`SELECT * FROM front_arrivals WHERE state = 'waiting'`, RowValues)
          .all({});
        const insert = insertInto(database);
        replaceRows(database, rows, insert);
        database.execute('DELETE FROM front_changes');
        for (const { seq: _, ...arrival } of waiting) insert('front_arrivals', arrival);
        storeHeldLease(database, writtenAtMs);
        setTokens.run({ token, earlier: null });
      }),
  };
}

type RowInserter = (table: string, row: RowValues) => void;

function replaceRows(
  database: Database,
  rows: readonly { readonly table: string; readonly row: string }[],
  insert: RowInserter,
): void {
  for (const { table } of COPIED_TABLES.toReversed()) database.execute(`DELETE FROM ${table}`);
  for (const { table } of COPIED_TABLES) {
    const own = rows.filter((one) => one.table === table);
    for (const { row } of own) insert(table, RowValues.parse(JSON.parse(row)));
  }
}

/** JSON of the row with this key; undefined when it is gone. */
function currentRows(database: Database): (table: string, key: string) => string | undefined {
  const reads = new Map(
    COPIED_TABLES.map(({ table, key }): [string, ReadStatement<RowValues>] => {
      const is = key.map((column, at) => `${column} = @${at === 0 ? 'first' : `k${at}`}`).join(' AND ');
      return [table, database.read(`SELECT * FROM ${table} WHERE ${is}`, RowValues)];
    }),
  );
  return (table, key) => {
    const values = z.array(Value).parse(JSON.parse(key));
    const bound = Object.fromEntries(values.map((value, at) => [at === 0 ? 'first' : `k${at}`, value]));
    const row = reads.get(table)?.get(bound);
    return row === undefined ? undefined : JSON.stringify(row);
  };
}

/** Columns that this version does not have are skipped: the versions of two machines may differ by one. */
function insertInto(database: Database): RowInserter {
  const columns = new Map(
    COPIED_TABLES.map(({ table }) => [
      table,
      database
        .read(`SELECT name FROM pragma_table_info('${table}')`, z.object({ name: z.string() }))
        .all({})
        .map(({ name }) => name),
    ]),
  );
  const statements = new Map<string, WriteStatement>();
  return (table, row) => {
    const own = (columns.get(table) ?? []).filter((column) => column in row);
    const sql = `INSERT INTO ${table} (${own.join(', ')}) VALUES (${own.map((column) => `@${column}`).join(', ')})
      ON CONFLICT DO NOTHING`;
    const statement = statements.get(sql) ?? database.write(sql);
    statements.set(sql, statement);
    statement.run(Object.fromEntries(own.map((column) => [column, row[column]])));
  };
}

/** The link counts as away since the copy was last up to date, and not since this folder last had it. */
function storeHeldLease(database: Database, writtenAtMs: number): void {
  database
    .write(
      `INSERT INTO whatsapp_leases (account, pid, start_time, epoch, renewed_at_ms, expires_at_ms)
       SELECT DISTINCT account, 0, '', 1, @atMs, 0 FROM whatsapp_credentials WHERE true
       ON CONFLICT (account) DO UPDATE SET pid = 0, start_time = '', epoch = epoch + 1,
         renewed_at_ms = excluded.renewed_at_ms, expires_at_ms = 0`,
    )
    .run({ atMs: Math.floor(writtenAtMs) });
}
