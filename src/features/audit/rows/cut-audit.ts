import * as z from 'zod';
import { utcSecond } from '../../../core/clock.ts';
import type { Database, ReadStatement } from '../../../store/database.ts';
import type { AuditCut, AuditCutter } from '../audit.ts';

const Cut = z.object({
  entries: z.int(),
  hash: z.string(),
  until: z.string(),
  /** Rows of agent_command_log up to this one were removed. */
  lastRow: z.int(),
});

/** The last cut; undefined while the record is complete. */
export function readCut(database: Database): () => (AuditCut & z.infer<typeof Cut>) | undefined {
  const last = database.read(
    'SELECT up_to AS entries, hash, until, last_row AS lastRow FROM audit_cuts ORDER BY up_to DESC LIMIT 1',
    Cut,
  );
  return () => last.get({});
}

const CutEntry = z.object({
  seq: z.int(),
  hash: z.string(),
  kind: z.enum(['attempt', 'result', 'imported']),
  at: z.string(),
  logId: z.int(),
  /** The last entry about the same row. */
  last: z.int(),
});
type CutEntry = z.infer<typeof CutEntry>;

export function createAuditCutter(database: Database): AuditCutter {
  const lastCut = readCut(database);
  const next = database.read(
    `SELECT c.seq, c.hash, c.kind, c.at, c.log_id AS logId,
       (SELECT max(o.seq) FROM audit_chain AS o WHERE o.log_id = c.log_id) AS last
     FROM audit_chain AS c WHERE c.seq > @after ORDER BY c.seq LIMIT @most`,
    CutEntry,
  );
  const add = database.write(
    'INSERT INTO audit_cuts (up_to, hash, last_row, until) VALUES (@upTo, @hash, @lastRow, @until)',
  );
  const removals = [
    database.write('DELETE FROM command_log_calls WHERE log_id <= @lastRow'),
    database.write('DELETE FROM agent_command_log WHERE id <= @lastRow'),
    database.write('DELETE FROM audit_chain WHERE seq <= @upTo'),
  ];
  return {
    cut(beforeMs, most) {
      return database.atomically(() => {
        const before = lastCut();
        const after = before?.entries ?? 0;
        const going = oldestEntries(next, { after, most, before: utcSecond(beforeMs) });
        const end = going.at(-1);
        if (end === undefined) return 0;
        const attempts = going.filter(({ kind }) => kind !== 'result');
        const lastRow = attempts.at(-1)?.logId ?? before?.lastRow ?? 0;
        const until = attempts.at(-1)?.at ?? before?.until ?? '';
        add.run({ upTo: end.seq, hash: end.hash, lastRow, until });
        for (const removal of removals) removal.run({ lastRow, upTo: end.seq });
        return going.length;
      });
    },
  };
}

interface CutRange {
  readonly after: number;
  readonly most: number;
  /** In the time format of the record. */
  readonly before: string;
}

/**
 * The longest prefix, of about `most` entries, in which every command is old and has all its entries. For a command
 * that took long more is read: its end may be far behind.
 */
function oldestEntries(next: ReadStatement<CutEntry>, reach: CutRange): readonly CutEntry[] {
  const entries: CutEntry[] = [];
  let whole = 0;
  let wanted = 0;
  for (const entry of entriesAfter(next, reach)) {
    if (whole >= reach.most || isYoung(entry, reach)) break;
    entries.push(entry);
    wanted = Math.max(wanted, entry.last);
    if (entry.seq === wanted) whole = entries.length;
  }
  return entries.slice(0, whole);
}

function* entriesAfter(next: ReadStatement<CutEntry>, { after, most }: CutRange): Generator<CutEntry> {
  for (let page = next.all({ after, most }); page.length > 0; ) {
    yield* page;
    page = next.all({ after: page.at(-1)?.seq, most });
  }
}

/** Judged by the attempt; the end of an old command may be recorded much later. */
function isYoung({ kind, at }: CutEntry, { before }: CutRange): boolean {
  return kind !== 'result' && !(at < before);
}
