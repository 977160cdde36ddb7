import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { optionalInt, optionalText } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';

/** How many rows one statement looks through: in between, other work goes on. */
const SLICE = 5_000;
/** How many rows one search looks through before it says where the next one continues. */
const MAX_LOOKED_AT = 100_000;
/** How many entries of a file are made, or sent by another cell, at a time: secrets are looked for in each of them. */
const PORTION = 100;
const MAX_PEOPLE = 200;

/** How an attempt was decided, or `failed`: it ran, and its exit code is not 0. */
export const RECORDED_ACTIONS = ['allow', 'deny', 'ask_approved', 'ask_rejected', 'failed'] as const;
/** `refused`: it was blocked or rejected. */
export const SEARCHED_ACTIONS = [...RECORDED_ACTIONS, 'refused'] as const;

export interface AuditFilter {
  /** The name in the record; undefined for everybody. */
  readonly person: string | undefined;
  readonly action: (typeof SEARCHED_ACTIONS)[number] | undefined;
  /** Part of the command; empty for any. */
  readonly words: string;
  /** `2026-11-20`, in UTC; undefined for any day. */
  readonly day: string | undefined;
}

export interface AuditPage extends AuditFilter {
  /** Only entries before this one; undefined to begin with the newest. */
  readonly before: number | undefined;
  readonly limit: number;
}

/** One row of the record of commands, as it stands there: somebody may have changed it by hand. */
export interface AuditEntry {
  readonly id: number;
  readonly task: string;
  readonly person: string;
  readonly command: string;
  readonly decision: string;
  readonly exitCode: number | undefined;
  readonly durationMs: number | undefined;
  /** UTC, `2026-11-20 09:30:00`. */
  readonly startedAt: string;
  readonly stdout: string | undefined;
  readonly stderr: string | undefined;
  readonly error: string | undefined;
}

export interface AuditEntries {
  /** Newest first. */
  readonly entries: readonly AuditEntry[];
  /** `before` of the next page; undefined when nothing is left to look at. */
  readonly next: number | undefined;
}

/** A part of the record, by ids. */
export interface AuditRange {
  readonly from: number;
  /** The first that is left out. */
  readonly end: number;
}

export interface AuditPortion {
  /** Oldest first. */
  readonly entries: readonly AuditEntry[];
  /** `from` of the next portion; undefined when nothing is left to look at. */
  readonly next: number | undefined;
}

/** The record of commands, to be searched by key: a page costs the same wherever it lies. */
export interface AuditSearch {
  find(page: AuditPage): Promise<AuditEntries>;
  /** Where all entries lie that may match now; what is added later lies behind it. */
  range(filter: AuditFilter): AuditRange;
  /** The oldest in this range that match. */
  portion(filter: AuditFilter, range: AuditRange): Promise<AuditPortion>;
  /** Everybody for whom a command was attempted. */
  people(): readonly string[];
}

/** A column that was changed to another kind of value has to be seen, too. */
function asText(column: string): string {
  return `coalesce(CAST(${column} AS TEXT), '')`;
}

const SELECT = `SELECT id, ${asText('session_id')} AS task, ${asText('phone_number')} AS person,
    ${asText('command')} AS command, ${asText('decision')} AS decision, CAST(exit_code AS INTEGER) AS exitCode,
    CAST(duration_ms AS INTEGER) AS durationMs, ${asText('started_at')} AS startedAt,
    CAST(stdout_preview AS TEXT) AS stdout, CAST(stderr_preview AS TEXT) AS stderr, CAST(error AS TEXT) AS error
  FROM agent_command_log
  WHERE id >= @from AND id < @until AND (@person IS NULL OR phone_number = @person)
    AND (@action IS NULL OR (@action = 'failed' AND exit_code <> 0) OR decision = @action
      OR (@action = 'refused' AND decision IN ('deny', 'ask_rejected')))
    AND (@words = '' OR instr(lower(${asText('command')}), lower(@words)) > 0)
    AND (@day IS NULL OR (started_at >= @day AND started_at < date(@day, '+1 day')))`;

const Row = z.object({
  id: z.int(),
  task: z.string(),
  person: z.string(),
  command: z.string(),
  decision: z.string(),
  exitCode: optionalInt,
  durationMs: optionalInt,
  startedAt: z.string(),
  stdout: optionalText,
  stderr: optionalText,
  error: optionalText,
});
const Ends = z.object({ first: z.int().nullable(), last: z.int().nullable() });

export function createAuditSearch(database: Database): AuditSearch {
  const newest = database.read(`${SELECT} ORDER BY id DESC LIMIT @limit`, Row);
  const oldest = database.read(`${SELECT} ORDER BY id LIMIT @limit`, Row);
  // Asked for together in one query they would make SQLite read every row.
  const all = database.read(
    'SELECT (SELECT min(id) FROM agent_command_log) AS first, (SELECT max(id) FROM agent_command_log) AS last',
    Ends,
  );
  const ofDay = database.read(
    `SELECT min(id) AS first, max(id) AS last FROM agent_command_log
     WHERE started_at >= @day AND started_at < date(@day, '+1 day')`,
    Ends,
  );
  // Each step looks up the next name in the index: a plain DISTINCT would read every row.
  const people = database.read(
    `WITH RECURSIVE names (name) AS (
       SELECT min(phone_number) FROM agent_command_log
       UNION ALL
       SELECT (SELECT min(phone_number) FROM agent_command_log WHERE phone_number > name) FROM names
       WHERE name IS NOT NULL)
     SELECT name FROM names WHERE name IS NOT NULL LIMIT ${MAX_PEOPLE}`,
    z.object({ name: z.string() }),
  );
  const endsOf = (day: string | undefined): { readonly first: number; readonly end: number } => {
    const found = day === undefined ? all.get({}) : ofDay.get({ day });
    return { first: found?.first ?? 0, end: (found?.last ?? -1) + 1 };
  };

  return {
    async find({ before, limit, person, action, words, day }) {
      const { first, end } = endsOf(day);
      const entries: AuditEntry[] = [];
      let until = Math.min(before ?? end, end);
      for (
        let looked = 0;
        until > first && entries.length < limit && looked < MAX_LOOKED_AT;
        looked += SLICE
      ) {
        const from = Math.max(first, until - SLICE);
        const missing = limit - entries.length;
        entries.push(...newest.all({ from, until, person, action, words, day, limit: missing }));
        until = entries.length < limit ? from : (entries.at(-1)?.id ?? from);
        await nextTurn();
      }
      return { entries, next: until > first ? until : undefined };
    },
    range({ day }) {
      const { first, end } = endsOf(day);
      return { from: first, end };
    },
    async portion({ person, action, words, day }, range) {
      const entries: AuditEntry[] = [];
      let { from } = range;
      for (
        let looked = 0;
        from < range.end && entries.length < PORTION && looked < MAX_LOOKED_AT;
        looked += SLICE
      ) {
        const until = Math.min(from + SLICE, range.end);
        const limit = PORTION - entries.length;
        entries.push(...oldest.all({ from, until, person, action, words, day, limit }));
        from = entries.length < PORTION ? until : (entries.at(-1)?.id ?? from) + 1;
        await nextTurn();
      }
      return { entries, next: from < range.end ? from : undefined };
    },
    people: () => people.all({}).map(({ name }) => name),
  };
}
