import * as z from 'zod';
import type { ClusterDatabase } from '../cluster-database.ts';
import { type CellName, cellName, frontName, queueInto, queueOutOf } from '../names.ts';
import { allMembers, type Member } from '../placement/membership.ts';
import type { SqlSession } from '../sql.ts';

/** What a cell reports of itself to all machines; `members` keeps its age. Cells of an earlier version report less. */
export const CellSnapshot = z.object({
  projects: z.array(z.string()),
  tasks: z.object({ running: z.int(), waiting: z.int() }),
  /** Money spent since midnight UTC, on this cell alone. */
  spentTodayMicroUsd: z.int(),
  /** The last entry of its audit record: if a later record ends earlier, it was shortened. Null if it is empty. */
  audit: z.object({ newest: z.int(), hash: z.string() }).nullable(),
  /**
   * When that record was last verified, by the cell's clock, and its last entry then: null, it was broken. Null: never.
   */
  verified: z
    .object({ atMs: z.int(), head: z.object({ newest: z.int(), hash: z.string() }).nullable() })
    .nullable()
    .default(null),
  /** True if its disk or database has recently refused writes: incoming messages wait. */
  isFull: z.boolean().default(false),
});
export type CellSnapshot = z.infer<typeof CellSnapshot>;

/** One front or cell with what belongs to it, at one moment. */
export const MemberSnapshot = z.object({
  kind: z.enum(['cell', 'front']),
  name: z.string(),
  version: z.string(),
  isAlive: z.boolean(),
  isDraining: z.boolean(),
  secondsSinceHeartbeat: z.number(),
  /** What it last reported of itself; missing for a front, and for a cell of an earlier version. */
  snapshot: CellSnapshot.extend({ secondsOld: z.number() }).optional(),
  /** How many conversations live there; missing for a front. */
  chats: z.int().optional(),
  /** The name of its queue. */
  queue: z.string(),
  depth: z.object({ waiting: z.int(), active: z.int(), oldestSeconds: z.number().optional() }),
});
export type MemberSnapshot = z.infer<typeof MemberSnapshot>;

/** `full`: it lives, and can store nothing. */
type MemberState = 'running' | 'draining' | 'full' | 'gone';

export function memberState({ isAlive, isDraining, snapshot }: MemberSnapshot): MemberState {
  if (!isAlive) return 'gone';
  if (snapshot?.isFull === true) return 'full';
  return isDraining ? 'draining' : 'running';
}

export async function lookAtCluster(
  db: Pick<ClusterDatabase, 'queues' | 'rows' | 'run'>,
): Promise<readonly MemberSnapshot[]> {
  const chats = await conversationsByCell(db);
  const all = await allMembers(db);
  const depths = await db.queues.depths(all.flatMap(({ kind, name }) => queueOf(kind, name) ?? []));
  return all.flatMap((member): MemberSnapshot[] => {
    const { kind, name, version, isAlive, isDraining, secondsSinceHeartbeat } = member;
    const queue = queueOf(kind, name);
    if (queue === undefined) return [];
    return [
      {
        kind,
        name,
        version,
        isAlive,
        isDraining,
        secondsSinceHeartbeat: Math.round(secondsSinceHeartbeat),
        snapshot: kind === 'cell' ? snapshotIn(member) : undefined,
        chats: kind === 'cell' ? (chats.get(name) ?? 0) : undefined,
        queue,
        depth: depths.get(queue) ?? { waiting: 0, active: 0 },
      },
    ];
  });
}

function snapshotIn({ facts, secondsSinceFacts }: Member): MemberSnapshot['snapshot'] {
  const { data } = CellSnapshot.safeParse(facts);
  return data && { ...data, secondsOld: Math.round(secondsSinceFacts) };
}

/** Undefined for a name that this version cannot have given. */
function queueOf(kind: MemberSnapshot['kind'], name: string): string | undefined {
  const [cell, front] = [cellName(name), frontName(name)];
  if (kind === 'cell') return cell && queueInto(cell);
  return front && queueOutOf(front);
}

const CountRow = z.object({ cell: z.string(), conversations: z.int() });
const ClockRow = z.object({ nowMs: z.number() });

/** How many conversations each cell has; one without any is not in the map. */
export async function conversationsByCell(sql: SqlSession): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows(
    CountRow,
    'SELECT cell, count(*)::int AS conversations FROM wasap.placements GROUP BY cell',
  );
  return new Map(rows.map(({ cell, conversations }) => [cell, conversations]));
}

/**
 * How many sessions of each of the cell's conversations are in one of these states, by the last copy; a conversation
 * without any is not in the map.
 */
export async function sessionsByConversation(
  sql: SqlSession,
  cell: CellName,
  states: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await sql.rows(
    z.object({ conversation: z.string(), sessions: z.int() }),
    `SELECT conversation, count(*)::int AS sessions FROM wasap.placements JOIN wasap.copies USING (conversation)
     WHERE cell = $1 AND facts->>'status' = ANY($2) GROUP BY conversation`,
    [cell, states],
  );
  return new Map(rows.map(({ conversation, sessions }) => [conversation, sessions]));
}

/** True if sessions of this conversation are in one of these states, by the last copy. */
export async function hasSessions(
  sql: SqlSession,
  conversation: string,
  states: readonly string[],
): Promise<boolean> {
  const found = await sql.run(
    `SELECT 1 FROM wasap.copies WHERE conversation = $1 AND facts->>'status' = ANY($2) LIMIT 1`,
    [conversation, states],
  );
  return found > 0;
}

/** The clock of PostgreSQL, by which leases run out, in milliseconds since 1970. */
export async function databaseNowMs(sql: SqlSession): Promise<number> {
  const [row] = await sql.rows(
    ClockRow,
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS "nowMs"',
  );
  return row?.nowMs ?? Number.NaN;
}
