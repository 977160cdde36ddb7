import * as z from 'zod';
import { DAY_MS, SECOND_MS } from '../../core/clock.ts';
import type { Json } from '../../core/json.ts';
import type { CellName } from '../names.ts';
import type { SqlSession, SqlTransactions } from '../sql.ts';

/**
 * Copies of what a cell has of its conversations, for the cell to which one of them moves: the transcripts of sessions
 * as they grow, facts about each, and which messages are handled for good.
 */

/** The cell in which a conversation lives, as the caller knows it. */
export interface Holder {
  /** Key by `conversationKey`. */
  readonly conversation: string;
  readonly cell: CellName;
  readonly epoch: number;
}

/** Largest transcript that is copied. */
export const MAX_COPY_BYTES = 16 * 1024 * 1024;

/**
 * How many of the last bytes of a copy are known: they tell a file that was cut and has grown again from one that
 * only grew.
 */
const TAIL_BYTES = 64;

const KEPT_SECONDS = (30 * DAY_MS) / SECOND_MS;

/**
 * Does `work` in a transaction that no move of the conversation can overtake. False, and nothing is written, when it
 * lives in another cell, or under another epoch, by now.
 */
export async function asHolder(
  db: SqlTransactions,
  { conversation, cell, epoch }: Holder,
  work: (sql: SqlSession) => Promise<void>,
): Promise<boolean> {
  return await db.transaction(async (sql) => {
    const held = await sql.run(
      'SELECT 1 FROM wasap.placements WHERE conversation = $1 AND cell = $2 AND epoch = $3 FOR SHARE',
      [conversation, cell, epoch],
    );
    if (held === 0) return false;
    await work(sql);
    return true;
  });
}

/** Names one session of a conversation. */
export interface CopyKey {
  readonly conversation: string;
  readonly session: string;
}

/** How much of a transcript is copied, and its last bytes. */
interface CopiedPart {
  readonly session: string;
  readonly bytes: number;
  readonly tail: Uint8Array;
}

/** One entry for each session of the conversation that has a copy; without pieces it has 0 bytes. */
export async function copiedParts(sql: SqlSession, conversation: string): Promise<readonly CopiedPart[]> {
  return await sql.rows(
    z.object({ session: z.string(), bytes: z.coerce.number(), tail: z.instanceof(Uint8Array) }),
    `SELECT DISTINCT ON (c.session) c.session, coalesce(t.start + length(t.bytes), 0) AS bytes,
       coalesce(substring(t.bytes FROM greatest(1, length(t.bytes) - ${TAIL_BYTES - 1})), '') AS tail
     FROM wasap.copies AS c LEFT JOIN wasap.transcripts AS t USING (conversation, session)
     WHERE c.conversation = $1 ORDER BY c.session, t.start DESC`,
    [conversation],
  );
}

/** The last bytes of a piece, as `copiedParts` gives them. */
export function tailOf(piece: Uint8Array): Uint8Array {
  return piece.slice(-TAIL_BYTES);
}

export async function putFacts(
  sql: SqlSession,
  { conversation, session }: CopyKey,
  facts: Json,
): Promise<void> {
  await sql.run(
    `INSERT INTO wasap.copies (conversation, session, facts) VALUES ($1, $2, $3)
     ON CONFLICT (conversation, session) DO UPDATE SET facts = excluded.facts, changed = now()`,
    [conversation, session, JSON.stringify(facts)],
  );
}

/** Marks this session as parked: the cell where it ran is not asked, and the present one cannot restore it. */
export async function notePutAside(sql: SqlSession, { conversation, session }: CopyKey): Promise<void> {
  await sql.run(
    `UPDATE wasap.copies SET facts = jsonb_set(facts, '{status}', '"parked"') WHERE conversation = $1 AND session = $2`,
    [conversation, session],
  );
}

/**
 * Adds a piece behind those that are there. False when it does not begin where they end: then the transcript is
 * copied anew.
 */
export async function appendPiece(
  sql: SqlSession,
  { conversation, session }: CopyKey,
  { start, bytes }: { readonly start: number; readonly bytes: Uint8Array },
): Promise<boolean> {
  const added = await sql.run(
    `INSERT INTO wasap.transcripts (conversation, session, start, bytes)
     SELECT $1::text, $2::text, $3::bigint, $4::bytea WHERE $3::bigint = coalesce((
       SELECT max(start + length(bytes)) FROM wasap.transcripts WHERE conversation = $1 AND session = $2), 0)`,
    [conversation, session, start, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)],
  );
  return added === 1;
}

/** The facts of the session stay. */
export async function dropPieces(sql: SqlSession, { conversation, session }: CopyKey): Promise<void> {
  await sql.run('DELETE FROM wasap.transcripts WHERE conversation = $1 AND session = $2', [
    conversation,
    session,
  ]);
}

export async function forgetCopy(sql: SqlSession, { conversation, session }: CopyKey): Promise<void> {
  await sql.run('DELETE FROM wasap.copies WHERE conversation = $1 AND session = $2', [conversation, session]);
}

/** Records messages of people that have had their effect, so that no other cell handles them again. */
export async function noteHandled(
  sql: SqlSession,
  conversation: string,
  messages: readonly { readonly sender: string; readonly id: string }[],
): Promise<void> {
  await sql.run(
    `INSERT INTO wasap.handled (conversation, sender, message)
     SELECT $1::text, sender, message FROM unnest($2::text[], $3::text[]) AS these (sender, message)
     ON CONFLICT DO NOTHING`,
    [conversation, messages.map(({ sender }) => sender), messages.map(({ id }) => id)],
  );
}

/**
 * From now on, what is not among the handled messages of this cell has not been handled. Said once for its data folder.
 */
export async function noteCopying(sql: SqlSession, cell: CellName): Promise<void> {
  await sql.run('INSERT INTO wasap.copying (cell) VALUES ($1) ON CONFLICT DO NOTHING', [cell]);
}

export interface CopiedSession {
  readonly session: string;
  readonly facts: Json;
  readonly secondsSinceChange: number;
}

/** The sessions of a conversation that changed in the last `days`, the newest first, at most `most`. */
export async function copiedSessions(
  sql: SqlSession,
  conversation: string,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<readonly CopiedSession[]> {
  return await sql.rows(
    z.object({ session: z.string(), facts: z.json(), secondsSinceChange: z.number() }),
    `SELECT session, facts, extract(epoch FROM now() - changed)::float8 AS "secondsSinceChange" FROM wasap.copies
     WHERE conversation = $1 AND changed > now() - make_interval(days => $2::int)
     ORDER BY changed DESC, session LIMIT $3::int`,
    [conversation, days, most],
  );
}

/** The ends of sessions, by `endOf`, whose report a front has sent: a cell may know that before it is copied. */
export async function reportedEnds(
  sql: SqlSession,
  { conversation, outOf }: { readonly conversation: string; readonly outOf: string },
): Promise<ReadonlySet<string>> {
  const rows = await sql.rows(
    z.object({ ends: z.string() }),
    `SELECT data->>'ends' AS ends FROM pgboss.job
     WHERE name = $2 AND singleton_key = $1 AND state = 'completed' AND output->>'ok' = 'true' AND data->>'ends' IS NOT NULL`,
    [conversation, outOf],
  );
  return new Set(rows.map(({ ends }) => ends));
}

/** What there is of a transcript: nothing when it is too large, or its session never ran. */
export async function copiedTranscript(
  sql: SqlSession,
  { conversation, session }: CopyKey,
): Promise<Uint8Array> {
  const pieces = await sql.rows(
    z.object({ bytes: z.instanceof(Uint8Array) }),
    'SELECT bytes FROM wasap.transcripts WHERE conversation = $1 AND session = $2 ORDER BY start',
    [conversation, session],
  );
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}

/** Removes copies that have not changed for 30 days, and records of handled messages of the same age. */
export async function tidyCopies(sql: SqlSession): Promise<void> {
  const old = `now() - interval '${KEPT_SECONDS} seconds'`;
  await sql.run(`DELETE FROM wasap.copies WHERE changed < ${old}`);
  await sql.run(`DELETE FROM wasap.handled WHERE at < ${old}`);
  await sql.run(`DELETE FROM wasap.handovers WHERE asked < ${old}`);
}

/**
 * In the transaction of a move: gives back to `to` what `from` had taken and not handled, as far as `from` says what it
 * has handled. Ids and times of making stay, which are the order.
 */
export async function moveUnhandled(
  sql: SqlSession,
  { conversation, from, to }: { readonly conversation: string; readonly from: CellName; readonly to: string },
  queues: { readonly from: string; readonly outOf: string },
): Promise<number> {
  return await sql.run(
    `WITH answered AS (
       SELECT jsonb_array_elements_text(data->'answers') AS message FROM pgboss.job
       WHERE name = $5 AND singleton_key IN ($1, $1 || ' reactions') AND state = 'completed'
         AND jsonb_typeof(data->'answers') = 'array' AND output->>'ok' = 'true' AND data->>'cell' = $2
     )
     UPDATE pgboss.job AS job SET name = $4, state = 'created', retry_count = retry_count + 1, completed_on = NULL, output = NULL
     WHERE job.name = $3 AND singleton_key = $1 AND state = 'completed'
       AND EXISTS (SELECT FROM wasap.copying WHERE cell = $2)
       AND data->'item'->>'kind' IN ('message', 'unreadable') AND output->>'ok' IS DISTINCT FROM 'false'
       AND NOT EXISTS (SELECT FROM wasap.handled AS h WHERE h.conversation = $1
         AND h.sender = data->'item'->'message'->>'sender' AND h.message = data->'item'->'message'->>'id')
       AND NOT EXISTS (SELECT FROM answered WHERE answered.message = data->'item'->'message'->>'id')`,
    [conversation, from, queues.from, to, queues.outOf],
  );
}

/**
 * Runs in the transaction of a move. Completes messages that the old cell handled but had no time to mark as taken:
 * otherwise they would begin a second time.
 */
export async function completeHandled(
  sql: SqlSession,
  { conversation, queue }: { readonly conversation: string; readonly queue: string },
): Promise<void> {
  await sql.run(
    `UPDATE pgboss.job AS job SET state = 'completed', completed_on = now()
     WHERE job.name = $2 AND singleton_key = $1 AND state < 'completed'
       AND EXISTS (SELECT FROM wasap.handled AS h WHERE h.conversation = $1
         AND h.sender = data->'item'->'message'->>'sender' AND h.message = data->'item'->'message'->>'id')`,
    [conversation, queue],
  );
}

/**
 * What a cell has of a conversation beside its sessions, for the cell to which it moves: its project, facts as its
 * language and its schedules, and which runs of those have begun.
 */
export interface ChatCopy {
  /** Name of the project that it works in; undefined when no cell has said so yet. */
  readonly project: string | undefined;
  /** Undefined when no cell has copied them: those of earlier versions do not. */
  readonly facts: Json | undefined;
  /** By name of a schedule: its runs up to this time, in milliseconds since 1970, have begun. */
  readonly begun: ReadonlyMap<string, number>;
}

/** False, and nothing is written, when the conversation lives in another cell by now. */
export async function putChatCopy(
  db: SqlTransactions,
  holder: Holder,
  { project, facts }: { readonly project: string; readonly facts: Json },
): Promise<boolean> {
  return await asHolder(db, holder, async (sql) => {
    await sql.run('UPDATE wasap.placements SET project = $2 WHERE conversation = $1', [
      holder.conversation,
      project,
    ]);
    await sql.run(
      `INSERT INTO wasap.chats (conversation, facts) VALUES ($1, $2)
       ON CONFLICT (conversation) DO UPDATE SET facts = excluded.facts`,
      [holder.conversation, JSON.stringify(facts)],
    );
  });
}

export async function chatCopy(sql: SqlSession, conversation: string): Promise<ChatCopy> {
  const [row] = await sql.rows(
    z.object({ project: z.string().nullable(), facts: z.json().nullable() }),
    'SELECT project, facts FROM wasap.placements LEFT JOIN wasap.chats USING (conversation) WHERE conversation = $1',
    [conversation],
  );
  const begun = await sql.rows(
    z.object({ schedule: z.string(), untilMs: z.coerce.number() }),
    'SELECT schedule, through_ms AS "untilMs" FROM wasap.runs WHERE conversation = $1',
    [conversation],
  );
  return {
    project: row?.project ?? undefined,
    facts: row?.facts ?? undefined,
    begun: new Map(begun.map(({ schedule, untilMs }) => [schedule, untilMs])),
  };
}
