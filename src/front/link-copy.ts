/**
 * Keeps the state of the link in PostgreSQL, so that another machine can go on with it. It copies behind the commits
 * of this disk, never a part of one, and is at most one acknowledged message old.
 */

import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { ClusterDatabase } from '../cluster/cluster-database.ts';
import {
  type ClusterSeal,
  claimCopy,
  copiedRows,
  signCopy,
  writeCopy,
} from '../cluster/copies/link-copies.ts';
import type { FrontName } from '../cluster/names.ts';
import type { Clock } from '../core/clock.ts';
import { Failure, isFailure } from '../core/failure.ts';
import type { Log } from '../core/log.ts';
import { fault } from '../core/texts/faults.ts';
import { backoffMs, createWaker, type Waker } from '../core/waiting.ts';
import { optionalText } from '../store/columns.ts';
import type { Database, ReadStatement, WriteStatement } from '../store/database.ts';

interface LinkCopyParts {
  readonly db: ClusterDatabase;
  readonly rows: CopiedRows;
  readonly front: FrontName;
  readonly seal: ClusterSeal;
  readonly clock: Clock;
  readonly log: Log;
}

/** The state with which this data folder begins: its own, or that of another machine, which was live later. */
type StateOrigin = 'own' | 'taken-over';

export interface LinkCopy {
  /** @throws Failure `denied` when the copy was written with another secret */
  check(): Promise<void>;
  /**
   * Called before the link opens: brings this folder up to date, or the copy.
   * @throws Failure `conflict` when a later process holds the name, `denied` for another secret, `unavailable`
   */
  begin(epoch: number): Promise<StateOrigin>;
  /** Copies changes until it is stopped, or a later process holds the name. */
  keep(epoch: number): CopyKeeper;
}

export interface CopyKeeper {
  /** Call it when something was committed. */
  wake(): void;
  /** Resolves when everything so far is copied, or cannot be. */
  stop(): Promise<void>;
}

/** Commits without a call of `wake` are found by looking. */
const LOOK_MS = 250;
/** An idle link is signed this often, so that its copy is known to be up to date. */
const SIGN_OF_LIFE_MS = 10_000;
const RETRY = { firstMs: 200, mostMs: 5000 };

export function createLinkCopy(parts: LinkCopyParts): LinkCopy {
  const { db, rows, front, clock } = parts;
  const placeOf = ({ table, key }: { table: string; key: string }): string => `${front} ${table} ${key}`;
  const opened = (sealed: readonly { table: string; key: string; sealed: Uint8Array }[]) =>
    sealed.map((row) => ({ table: row.table, row: parts.seal.open(row.sealed, placeOf(row)) }));
  /** False when a later process holds the name. */
  const write = async (epoch: number): Promise<boolean> => {
    const changes = rows.readChanges();
    const sealed = changes.rows.map(({ table, key, row }) => ({
      table,
      key,
      ...(row === undefined ? {} : { sealed: parts.seal.close(row, placeOf({ table, key })) }),
    }));
    const isHeld = await writeCopy(db, { front, epoch }, sealed);
    if (isHeld) rows.forgetCopied(changes);
    return isHeld;
  };
  return {
    async check() {
      await db.ready;
      opened(await copiedRows(db, front, 1));
    },
    async begin(epoch) {
      const token = randomUUID();
      const own = rows.tokens();
      const { copy, newer } = await db.transaction(async (sql) => {
        const claimed = await claimCopy(sql, { front, epoch });
        const isNewer = claimed !== undefined && !own.includes(claimed.token);
        return { copy: claimed, newer: isNewer ? await copiedRows(sql, front) : undefined };
      });
      rows.recordChanges();
      if (copy !== undefined && newer !== undefined) {
        rows.restore(opened(newer), { token, writtenAtMs: copy.writtenAtMs });
      } else {
        if (copy === undefined) rows.recordAll();
        rows.setTokens({ token, earlier: copy?.token });
      }
      if (!(await write(epoch))) throw new Failure('conflict', fault('link-copy-held'));
      await signCopy(db, { front, epoch }, token);
      return newer === undefined ? 'own' : 'taken-over';
    },
    keep(epoch) {
      const waker = createWaker(clock);
      const course = keepWriting(waker, () => write(epoch), parts);
      return {
        wake: waker.wake,
        async stop() {
          waker.stop();
          await course;
        },
      };
    },
  };
}

async function keepWriting(waker: Waker, write: () => Promise<boolean>, parts: LinkCopyParts): Promise<void> {
  const { rows, clock, log } = parts;
  let failures = 0;
  let writtenUpMs = clock.upMs();
  let isHeld = true;
  const lookOnce = async (): Promise<void> => {
    if (!rows.hasChanges() && clock.upMs() - writtenUpMs < SIGN_OF_LIFE_MS) return;
    isHeld = await write();
    writtenUpMs = clock.upMs();
  };
  while (isHeld) {
    const isLast = waker.signal.aborted;
    const error = await catchFailure(lookOnce);
    if (isLast) break;
    if (error !== undefined && failures === 0) log.warn('front.copy.waits', { error: error.message });
    failures = error === undefined ? 0 : failures + 1;
    await (error === undefined
      ? waker.wait(LOOK_MS)
      : clock.sleep(backoffMs(failures - 1, RETRY), waker.signal));
  }
  if (!isHeld) log.warn('front.copy.fenced', {});
}

async function catchFailure(work: () => Promise<void>): Promise<Failure | undefined> {
  try {
    await work();
    return undefined;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error;
  }
}

const Value = z.union([z.string(), z.number(), z.null()]);
const RowValues = z.record(z.string(), Value);
type RowValues = z.infer<typeof RowValues>;

/** A row as it is now; `row` is its JSON, undefined when it is gone. */
interface RowChange {
  readonly table: string;
  readonly key: string;
  readonly row: string | undefined;
}

/** All changes since the copy was last written, read at one moment between two commits. */
interface RowChanges {
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

/** The tables that another machine needs to go on with the link, in an order in which they can be filled. */
export const COPIED_TABLES: readonly { readonly table: string; readonly key: readonly string[] }[] = [
  { table: 'whatsapp_credentials', key: ['account', 'generation'] },
  { table: 'whatsapp_keys', key: ['account', 'type', 'id'] },
  { table: 'whatsapp_journal', key: ['seq'] },
  { table: 'whatsapp_journal_parts', key: ['seq'] },
  { table: 'whatsapp_sent', key: ['account', 'id'] },
  { table: 'whatsapp_contacts', key: ['account', 'person'] },
  { table: 'front_arrivals', key: ['seq'] },
  { table: 'front_deliveries', key: ['job'] },
  { table: 'front_chats', key: ['chat'] },
  { table: 'front_notices', key: ['chat', 'about'] },
  { table: 'front_welcomes', key: ['chat', 'code_message'] },
];

/**
 * Adds triggers that record every change of these tables in its own commit. They stay in the data folder, so that
 * `wasap pair` beside an ended front is recorded, too.
 */
function noteChanges(database: Database): void {
  for (const { table, key } of COPIED_TABLES) {
    const keyOf = (row: 'OLD' | 'NEW'): string => keySql(key, `${row}.`);
    const note = (row: 'OLD' | 'NEW'): string => `
      DELETE FROM front_changes WHERE tab = '${table}' AND key = ${keyOf(row)};
      INSERT INTO front_changes (tab, key) VALUES ('${table}', ${keyOf(row)});`;
    database.execute(`
      CREATE TRIGGER IF NOT EXISTS copy_inserted_${table} AFTER INSERT ON ${table} BEGIN ${note('NEW')} END;
      CREATE TRIGGER IF NOT EXISTS copy_updated_${table} AFTER UPDATE ON ${table} BEGIN ${note('NEW')} END;
      CREATE TRIGGER IF NOT EXISTS copy_renamed_${table} AFTER UPDATE OF ${key.join(', ')} ON ${table}
      WHEN ${keyOf('OLD')} <> ${keyOf('NEW')} BEGIN ${note('OLD')} END;
      CREATE TRIGGER IF NOT EXISTS copy_deleted_${table} AFTER DELETE ON ${table} BEGIN ${note('OLD')} END;`);
  }
}

/** SQL: the key of a row as a JSON array. */
function keySql(key: readonly string[], prefix = ''): string {
  return `json_array(${key.map((column) => `${prefix}${column}`).join(', ')})`;
}
