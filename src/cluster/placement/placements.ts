import * as z from 'zod';
import { Failure, type FailureKind } from '../../core/failure.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import { completeHandled, moveUnhandled } from '../copies/copies.ts';
import {
  type CellName,
  channelOfCell,
  channelOfFront,
  type FrontName,
  queueInto,
  queueOutOf,
} from '../names.ts';
import { notifyChannel } from '../queues/wire.ts';
import type { SqlSession } from '../sql.ts';
import { IS_ALIVE } from './membership.ts';

/**
 * Why a move did not happen, or ended early. It stands in the facts of the Failure as `trouble`, for callers that
 * phrase it themselves.
 */
export const MoveTrouble = z.enum([
  'no-conversation',
  'there-already',
  'moved-already',
  'not-running',
  'no-other-cell',
]);
export type MoveTrouble = z.infer<typeof MoveTrouble>;

/** Where a conversation lives. */
export interface Placement {
  readonly cell: CellName;
  /** Raised by every move: what an earlier owner still sends carries a lower one. */
  readonly epoch: number;
}

export interface ConversationMove {
  readonly epoch: number;
  /** How many jobs went along: those that waited, and those that the old cell had taken but not handled. */
  readonly carried: number;
}

const cell = z.string().transform((name) => name as CellName);
const front = z.string().transform((name) => name as FrontName);
const Placed = z.object({ conversation: z.string(), cell, epoch: z.int() });

/** SQL: true for a cell that has the project of this name. */
const hasProject = (project: string): string => `coalesce(facts->'projects' ? ${project}, false)`;

/** SQL: true for a cell that can store nothing, by its last report. */
const IS_FULL = `facts @> '{"isFull": true}'`;

/** SQL: the living cells, best first for a conversation with the person `person`. */
const bestCells = (person: string, except: string, project = 'NULL::text'): string => `
  SELECT name, ${hasProject(project)} AS "hasProject"
  FROM wasap.members LEFT JOIN wasap.placements AS theirs ON theirs.cell = name
  WHERE members.kind = 'cell' AND ${IS_ALIVE} AND NOT is_draining AND name <> ${except}
  GROUP BY members.kind, name
  ORDER BY ${IS_FULL}, "hasProject" DESC, count(*) FILTER (WHERE theirs.person = ${person}) DESC, count(theirs.conversation), name`;

/**
 * In the transaction: the rows of known conversations are locked, so that none moves before it ends. New ones get the
 * living cell that has most of the person's conversations, else the one with the fewest. Without a living cell they are
 * not in the map.
 * @param conversations keys by `conversationKey`, and whom they are with
 */
export async function placeConversations(
  sql: SqlSession,
  ofFront: FrontName,
  conversations: readonly { readonly conversation: string; readonly person: string }[],
): Promise<ReadonlyMap<string, Placement>> {
  const keys = conversations.map(({ conversation }) => conversation);
  const known = await lockPlacements(sql, keys);
  const others = conversations.filter(({ conversation }) => !known.has(conversation));
  if (others.length === 0) return known;
  for (const { conversation, person } of others) {
    await sql.run(
      `INSERT INTO wasap.placements (conversation, front, person, cell, epoch)
       SELECT $1::text, $2::text, $3::text, best.name, 1 FROM (${bestCells('$3::text', "''")} LIMIT 1) AS best
       ON CONFLICT DO NOTHING`,
      [conversation, ofFront, person],
    );
  }
  return await lockPlacements(sql, keys);
}

/** Locks in one fixed order: otherwise two callers with the same conversations could wait for each other. */
async function lockPlacements(
  sql: SqlSession,
  conversations: readonly string[],
): Promise<ReadonlyMap<string, Placement>> {
  const rows = await sql.rows(
    Placed,
    `SELECT conversation, cell, epoch FROM wasap.placements WHERE conversation = ANY($1) ORDER BY conversation FOR SHARE`,
    [conversations],
  );
  return byConversation(rows);
}

/** The placements of those conversations that have one. */
export async function placementsOf(
  sql: SqlSession,
  conversations: readonly string[],
): Promise<ReadonlyMap<string, Placement>> {
  const rows = await sql.rows(
    Placed,
    'SELECT conversation, cell, epoch FROM wasap.placements WHERE conversation = ANY($1)',
    [conversations],
  );
  return byConversation(rows);
}

/** The conversations that came to this cell from another one. */
export async function conversationsMovedTo(
  sql: SqlSession,
  cellHere: CellName,
): Promise<readonly { readonly conversation: string; readonly front: FrontName; readonly epoch: number }[]> {
  return await sql.rows(
    z.object({ conversation: z.string(), front, epoch: z.int() }),
    'SELECT conversation, front, epoch FROM wasap.placements WHERE cell = $1 AND epoch > 1 ORDER BY conversation',
    [cellHere],
  );
}

/** Other cells where a conversation lived before, the last one first. */
export async function earlierCells(
  sql: SqlSession,
  conversation: string,
  cellHere: CellName,
): Promise<readonly string[]> {
  const rows = await sql.rows(
    z.object({ cell: z.string() }),
    'SELECT cell FROM wasap.stays WHERE conversation = $1 AND cell <> $2 ORDER BY until DESC, cell',
    [conversation, cellHere],
  );
  return rows.map((row) => row.cell);
}

function byConversation(rows: readonly z.infer<typeof Placed>[]): ReadonlyMap<string, Placement> {
  return new Map(rows.map((row) => [row.conversation, { cell: row.cell, epoch: row.epoch }]));
}

/**
 * Checks a move before anything is parked for it.
 * @throws Failure as `move`
 */
export async function assertMovable(
  sql: SqlSession,
  { conversation, to }: { readonly conversation: string; readonly to: CellName },
): Promise<void> {
  const place = (await placementsOf(sql, [conversation])).get(conversation);
  assertElsewhere(place, { conversation, to });
  await assertAlive(sql, to);
}

/**
 * Checks the target before all conversations of a cell move there.
 * @throws Failure `conflict` when both cells are the same, `not-found` when the target does not run
 */
export async function assertTarget(
  sql: SqlSession,
  { from, to }: { readonly from: CellName; readonly to: CellName },
): Promise<void> {
  if (from === to) throw moveFailure('conflict', 'there-already', `They live in the cell “${to}” already.`);
  await assertAlive(sql, to);
}

function assertElsewhere<P extends { readonly cell: CellName }>(
  place: P | undefined,
  { conversation, to }: { readonly conversation: string; readonly to: CellName },
): asserts place is P {
  if (place === undefined)
    throw moveFailure('not-found', 'no-conversation', `There is no conversation “${conversation}”.`);
  if (place.cell === to)
    throw moveFailure('conflict', 'there-already', `The conversation lives in the cell “${to}” already.`);
}

interface MoveRequest {
  readonly conversation: string;
  readonly to: CellName;
  /** The cell where it must still live; missing if any will do. */
  readonly from?: CellName;
  /** The project for its next work; missing if it keeps its project. */
  readonly project?: string;
}

/**
 * In one transaction it locks the row, raises the epoch, and carries over what the old cell has not handled, with ids
 * and order unchanged. Both cells and the front are notified.
 * @param before runs in the same transaction, once the move is certain
 * @throws Failure `not-found` when there is no such conversation or living cell, `conflict` when it already lives
 * there, or no longer lives in `from`
 */
export async function moveConversation(
  db: ClusterDatabase,
  { conversation, from, to, project }: MoveRequest,
  before: (sql: SqlSession) => Promise<void> = async () => undefined,
): Promise<ConversationMove> {
  return await db.transaction(async (sql) => {
    const [place] = await sql.rows(
      z.object({ cell, front, epoch: z.int() }),
      'SELECT cell, front, epoch FROM wasap.placements WHERE conversation = $1 FOR UPDATE',
      [conversation],
    );
    assertElsewhere(place, { conversation, to });
    if (from !== undefined && place.cell !== from)
      throw moveFailure(
        'conflict',
        'moved-already',
        `The conversation no longer lives in the cell “${from}”.`,
      );
    await assertAlive(sql, to);
    await before(sql);
    await db.queues.make(queueInto(to));
    const queues = { from: queueInto(place.cell), to: queueInto(to) };
    const taken = { conversation, from: place.cell, to: queues.to };
    await completeHandled(sql, { conversation, queue: queues.from });
    const carried =
      (await moveUnhandled(sql, taken, { from: queues.from, outOf: queueOutOf(place.front) })) +
      (await moveJobs(sql, { conversation, ...queues }));
    const epoch = place.epoch + 1;
    await sql.run(
      'UPDATE wasap.placements SET cell = $2, epoch = $3, project = coalesce($4, project) WHERE conversation = $1',
      [conversation, to, epoch, project ?? null],
    );
    await sql.run(
      `INSERT INTO wasap.stays (conversation, cell, until) VALUES ($1, $2, clock_timestamp())
       ON CONFLICT (conversation, cell) DO UPDATE SET until = excluded.until`,
      [conversation, place.cell],
    );
    await notifyChannel(sql, channelOfCell(place.cell), { kind: 'moved', conversation });
    await notifyChannel(sql, channelOfCell(to), { kind: 'jobs' });
    await notifyChannel(sql, channelOfCell(to), { kind: 'moved', conversation });
    await notifyChannel(sql, channelOfFront(place.front), { kind: 'moved', conversation });
    return { carried, epoch };
  });
}

async function assertAlive(sql: SqlSession, to: CellName): Promise<void> {
  const living = await sql.rows(
    z.object({ name: z.string() }),
    `SELECT name FROM wasap.members WHERE kind = 'cell' AND name = $1 AND ${IS_ALIVE}`,
    [to],
  );
  if (living.length === 0)
    throw moveFailure('not-found', 'not-running', `No cell “${to}” is running. Start it first.`);
}

/**
 * A job that the old cell has taken waits again: if that cell completes it later, nothing is left under the old
 * queue's name. It keeps its creation time, which is its place in the order; as a `retry` it would go ahead of older
 * ones.
 */
async function moveJobs(
  sql: SqlSession,
  { conversation, from, to }: { readonly conversation: string; readonly from: string; readonly to: string },
): Promise<number> {
  return await sql.run(
    `UPDATE pgboss.job SET name = $3, retry_count = retry_count + (state = 'active')::int,
       state = 'created'
     WHERE name = $1 AND singleton_key = $2 AND state < 'completed'`,
    [from, conversation, to],
  );
}

/** A conversation of a cell, with the facts that decide where it should go. */
export interface PlacedConversation {
  readonly conversation: string;
  readonly person: string;
  readonly project: string | null;
}

export async function listPlacedConversations(
  sql: SqlSession,
  cellHere: CellName,
): Promise<readonly PlacedConversation[]> {
  return await sql.rows(
    z.object({ conversation: z.string(), person: z.string(), project: z.string().nullable() }),
    'SELECT conversation, person, project FROM wasap.placements WHERE cell = $1 ORDER BY conversation',
    [cellHere],
  );
}

/**
 * Chooses a living cell that has its project, else the one with most conversations of its person, else the one with
 * the fewest.
 * @throws Failure `not-found` when no other cell takes conversations
 */
export async function bestCellFor(
  sql: SqlSession,
  { person, project }: Pick<PlacedConversation, 'person' | 'project'>,
  except: CellName,
): Promise<CellName> {
  const [best] = await sql.rows(
    z.object({ name: cell }),
    `${bestCells('$1::text', '$2::text', '$3::text')} LIMIT 1`,
    [person, except, project],
  );
  if (best === undefined)
    throw moveFailure('not-found', 'no-other-cell', 'No other cell is running that takes conversations.');
  return best.name;
}

/** The best cell for this conversation among those that have the project; undefined when none takes it. */
export async function cellWithProject(
  sql: SqlSession,
  { conversation, project }: { readonly conversation: string; readonly project: string },
  except: CellName,
): Promise<CellName | undefined> {
  const [best] = await sql.rows(
    z.object({ name: cell, hasProject: z.boolean() }),
    `${bestCells('(SELECT person FROM wasap.placements WHERE conversation = $1)', '$2::text', '$3::text')} LIMIT 1`,
    [conversation, except, project],
  );
  return best?.hasProject === true ? best.name : undefined;
}

function moveFailure(kind: FailureKind, trouble: MoveTrouble, message: string): Failure {
  return new Failure(kind, message, { facts: { trouble } });
}
