import { existsSync } from 'node:fs';
import type { Store } from '../contracts/store.ts';
import { type Log, silentLog } from '../core/log.ts';
import { once } from '../core/once.ts';
import { createApprovalStore } from './approvals.ts';
import { importCommandLog } from './audit-chain.ts';
import { createCallStore } from './calls.ts';
import { createCardStore } from './cards.ts';
import { createCheckpointStore } from './checkpoints.ts';
import { createCommandLogStore } from './command-log.ts';
import { createContextStore } from './contexts.ts';
import { createChosenWorkspaceStore, createConversationStore } from './conversations.ts';
import { type Database, openDatabase } from './database.ts';
import { assertDurable, makeDurable } from './durability.ts';
import { createForgettingStore } from './forgetting.ts';
import { createGrantStore } from './grants.ts';
import { createHistoryStore } from './history.ts';
import { createInboxStore } from './inbox.ts';
import { createInstanceLocks, createInstanceStore } from './instances.ts';
import { createLedgerStore } from './ledger.ts';
import { createMetricsStore } from './metrics.ts';
import { planMigration } from './migrate.ts';
import { MIGRATIONS } from './migrations.ts';
import { createOutboxStore } from './outbox.ts';
import { createOutsideAgentStore } from './outside-agents.ts';
import { createPeopleStore } from './people.ts';
import { createProcessStore } from './processes.ts';
import { refuseEmptied } from './refuse-emptied.ts';
import schema from './schema.sql';
import { createSessionStore, createSteeringStore, createTaskNumberStore } from './sessions.ts';
import { createSpendingStore } from './spending.ts';
import { createTraceStore } from './traces.ts';
import { createTrustStore } from './trust.ts';
import { createWhatsAppStore, knowsWhatsApp } from './whatsapp.ts';
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
