import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Clock } from '../../core/clock.ts';
import { Failure, isFailure, messageOf } from '../../core/failure.ts';
import type { Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import { fault } from '../../core/texts/faults.ts';
import { unlessAborted } from '../../core/waiting.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import type { CellName, FrontName } from '../names.ts';
import { WIRE_VERSION } from '../queues/wire.ts';
import type { SqlSession } from '../sql.ts';

/** How long a name is held after it was last renewed, by the clock of PostgreSQL. */
const LEASE_SECONDS = 45;
/** How long this process trusts its lease, by its own clocks, which may run a little slower. */
const TRUSTED_MS = 40_000;
const RENEW_MS = 10_000;
const RETRY_MS = 1000;

export type NewMember = {
  readonly version: string;
  /** For a cell its projects; for a front its channel's name and capabilities, and its own numbers. */
  readonly facts: Json;
} & (
  | { readonly kind: 'cell'; readonly name: CellName }
  | { readonly kind: 'front'; readonly name: FrontName }
);

export interface Member {
  readonly kind: 'cell' | 'front';
  readonly name: string;
  readonly version: string;
  readonly facts: Json;
  readonly epoch: number;
  readonly secondsSinceHeartbeat: number;
  /** How old the facts are. */
  readonly secondsSinceFacts: number;
  /** False once it has left, or its lease has run out. */
  readonly isAlive: boolean;
  /** True for a cell that gets no new conversations. */
  readonly isDraining: boolean;
}

export interface Membership {
  /** Raised by each process that takes the name. */
  readonly epoch: number;
  /**
   * True as long as the lease surely holds, by this process's own clocks. Check it right before each push, send or
   * taking of jobs. It becomes false while PostgreSQL is away for long, and true again if the name can still be
   * renewed afterwards.
   */
  isHeld(): boolean;
  /** The time since the name was last renewed, in milliseconds. */
  unrenewedMs(): number;
  /** Resolves with a sentence when another process has taken the name. */
  readonly lost: Promise<string>;
  /** Stores changed facts now; later renewals keep them. */
  update(facts: Json): Promise<void>;
  /** Gives the name back, so that another process need not wait. */
  leave(): Promise<void>;
}

export interface JoinParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Ends the wait. */
  readonly signal: AbortSignal;
  /** How long to wait for a name that a live process holds, in milliseconds. */
  readonly waitMs: number;
  /** Called once, when the wait for a live process that holds the name begins. */
  waits?(): void;
}

/** SQL: true for a row of a process that holds its name. */
export const IS_ALIVE = `(NOT has_left AND heartbeat > clock_timestamp() - interval '${LEASE_SECONDS} seconds')`;

/**
 * Waits for PostgreSQL as long as it takes, and up to `waitMs` for a name that another live process holds.
 * @throws Failure `conflict` when the name stays taken, or a living machine is more than one version away, `stopped`
 * when the signal came, and what `ready` rejects with
 */
export async function joinCluster(
  db: ClusterDatabase,
  member: NewMember,
  { clock, log, signal, waitMs, waits }: JoinParts,
): Promise<Membership> {
  await unlessAborted(db.ready, signal);
  // A try may be committed although its answer was lost: the next one must not wait for itself.
  const holder = randomUUID();
  const startUpMs = clock.upMs();
  let isWaiting = false;
  while (!signal.aborted) {
    const sinceRenewal = elapsedFrom(clock);
    const epoch = await unlessAway(() => takeName(db, member, holder), log);
    if (epoch !== undefined) return holdName({ db, member, clock, log, epoch, sinceRenewal });
    if (db.awaySinceUpMs() === undefined) {
      if (clock.upMs() - startUpMs >= waitMs) {
        throw new Failure('conflict', fault('member-taken', member.kind, member.name));
      }
      if (!isWaiting) waits?.();
      isWaiting = true;
    }
    await clock.sleep(Math.min(RETRY_MS, waitMs), signal);
  }
  throw new Failure('stopped', fault('program-ends'));
}

/** Undefined while another live process holds it. */
async function takeName(
  sql: SqlSession,
  { kind, name, version, facts }: NewMember,
  holder: string,
): Promise<number | undefined> {
  await assertNear(sql, { kind, name });
  const [taken] = await sql.rows(
    z.object({ epoch: z.int() }),
    `INSERT INTO wasap.members AS m (kind, name, version, facts, epoch, heartbeat, holder, wire)
     VALUES ($1, $2, $3, $4, 1, clock_timestamp(), $5, ${WIRE_VERSION})
     ON CONFLICT (kind, name) DO UPDATE SET version = excluded.version, facts = excluded.facts, epoch = m.epoch + 1,
       wire = excluded.wire, heartbeat = clock_timestamp(), facts_at = clock_timestamp(), has_left = false, holder = excluded.holder
     WHERE m.has_left OR m.holder = excluded.holder OR m.heartbeat <= clock_timestamp() - interval '${LEASE_SECONDS} seconds'
     RETURNING m.epoch`,
    [kind, name, version, JSON.stringify(facts), holder],
  );
  return taken?.epoch;
}

/**
 * The versions of two machines may differ by one, so that machines can be upgraded one after the other.
 * @throws Failure `conflict` which names a living machine that is further away
 */
async function assertNear(sql: SqlSession, { kind, name }: Pick<NewMember, 'kind' | 'name'>): Promise<void> {
  const [apart] = await sql.rows(
    z.object({ kind: z.enum(['cell', 'front']), name: z.string(), version: z.string(), wire: z.int() }),
    `SELECT kind, name, version, wire FROM wasap.members
     WHERE ${IS_ALIVE} AND abs(wire - ${WIRE_VERSION}) > 1 AND NOT (kind = $1 AND name = $2) ORDER BY kind, name LIMIT 1`,
    [kind, name],
  );
  if (apart === undefined) return;
  const rule = apart.wire > WIRE_VERSION ? 'member-newer' : 'member-older';
  throw new Failure('conflict', fault(rule, apart.kind, apart.name, apart.version));
}

interface MembershipParts {
  readonly db: ClusterDatabase;
  readonly member: NewMember;
  readonly clock: Clock;
  readonly log: Log;
  readonly epoch: number;
  /** Milliseconds. */
  readonly sinceRenewal: () => number;
}

function holdName({
  db,
  member,
  clock,
  log,
  epoch,
  sinceRenewal: sinceJoining,
}: MembershipParts): Membership {
  const { kind, name } = member;
  const own = [kind, name, epoch];
  const leaving = new AbortController();
  let sinceRenewal = sinceJoining;
  let isLost = false;

  const renew = async (): Promise<boolean> => {
    const renewed = elapsedFrom(clock);
    const rows = await db.run(
      `UPDATE wasap.members SET heartbeat = clock_timestamp()
       WHERE kind = $1 AND name = $2 AND epoch = $3 AND NOT has_left`,
      own,
    );
    if (rows === 1) sinceRenewal = renewed;
    return rows === 1;
  };
  const untilLost = async (): Promise<void> => {
    let isRenewed: boolean | undefined = true;
    while (isRenewed !== false) {
      await clock.sleep(isRenewed === undefined ? RETRY_MS : RENEW_MS, leaving.signal);
      if (leaving.signal.aborted) return;
      isRenewed = await unlessAway(renew, log);
    }
    isLost = true;
  };
  const course = untilLost();
  const lost = new Promise<string>((resolve) => {
    void course.then(() => {
      if (isLost) resolve(`Another process has taken the name of the ${kind} “${name}”.`);
    });
  });
  return {
    epoch,
    isHeld: () => !isLost && !leaving.signal.aborted && sinceRenewal() < TRUSTED_MS,
    unrenewedMs: () => sinceRenewal(),
    lost,
    async update(facts) {
      await db.run(
        `UPDATE wasap.members SET facts = $4, facts_at = clock_timestamp()
         WHERE kind = $1 AND name = $2 AND epoch = $3`,
        [...own, JSON.stringify(facts)],
      );
    },
    async leave() {
      leaving.abort();
      await course;
      await unlessAway(
        () =>
          db.run(
            'UPDATE wasap.members SET has_left = true WHERE kind = $1 AND name = $2 AND epoch = $3',
            own,
          ),
        log,
      );
    },
  };
}

/**
 * It starts before PostgreSQL is asked, so it ends before the lease does. It uses both clocks: one stops while a
 * machine sleeps, the other can be set.
 */
function elapsedFrom(clock: Clock): () => number {
  const [upMs, nowMs] = [clock.upMs(), clock.nowMs()];
  return () => Math.max(clock.upMs() - upMs, clock.nowMs() - nowMs);
}

/** Undefined when PostgreSQL did not answer; the caller asks again. */
async function unlessAway<T>(ask: () => Promise<T>, log: Log): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (!isFailure(error) || error.kind !== 'unavailable') throw error;
    log.info('cluster.membership.waits', { reason: messageOf(error) });
    return undefined;
  }
}

const Row = z.object({
  kind: z.enum(['cell', 'front']),
  name: z.string(),
  version: z.string(),
  facts: z.json(),
  epoch: z.int(),
  secondsSinceHeartbeat: z.number(),
  secondsSinceFacts: z.number(),
  isAlive: z.boolean(),
  isDraining: z.boolean(),
});

/** All cells and fronts by kind and name, including those that have left. */
export async function allMembers(sql: SqlSession): Promise<readonly Member[]> {
  return await sql.rows(
    Row,
    `SELECT kind, name, version, facts, epoch, is_draining AS "isDraining", ${IS_ALIVE} AS "isAlive",
       extract(epoch FROM clock_timestamp() - heartbeat)::float8 AS "secondsSinceHeartbeat",
       extract(epoch FROM clock_timestamp() - facts_at)::float8 AS "secondsSinceFacts"
     FROM wasap.members ORDER BY kind, name`,
  );
}

/**
 * Sets whether this cell gets new conversations.
 * @throws Failure `not-found` for an unknown cell
 */
export async function setDraining(sql: SqlSession, cell: CellName, isDraining: boolean): Promise<void> {
  const rows = await sql.run(`UPDATE wasap.members SET is_draining = $2 WHERE kind = 'cell' AND name = $1`, [
    cell,
    isDraining,
  ]);
  if (rows === 0) throw new Failure('not-found', fault('cell-unknown', cell));
}
