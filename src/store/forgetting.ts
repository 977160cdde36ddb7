import * as z from 'zod';
import type { ForgettingStore } from '../contracts/maintenance.ts';
import { id } from './columns.ts';
import type { Database, WriteStatement } from './database.ts';

/** Excludes sessions that could still continue, be answered, be landed or be undone. */
const NOTHING_OPEN = `
  NOT EXISTS (SELECT 1 FROM worktrees w WHERE w.session = s.id
    AND (w.state <> 'gone' OR coalesce(w.landing, '') IN ('wanted', 'acting')))
  AND NOT EXISTS (SELECT 1 FROM pull_requests p WHERE p.session = s.id AND p.state = 'followed')
  AND NOT EXISTS (SELECT 1 FROM pull_questions q WHERE q.session = s.id AND q.state = 'open')
  AND NOT EXISTS (SELECT 1 FROM undos u WHERE u.session = s.id
    AND (u.state IN ('wanted', 'acting') OR u.revert = 'wanted'))
  AND NOT EXISTS (SELECT 1 FROM rewinds r WHERE r.session = s.id AND r.state IN ('wanted', 'acting'))
  AND NOT EXISTS (SELECT 1 FROM processes r WHERE r.session = s.id AND r.fate IS NULL)
  AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.session = s.id AND a.state = 'pending')
  AND NOT EXISTS (SELECT 1 FROM compaction_requests c WHERE c.session = s.id)`;

/** Rows to delete, longest texts first; each table has an index that begins with the session, or few rows. */
export const GOING: readonly { readonly table: string; readonly key: string }[] = [
  { table: 'history', key: 'rowid' },
  { table: 'calls', key: 'seq' },
  { table: 'trace_spans', key: 'id' },
  { table: 'compactions', key: 'seq' },
  { table: 'checkpoints', key: 'seq' },
  { table: 'undos', key: 'seq' },
  { table: 'rewinds', key: 'seq' },
  { table: 'taken_back', key: 'seq' },
  { table: 'round_questions', key: 'seq' },
  { table: 'follow_ups', key: 'seq' },
  { table: 'landed_tests', key: 'rowid' },
  { table: 'pull_questions', key: 'seq' },
  { table: 'steering', key: 'seq' },
  { table: 'hook_runs', key: 'seq' },
  { table: 'task_plans', key: 'rowid' },
  { table: 'measured_contexts', key: 'rowid' },
  { table: 'files_written', key: 'seq' },
  { table: 'commits', key: 'seq' },
  { table: 'session_git', key: 'rowid' },
  { table: 'processes', key: 'seq' },
  { table: 'cards', key: 'rowid' },
  { table: 'worktrees', key: 'rowid' },
  { table: 'mcp_session_tools', key: 'rowid' },
  { table: 'outside_tasks', key: 'rowid' },
];

/** A pull request that another session asked about stays. */
const PULLS = `DELETE FROM pull_requests WHERE session = @session AND @most > 0 AND NOT EXISTS (
  SELECT 1 FROM pull_questions q WHERE q.repository = pull_requests.repository AND q.number = pull_requests.number)`;

/** Tables without row numbers of their own: a few small rows each. */
export const WHOLE = ['files_seen', 'ended_cards'] as const;

export function createForgettingStore(database: Database): ForgettingStore {
  // Must equal the condition of the index sessions_ended.
  const old = database.read(
    `SELECT s.id FROM sessions s
     WHERE s.forgotten = 0 AND s.status IN ('done', 'failed', 'cancelled') AND s.ended_at_ms < @beforeMs
       AND s.updated_at_ms < @beforeMs AND ${NOTHING_OPEN}
     ORDER BY s.ended_at_ms LIMIT @most`,
    z.object({ id: id<'session'>() }),
  );
  const begun = database.read(
    'SELECT id FROM sessions WHERE forgotten = 1 ORDER BY seq LIMIT @most',
    z.object({ id: id<'session'>() }),
  );
  const mark = database.write('UPDATE sessions SET forgotten = @forgotten WHERE id = @id');
  const hide = database.write('DELETE FROM session_texts WHERE session = @session');
  const known = database.read(
    'SELECT forgotten FROM sessions WHERE id = @id',
    z.object({ forgotten: z.int() }),
  );
  const remove = removals(database);
  return {
    begin(beforeMs, most) {
      return database.atomically(() => {
        const sessions = old.all({ beforeMs, most });
        for (const { id: session } of sessions) {
          mark.runOnRow({ id: session, forgotten: 1 });
          // Every list of sessions joins these texts: without them the session is hidden.
          hide.run({ session });
        }
        return sessions.length;
      });
    },
    listBegun: (most) => begun.all({ most }).map((row) => row.id),
    removeRows: (session, most) => database.atomically(() => removeSome(remove, session, most)),
    finish: (session) => mark.runOnRow({ id: session, forgotten: 2 }),
    isForgotten: (session) => (known.get({ id: session })?.forgotten ?? 0) > 0,
  };
}

function removals(database: Database): readonly WriteStatement[] {
  return [
    ...GOING.map(({ table, key }) =>
      database.write(
        `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE session = @session LIMIT @most)`,
      ),
    ),
    ...WHOLE.map((table) => database.write(`DELETE FROM ${table} WHERE session = @session AND @most > 0`)),
    database.write(PULLS),
    // Grants refer to their question, and figures count them: only the text is removed.
    database.write(
      `UPDATE approvals SET question = '', details = '', answer = NULL, offers = NULL, changes = NULL
       WHERE seq IN (SELECT seq FROM approvals WHERE session = @session AND (question <> '' OR details <> '')
         LIMIT @most)`,
    ),
  ];
}

function removeSome(remove: readonly WriteStatement[], session: string, most: number): number {
  let removed = 0;
  for (const write of remove) {
    if (removed >= most) break;
    removed += write.run({ session, most: most - removed }).changes;
  }
  return removed;
}
