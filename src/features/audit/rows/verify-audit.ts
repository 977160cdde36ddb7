import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import {
  attemptDigest,
  hashOf,
  isOpen,
  LOG_COLUMNS,
  LogRow,
  NO_PREVIOUS,
  resultDigest,
} from '../../../store/command-log.ts';
import type { Database, ReadStatement } from '../../../store/database.ts';
import type { AuditCheck, AuditCut, AuditFault, AuditTable } from '../audit.ts';
import { readCut } from './cut-audit.ts';

/** How many entries are read at a time: memory stays constant, and other work runs in between. */
const PAGE = 200;
/** How many rows one statement checks for being chained at all. */
const ROWS = 5_000;

const VerifiedEntry = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.enum(['attempt', 'result', 'imported']),
  log_id: z.int(),
  session: z.string(),
  digest: z.string(),
  previous: z.string(),
  hash: z.string(),
  /** The newest result entry of this row: it replaced earlier ones. */
  lastResult: z.int().nullable(),
});

type VerifiedEntry = z.infer<typeof VerifiedEntry>;

interface ChainLink {
  readonly entry: VerifiedEntry;
  readonly row: LogRow | undefined;
}

/** An entry with its row, whose id is null when the row is gone. */
const Joined = z.object({ ...VerifiedEntry.shape, ...LogRow.shape, id: z.int().nullable() }).transform(
  ({ id, ...columns }): ChainLink => ({
    entry: columns,
    row: id === null ? undefined : { id, ...columns },
  }),
);

const TABLES: readonly AuditTable[] = ['agent_command_log', 'audit_chain', 'audit_cuts'];

const Ends = z.object({
  lastRow: z.int().nullable(),
  lastEntry: z.int().nullable(),
  rowsEver: z.int().nullable(),
  entriesEver: z.int().nullable(),
});

/** Prepares the check; the returned function reads everything and stops at the first fault. */
export function auditVerifier(database: Database): () => Promise<AuditCheck> {
  // Each statement reads the row and its newest result at one moment, although the program may be writing.
  const page = database.read(
    `SELECT c.seq, c.at, c.kind, c.log_id, c.session, c.digest, c.previous, c.hash,
       (SELECT max(r.seq) FROM audit_chain AS r WHERE r.log_id = c.log_id AND r.kind = 'result') AS lastResult,
       ${LOG_COLUMNS}
     FROM audit_chain AS c LEFT JOIN agent_command_log AS l ON l.id = c.log_id
     WHERE c.seq > @after ORDER BY c.seq LIMIT ${PAGE}`,
    Joined,
  );
  const unrecorded = database.read(
    `SELECT l.id FROM agent_command_log AS l WHERE l.id > @after AND l.id <= @after + ${ROWS} AND NOT EXISTS
       (SELECT 1 FROM audit_chain AS c WHERE c.log_id = l.id AND c.kind IN ('attempt', 'imported'))
     ORDER BY l.id LIMIT 1`,
    z.object({ id: z.int() }),
  );
  const ends = database.read(
    `SELECT (SELECT max(id) FROM agent_command_log) AS lastRow, (SELECT max(seq) FROM audit_chain) AS lastEntry,
       (SELECT seq FROM sqlite_sequence WHERE name = 'agent_command_log') AS rowsEver,
       (SELECT seq FROM sqlite_sequence WHERE name = 'audit_chain') AS entriesEver`,
    Ends,
  );
  const tables = database.read(
    "SELECT name FROM sqlite_schema WHERE type = 'table'",
    z.object({ name: z.string() }),
  );
  const lastCut = readCut(database);
  const look = async (cut: ReturnType<typeof lastCut>): Promise<AuditCheck> => {
    const walked = await walkChain(page, cut);
    if (walked.kind === 'broken') return walked;
    for (let after = 0; after <= (ends.get({})?.lastRow ?? 0); after += ROWS) {
      const stray = unrecorded.get({ after });
      if (stray !== undefined) {
        return broken({ table: 'agent_command_log', id: stray.id, problem: 'unrecorded' });
      }
      await nextTurn();
    }
    const lost = findMissingEnd(ends.get({}), cut);
    return lost === undefined ? walked : broken(lost);
  };
  return async () => {
    const present = tables.all({}).map(({ name }) => name);
    const dropped = TABLES.find((table) => !present.includes(table));
    if (dropped !== undefined) return broken({ table: dropped, problem: 'dropped' });
    for (;;) {
      const cut = lastCut();
      const check = await look(cut);
      // Entries that were removed for their age meanwhile would look like a loss.
      if (lastCut()?.entries === cut?.entries) return check;
    }
  };
}

async function walkChain(page: ReadStatement<ChainLink>, cut: AuditCut | undefined): Promise<AuditCheck> {
  const removed = cut?.entries ?? 0;
  let entries = removed;
  let lastHash = cut?.hash ?? NO_PREVIOUS;
  for (;;) {
    const links = page.all({ after: entries });
    if (links.length === 0)
      return { kind: 'intact', entries: entries - removed, lastHash, cut: toAuditCut(cut) };
    for (const link of links) {
      const fault = entryFault(link, entries + 1, lastHash) ?? rowFault(link);
      if (fault !== undefined) return broken(fault);
      entries += 1;
      lastHash = link.entry.hash;
    }
    await nextTurn();
  }
}

function toAuditCut(cut: AuditCut | undefined): AuditCut | undefined {
  return cut && { entries: cut.entries, hash: cut.hash, until: cut.until };
}

function entryFault({ entry }: ChainLink, seq: number, lastHash: string): AuditFault | undefined {
  const table = 'audit_chain';
  if (entry.seq !== seq) return { table, id: seq, problem: 'missing' };
  if (entry.hash !== hashOf(entry)) return { table, id: seq, problem: 'changed' };
  if (entry.previous !== lastHash) return { table, id: seq, problem: 'misplaced' };
  return undefined;
}

function rowFault({ entry, row }: ChainLink): AuditFault | undefined {
  const table = 'agent_command_log';
  if (row === undefined) return { table, id: entry.log_id, problem: 'missing' };
  return isAsRecorded(entry, row) ? undefined : { table, id: row.id, problem: 'changed' };
}

function isAsRecorded(entry: VerifiedEntry, row: LogRow): boolean {
  if (entry.kind !== 'result') {
    return entry.digest === attemptDigest(row) && (entry.lastResult !== null || isOpen(row));
  }
  return entry.seq !== entry.lastResult || entry.digest === resultDigest(row);
}

/** Numbers are given once: if the highest one that was ever given is missing, the end was removed. */
function findMissingEnd(
  ends: z.infer<typeof Ends> | undefined,
  cut: ReturnType<ReturnType<typeof readCut>>,
): AuditFault | undefined {
  const { lastRow, lastEntry, rowsEver, entriesEver } = ends ?? {};
  if ((entriesEver ?? 0) > (lastEntry ?? cut?.entries ?? 0)) {
    return { table: 'audit_chain', id: entriesEver ?? 0, problem: 'missing' };
  }
  return (rowsEver ?? 0) > (lastRow ?? cut?.lastRow ?? 0)
    ? { table: 'agent_command_log', id: rowsEver ?? 0, problem: 'missing' }
    : undefined;
}

function broken(fault: AuditFault): AuditCheck {
  return { kind: 'broken', fault };
}

/** Stores when the record was last verified, with the result; the other machines can see it. */
export interface VerifiedRecord {
  atMs(): number | undefined;
  note(check: AuditCheck, atMs: number): void;
}

export function createVerifiedRecord(database: Database): VerifiedRecord {
  const get = database.read('SELECT at_ms AS atMs FROM audit_verified', z.object({ atMs: z.int() }));
  const put = database.write(
    `INSERT INTO audit_verified (only_row, at_ms, newest, hash) VALUES (1, @atMs, @newest, @hash)
     ON CONFLICT (only_row) DO UPDATE SET at_ms = excluded.at_ms, newest = excluded.newest, hash = excluded.hash`,
  );
  return {
    atMs: () => get.get({})?.atMs,
    note(check, atMs) {
      const head =
        check.kind === 'intact'
          ? { newest: (check.cut?.entries ?? 0) + check.entries, hash: check.lastHash }
          : { newest: null, hash: null };
      put.run({ atMs, ...head });
    },
  };
}
