import { statSync } from 'node:fs';
import * as z from 'zod';
import type { Person } from '../contracts/access.ts';
import type { WhatsAppStore } from '../contracts/whatsapp-store.ts';
import type { Clock } from '../core/clock.ts';
import { messageOf } from '../core/failure.ts';
import { refuseEmptied } from './data-folder.ts';
import { type Database, openForReading } from './database.ts';
import { isEmpty } from './migrate.ts';
import { createOutsideAgentStore, createPeopleStore } from './people.ts';
import { readInThread } from './read-in-thread.ts';
import { createWhatsAppStore, knowsWhatsApp } from './whatsapp.ts';

/** A sender who was refused because the number behind their LID was not known. */
export interface PendingSender {
  readonly sender: string;
  /** Time of their last message. */
  readonly atMs: number;
}

export type Soundness =
  | { readonly kind: 'sound' }
  /** The time limit was reached: so many of the tables were checked, and were intact. */
  | { readonly kind: 'unfinished'; readonly looked: number; readonly tables: number }
  | { readonly kind: 'damaged'; readonly why: string };

export interface Inspection {
  readonly bytes: number;
  /** Bytes not yet moved into the database file. */
  readonly walBytes: number;
  /** Read-only; every write fails. */
  readonly whatsapp: WhatsAppStore;
  /** People who were admitted by an invitation. */
  listInvited(): readonly Person[];
  /** Names of other agents whose token counts. */
  outsideAgents(): readonly string[];
  pendingSenders(sinceMs: number): readonly PendingSender[];
  /** Checks one table after the other, beside this thread. */
  soundness(limits: { readonly clock: Clock; readonly limitMs: number }): Promise<Soundness>;
  close(): void;
}

const MAX_PENDING = 5;

/**
 * Opens a data folder's database read-only, also while a program writes it. Changes nothing.
 * @returns undefined when it is missing or empty
 * @throws Failure when it cannot be read as one of this program
 */
export function inspectDatabase(path: string): Inspection | undefined {
  const bytes = statSync(path, { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return undefined;
  const database = openForReading(path);
  try {
    if (isEmpty(database)) {
      database.close();
      refuseEmptied(path);
      return undefined;
    }
    const people = createPeopleStore(database);
    // Statements are prepared on use: this one shows at once whether the file is a database of ours.
    people.all();
    knowsWhatsApp(database);
    return {
      bytes,
      walBytes: statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0,
      whatsapp: createWhatsAppStore(database),
      listInvited: people.all,
      outsideAgents: () => outsideAgentsIn(database),
      pendingSenders: pendingSendersIn(database),
      soundness: (limits) => soundnessOf(database, limits),
      close: database.close,
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function pendingSendersIn(database: Database): Inspection['pendingSenders'] {
  const pending = database.read(
    `SELECT sender, MAX(received_at_ms) AS atMs FROM inbox
     WHERE state = 'refused' AND reason LIKE 'pending:%' AND received_at_ms >= @sinceMs
     GROUP BY sender ORDER BY atMs DESC LIMIT @most`,
    z.object({ sender: z.string(), atMs: z.int() }),
  );
  return (sinceMs) => pending.all({ sinceMs, most: MAX_PENDING });
}

/**
 * Checks one table after the other, in a thread of its own: a large one takes seconds, and the program may be
 * running.
 */
async function soundnessOf(
  database: Database,
  { clock, limitMs }: { readonly clock: Clock; readonly limitMs: number },
): Promise<Soundness> {
  const over = new AbortController();
  let looked = 0;
  let fault: string | undefined;
  try {
    const names = database.read(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
      z.object({ name: z.string() }),
    );
    const tables = names.all({}).map(({ name }) => name);
    const sql = 'SELECT quick_check AS found FROM pragma_quick_check(@table)';
    const reading = readInThread(database.path, {
      queries: tables.map((table) => ({ sql, values: { table } })),
      take(rows) {
        looked += 1;
        fault ??= Found.parse(rows).find(({ found }) => found !== 'ok')?.found;
        if (fault !== undefined) over.abort();
      },
      signal: over.signal,
    }).then(() => 'done' as const);
    const end = await Promise.race([reading, clock.sleep(limitMs, over.signal).then(() => 'late' as const)]);
    if (fault !== undefined) return { kind: 'damaged', why: fault };
    return end === 'done' ? { kind: 'sound' } : { kind: 'unfinished', looked, tables: tables.length };
  } catch (error) {
    return { kind: 'damaged', why: messageOf(error) };
  } finally {
    over.abort();
  }
}

const Found = z.array(z.object({ found: z.string() }));

/** A database that no program of this version has opened yet has no such table. */
function outsideAgentsIn(database: Database): readonly string[] {
  const tables = database.read(
    `SELECT count(*) AS count FROM sqlite_schema WHERE name = 'outside_agents'`,
    z.object({ count: z.int() }),
  );
  if (tables.get({})?.count !== 1) return [];
  const agents = createOutsideAgentStore(database).all();
  return agents.flatMap(({ name, revokedAtMs }) => (revokedAtMs === undefined ? [name] : []));
}
