import * as z from 'zod';
import { UNPROVEN, UNTESTED } from '../../contracts/session.ts';
import { NO_TASK } from '../../contracts/session-stores.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/clock.ts';
import { Failure, messageOf } from '../../core/failure.ts';
import type { ConversationId } from '../../core/ids.ts';
import { once } from '../../core/memoize.ts';
import { type Database, IN_MEMORY, type Values } from '../../store/database.ts';
import { openExisting } from '../../store/open.ts';
import { readInThread, type ThreadQuery } from '../../store/read-in-thread.ts';
import { metricsFault } from './texts/faults.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1).nullable();
const milliseconds = z.number().min(0).nullable();

/**
 * Metrics of a period, and the queues at its end. A value is null when it cannot be computed. Only numbers: no texts,
 * phone numbers or folders.
 */
export const Metrics = z.object({
  sinceMs: z.int(),
  untilMs: z.int(),
  commands: z.object({
    /** Rows of `agent_command_log`, including refused attempts, as the specification counts them. */
    executed: count,
    executedLastDay: count,
    denied: count,
    /** Share with exit code 0 among those with an exit code. */
    successRate: share,
    avgDurationMs: milliseconds,
  }),
  /** Warnings and breakers. */
  loops: z.object({ detected: count, detectedLastDay: count }),
  /** `unproven`: the model called them done, and their report did not. */
  sessions: z.object({ completed: count, unproven: count }),
  spending: z.object({
    microUsd: count,
    /** Tasks and talks whose model has no known price: their tokens count, their cost is missing. */
    unpriced: count,
    inputTokens: count,
    outputTokens: count,
    cacheReadTokens: count,
    cacheWriteTokens: count,
    /** Share of the model's input that came from its cache. */
    cacheShare: share,
  }),
  /** Calls of tools of MCP servers; `failed`: the tool or the server said so, or nothing came. */
  mcp: z.object({ calls: count, failed: count, avgDurationMs: milliseconds }),
  /** Approvals asked in the period; `unanswered`: still open, expired or no longer needed. */
  approvals: z.object({
    asked: count,
    approved: count,
    rejected: count,
    unanswered: count,
    /** Time from the question to the answer: median and 95th percentile. */
    medianWaitMs: milliseconds,
    p95WaitMs: milliseconds,
  }),
  /** At the end of the period: unhandled messages, unsent messages, queued tasks. */
  queues: z.object({ inbox: count, outbox: count, sessions: count }),
  messages: z.object({
    /**
     * Messages to people that the channel refused for good; progress does not count, because a later one replaces it.
     */
    givenUp: count,
    /** Messages, in or out, that belong to no program: not even the next one will find them. */
    orphaned: count,
    /** Sum of the two. */
    lost: count,
    /** WhatsApp messages that cannot be decrypted; their authors were asked to write again. */
    unreadable: count,
  }),
  /** How often the program was blocked for more than 50 ms, and the longest time. */
  stops: z.object({ count, longestMs: milliseconds }),
  /** Whether a running program holds the link; the state of the connection is not stored. */
  whatsapp: z.enum(['unused', 'running', 'stopped']),
});
export type Metrics = z.infer<typeof Metrics>;

interface MetricsPeriod {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/**
 * Sums over the rows of a period: of the whole program, or only of the tasks, questions and messages of one
 * conversation.
 */
export interface MetricsReader {
  over(period: MetricsPeriod, conversation?: ConversationId): Metrics;
  /** The same in another thread. Throws Failure `unavailable` when they cannot be read. */
  overAside(period: MetricsPeriod, conversation?: ConversationId): Promise<Metrics>;
}

const UNITS: Readonly<Record<string, number>> = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
const MAX_MS = 3650 * DAY_MS;

/** Period of the metrics when none is given. */
export const DEFAULT_PERIOD_MS = 30 * 24 * HOUR_MS;

/** `24h`, `7d`, `2w` in milliseconds; undefined for anything else, for nothing, and for more than ten years. */
export function readPeriod(text: string): number | undefined {
  const [, count = '', unit = ''] = /^(\d{1,6})([hdw])$/i.exec(text.trim()) ?? [];
  const ms = Number(count) * (UNITS[unit.toLowerCase()] ?? 0);
  return ms > 0 && ms <= MAX_MS ? ms : undefined;
}

/** Without a conversation everything counts; with one, only its tasks: `column` holds their ids. */
const ofTasks = (column: string): string =>
  `(@conversation IS NULL OR ${column} IN (SELECT id FROM sessions WHERE conversation = @conversation))`;
const OF_CONVERSATION = '(@conversation IS NULL OR conversation = @conversation)';
const OF_CHAT = `(@conversation IS NULL OR channel || ':' || chat = @conversation)`;
const NOBODYS = 'instance NOT IN (SELECT id FROM instances)';
// Must equal the conditions of the indexes inbox_unfinished, outbox_unsent and outbox_given_up.
const UNFINISHED = `state = 'accepted'`;
const UNSENT = `state IN ('queued', 'sending')`;
const GIVEN_UP = `state = 'failed' AND ephemeral = 0`;

// The specification's formulas: its 24-hour counts are computed for the last day and for the period.
const OF_COMMANDS = `session_id <> '${NO_TASK}' AND ${ofTasks('session_id')}`;
const IN_PERIOD = `started_at > datetime(@sinceMs / 1000, 'unixepoch') AND ${OF_COMMANDS}`;
const IN_LAST_DAY = `started_at > datetime(@dayAgoMs / 1000, 'unixepoch') AND ${OF_COMMANDS}`;
const ASKED_IN_PERIOD = `asked_at_ms > @sinceMs AND ${OF_CONVERSATION}`;
const DOUBTED_REASONS = `'${UNPROVEN}', '${UNTESTED}'`;

/** Small aggregates, one row for each subject; those from `queues` on describe the present. */
const QUERIES = {
  commands: `SELECT count(*) AS executed,
       (SELECT count(*) FROM agent_command_log WHERE ${IN_LAST_DAY}) AS executedLastDay,
       coalesce(sum(decision = 'deny'), 0) AS denied,
       avg(CASE WHEN exit_code = 0 THEN 1.0 ELSE 0.0 END) FILTER (WHERE exit_code IS NOT NULL) AS successRate,
       avg(duration_ms) AS avgDurationMs
     FROM agent_command_log WHERE ${IN_PERIOD}`,
  loops: `SELECT coalesce(sum(at_ms > @sinceMs), 0) AS detected, coalesce(sum(at_ms > @dayAgoMs), 0) AS detectedLastDay
     FROM loop_detections WHERE ${ofTasks('session')}`,
  sessions: `SELECT coalesce(sum(coalesce(reason, '') NOT IN (${DOUBTED_REASONS})), 0) AS completed,
       coalesce(sum(reason IN (${DOUBTED_REASONS})), 0) AS unproven
     FROM sessions WHERE mode = 'agent' AND status = 'done' AND ended_at_ms > @sinceMs AND ${OF_CONVERSATION}`,
  spending: `SELECT coalesce(sum(micro_usd), 0) AS microUsd,
       count(DISTINCT CASE WHEN session IN (SELECT id FROM sessions WHERE cost_known = 0) THEN session END) AS unpriced,
       coalesce(sum(input_tokens), 0) AS inputTokens, coalesce(sum(output_tokens), 0) AS outputTokens,
       coalesce(sum(cache_read_tokens), 0) AS cacheReadTokens,
       coalesce(sum(cache_write_tokens), 0) AS cacheWriteTokens,
       1.0 * sum(cache_read_tokens)
         / nullif(sum(input_tokens + cache_read_tokens + cache_write_tokens), 0) AS cacheShare
     FROM spending WHERE at_ms > @sinceMs AND (${ofTasks('session')} OR conversation = @conversation)`,
  // The condition on the tool must equal that of the index calls_of_servers.
  mcp: `SELECT count(*) AS calls, coalesce(sum(json_extract(result, '$.ok') = 0), 0) AS failed,
       avg(json_extract(result, '$.durationMs')) AS avgDurationMs
     FROM calls WHERE (tool = 'use_tool' OR tool GLOB 'mcp__*') AND started_at_ms > @sinceMs AND state = 'done'
       AND ${ofTasks('session')}`,
  asked: `SELECT count(*) AS asked, coalesce(sum(state = 'approved'), 0) AS approved,
       coalesce(sum(state = 'rejected'), 0) AS rejected,
       coalesce(sum(state NOT IN ('approved', 'rejected')), 0) AS unanswered
     FROM approvals WHERE ${ASKED_IN_PERIOD}`,
  // The nearest rank: a wait that really occurred.
  waits: `SELECT min(CASE WHEN rank * 100 >= many * 50 THEN wait END) AS medianWaitMs,
       min(CASE WHEN rank * 100 >= many * 95 THEN wait END) AS p95WaitMs
     FROM (SELECT wait, row_number() OVER (ORDER BY wait) AS rank, count(*) OVER () AS many
       FROM (SELECT max(answered_at_ms - asked_at_ms, 0) AS wait FROM approvals
         WHERE ${ASKED_IN_PERIOD} AND state IN ('approved', 'rejected')))`,
  queues: `SELECT (SELECT count(*) FROM inbox WHERE ${UNFINISHED} AND ${OF_CHAT}) AS inbox,
       (SELECT count(*) FROM outbox WHERE ${UNSENT} AND ${OF_CONVERSATION}) AS outbox,
       (SELECT count(*) FROM sessions WHERE status = 'queued' AND ${OF_CONVERSATION}) AS sessions`,
  messages: `SELECT givenUp, orphaned, givenUp + orphaned AS lost, unreadable FROM (SELECT
       (SELECT count(*) FROM outbox
         WHERE ${GIVEN_UP} AND added_at_ms > @sinceMs AND ${OF_CONVERSATION}) AS givenUp,
       (SELECT count(*) FROM inbox WHERE ${UNFINISHED} AND ${NOBODYS} AND ${OF_CHAT})
         + (SELECT count(*) FROM outbox
             WHERE ${UNSENT} AND ephemeral = 0 AND ${NOBODYS} AND ${OF_CONVERSATION}) AS orphaned,
       (SELECT count(*) FROM outbox
         WHERE dedupe_key GLOB 'unreadable:*' AND added_at_ms > @sinceMs AND ${OF_CONVERSATION}) AS unreadable)`,
  stops: `SELECT coalesce(sum(count), 0) AS count, max(longest_ms) AS longestMs FROM event_loop_stops
     WHERE minute_ms > @sinceMs - ${MINUTE_MS} AND @conversation IS NULL`,
  whatsapp: `SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM whatsapp_leases) THEN 'unused'
       WHEN EXISTS (SELECT 1 FROM whatsapp_leases WHERE expires_at_ms > @untilMs) THEN 'running'
       ELSE 'stopped' END AS state`,
} as const;
const NAMES = Object.keys(QUERIES) as (keyof typeof QUERIES)[];

const Row = z.record(z.string(), z.unknown());

export function createMetricsReader(database: Database): MetricsReader {
  const reads = once(() => NAMES.map((name) => database.read(QUERIES[name], Row)));
  const over: MetricsReader['over'] = (period, conversation) => {
    const values = valuesOf(period, conversation);
    const found = reads().map((read) => read.get(values));
    return metricsOf(period, found);
  };
  return {
    over,
    async overAside(period, conversation) {
      // No other connection can read a database in memory.
      if (database.path === IN_MEMORY) return over(period, conversation);
      const values = valuesOf(period, conversation);
      const queries = NAMES.map((name) => ({ sql: QUERIES[name], values }));
      return metricsOf(period, await firstRows(database.path, queries));
    },
  };
}

function valuesOf({ sinceMs, untilMs }: MetricsPeriod, conversation: ConversationId | undefined): Values {
  return { sinceMs, untilMs, dayAgoMs: untilMs - DAY_MS, conversation };
}

/** @param found one row for each of NAMES */
function metricsOf({ sinceMs, untilMs }: MetricsPeriod, found: readonly unknown[]): Metrics {
  const rows = new Map(NAMES.map((name, place) => [name, Row.parse(found[place])]));
  return Metrics.parse({
    ...Object.fromEntries(rows),
    sinceMs,
    untilMs,
    approvals: { ...rows.get('asked'), ...rows.get('waits') },
    whatsapp: rows.get('whatsapp')?.state,
  });
}

/** Opens only the metrics of an existing database. @throws Failure as `openExisting` does */
export function openMetrics(path: string): Pick<MetricsReader, 'over'> & { close(): void } {
  return openExisting(path, (database) => ({
    over: createMetricsReader(database).over,
    close: database.close,
  }));
}

/**
 * The first row of each query: sums over a million rows take a second, during which this thread would block.
 * @throws Failure `unavailable` when they cannot be read
 */
async function firstRows(path: string, queries: readonly ThreadQuery[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  try {
    await readInThread(path, { queries, take: ([row]) => found.push(row) });
  } catch (error) {
    const why = messageOf(error);
    throw new Failure('unavailable', metricsFault('unreadable', why), { cause: error });
  }
  return found;
}
