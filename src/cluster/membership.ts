import type { Clock } from '../core/clock.ts';
import type { Json } from '../core/json.ts';
import type { Log } from '../core/log.ts';
import type { ClusterDatabase } from './cluster-database.ts';
import type { CellName, FrontName } from './names.ts';

/** How long a name is held after it was last renewed, by the clock of PostgreSQL. */
export const LEASE_SECONDS = 45;

export type NewMember = {
  readonly version: string;
  /** A cell: its projects, whether it is draining. A front: its channel's name and capabilities, its own numbers. */
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
  /** False once it has left, or its lease has run out. */
  readonly isAlive: boolean;
}

export interface Membership {
  /** Raised by each process that takes the name. */
  readonly epoch: number;
  /** True as long as the lease surely holds, by this process's own clock. Whoever pushes or sends asks it right before. */
  isHeld(): boolean;
  /** Resolves with a sentence when another process has taken the name, or it could not be renewed in time. */
  readonly lost: Promise<string>;
  /** Facts that have changed: they are stored now, and kept by later renewals. */
  update(facts: Json): Promise<void>;
  /** Gives the name back, so that another process need not wait. */
  leave(): Promise<void>;
}

export interface JoinParts {
  readonly clock: Clock;
  readonly log: Log;
  /** Ends the waiting. */
  readonly signal: AbortSignal;
  /** How long to wait for a name that a live process holds, in milliseconds. */
  readonly waitMs: number;
}

/**
 * Waits for PostgreSQL as long as it takes, and for a name that another live process holds up to `waitMs`.
 * @throws Failure `conflict` when the name stays taken, `stopped` when the signal came
 */
export async function joinCluster(
  _db: ClusterDatabase,
  member: NewMember,
  parts: JoinParts,
): Promise<Membership> {
  throw new Error(`not yet: ${member.name} ${parts.waitMs}`);
}

/** Cells and fronts, those included that have left, by kind and name. */
export async function members(_db: ClusterDatabase): Promise<readonly Member[]> {
  throw new Error('not yet');
}
