import { existsSync } from 'node:fs';
import * as z from 'zod';
import type { Store } from '../contracts/store.ts';
import { Failure, isFailure } from '../core/failure.ts';
import { type Log, silentLog } from '../core/log.ts';
import { once } from '../core/memoize.ts';
import { fault } from '../core/texts/faults.ts';
import { createApprovalStore } from './approvals.ts';
import { createCommandLogStore, importCommandLog } from './command-log.ts';
import { createChosenWorkspaceStore, createConversationStore } from './conversations.ts';
import { refuseEmptied } from './data-folder.ts';
import { type Database, IN_MEMORY, openDatabase, openForReading } from './database.ts';
import { createForgettingStore } from './forgetting.ts';
import { createGrantStore, createTrustStore } from './grants.ts';
import { createContextStore, createHistoryStore } from './history.ts';
import { createInstanceLocks, createInstanceStore } from './instances.ts';
import { createCardStore, createInboxStore, createOutboxStore } from './messages.ts';
import { assertMigrated, planMigration } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { createOutsideAgentStore, createPeopleStore } from './people.ts';
import { createProcessStore } from './processes.ts';
import schema from './schema.sql';
import { createSessionStore, createSteeringStore, createTaskNumberStore } from './sessions.ts';
import { createSpendingStore } from './spending.ts';
import { createMetricsStore, createTraceStore } from './telemetry.ts';
import { createWhatsAppStore, knowsWhatsApp } from './whatsapp.ts';
import { createCallStore, createCheckpointStore, createLedgerStore } from './work-records.ts';
import { createWorktreeStore } from './worktrees.ts';

export interface StoreOptions {
  /** The database file, created with mode 0600 (a missing folder with 0700), or `:memory:`. */
  readonly path: string;
  readonly log?: Log;
  /** Takes secrets out of audit entries. */
  readonly redact?: (text: string) => string;
  /** Largest size of the database, in pages of 4096 bytes. Default: the size of the disk. */
  readonly maxPages?: number;
}

/** A feature reads and writes its own rows through the database. */
export interface OpenStore extends Store {
  readonly database: Database;
}

/**
 * Opens the store, creating or migrating the database first.
 * @throws Failure `invalid` for a file that is damaged, of another program or of a newer one; it is never replaced.
 *    `unavailable` when it cannot be opened or written.
 */
export function openStore({
  path,
  log = silentLog,
  redact = (text) => text,
  maxPages,
}: StoreOptions): OpenStore {
  const wasThere = existsSync(path);
  const database = openDatabase(path);
  try {
    const migration = planMigration(database, MIGRATIONS, schema);
    if (wasThere && migration.isEmpty) refuseEmptied(path);
    makeDurable(database);
    migration.run(log);
    assertDurable(database);
    importCommandLog(database);
    if (maxPages !== undefined) database.execute(`PRAGMA max_page_count = ${maxPages}`);
    return { ...storeOf(database, redact), database };
  } catch (error) {
    database.close();
    throw error;
  }
}

export function storeOf(database: Database, redact: (text: string) => string): Store {
  const commandLog = createCommandLogStore(database, redact);
  const locks = createInstanceLocks(database.path);
  return {
    atomically: database.atomically,
    unflushed: database.unflushed,
    flush: database.flush,
    instances: createInstanceStore(database, locks),
    inbox: createInboxStore(database),
    outbox: createOutboxStore(database),
    conversations: createConversationStore(database),
    sessions: createSessionStore(database),
    steering: createSteeringStore(database),
    taskNumbers: createTaskNumberStore(database),
    history: createHistoryStore(database),
    contexts: createContextStore(database),
    calls: createCallStore(database),
    approvals: createApprovalStore(database),
    grants: createGrantStore(database),
    commandLog,
    forgetting: once(() => createForgettingStore(database)),
    cards: createCardStore(database),
    checkpoints: createCheckpointStore(database),
    chosenWorkspaces: createChosenWorkspaceStore(database),
    ledger: createLedgerStore(database),
    metrics: createMetricsStore(database),
    outsideAgents: createOutsideAgentStore(database),
    people: createPeopleStore(database),
    processes: createProcessStore(database, commandLog),
    spending: createSpendingStore(database),
    traces: createTraceStore(database),
    trust: createTrustStore(database),
    worktrees: createWorktreeStore(database),
    knowsWhatsApp: () => knowsWhatsApp(database),
    whatsapp: once(() => createWhatsAppStore(database)),
    close() {
      locks.releaseAll();
      database.close();
    },
  };
}

/**
 * Opens an existing database read-only; the program may be running on it. Closed again when `make` throws.
 * @throws Failure `not-found` without a database; `invalid` for one of another version; `unavailable` when it cannot
 *    be read
 */
export function openExisting<T>(path: string, make: (database: Database) => T): T {
  if (!existsSync(path)) {
    throw new Failure('not-found', fault('database-missing', path));
  }
  const database = openForReading(path);
  try {
    assertMigrated(database, MIGRATIONS);
    return make(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Size in bytes to which the write-ahead log is truncated after it was written to the database. */
const JOURNAL_LIMIT = 64 * 1024 * 1024;
/** The value of `PRAGMA synchronous` for FULL: every commit reaches the disk before the call returns. */
const FULL = 2;

const MAX_TRIES = 100;
const PAUSE_MS = 50;

const DurableSettings = z.object({ journal: z.string(), synchronous: z.int(), foreignKeys: z.int() });

export function makeDurable(database: Database): void {
  beginLog(database);
  database.execute(`
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA wal_autocheckpoint = 1000;
    PRAGMA journal_size_limit = ${JOURNAL_LIMIT};`);
}

/**
 * When several programs begin with the log at once, SQLite refuses all but one: if each waited for the others, none
 * would ever go on.
 * @throws Failure `unavailable` when another one keeps the database locked
 */
function beginLog(database: Database): void {
  for (let tries = 1; ; tries += 1) {
    try {
      database.execute('PRAGMA journal_mode = WAL');
      return;
    } catch (error) {
      if (!isFailure(error) || error.facts.code !== 'SQLITE_BUSY' || tries === MAX_TRIES) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
    }
  }
}

/**
 * SQLite ignores a setting that it cannot apply, and better-sqlite3 lowers `synchronous` when WAL begins.
 * @throws Failure `unavailable` when a power cut could lose commits
 */
export function assertDurable(database: Database): void {
  const settings = database.read(
    `SELECT (SELECT journal_mode FROM pragma_journal_mode) AS journal,
            (SELECT synchronous FROM pragma_synchronous) AS synchronous,
            (SELECT foreign_keys FROM pragma_foreign_keys) AS foreignKeys`,
    DurableSettings,
  );
  const { path } = database;
  const { journal, synchronous, foreignKeys } = settings.get({}) ?? {};
  const expectedJournal = path === IN_MEMORY ? 'memory' : 'wal';
  if (journal === expectedJournal && synchronous === FULL && foreignKeys === 1) return;
  throw new Failure('unavailable', fault('database-unsafe-disk', path, journal ?? '?', String(synchronous)), {
    facts: { path },
  });
}
