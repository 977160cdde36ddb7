import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Queues } from './queues.ts';
import type { Transactions } from './sql.ts';

export interface ClusterDatabase extends Transactions {
  /** `heard` gets each payload, and undefined after every (re)connection: something may have been missed. */
  listen(channel: string, heard: (payload: string | undefined) => void): void;
  /** Since when PostgreSQL has not answered, in ms of `clock.upMs()`; undefined while it answers. */
  awaySinceUpMs(): number | undefined;
  /** Resolves once it is connected for the first time and its tables are up to date; until then all else is `unavailable`. */
  readonly ready: Promise<void>;
  readonly queues: Queues;
  close(): Promise<void>;
}

export interface ClusterDatabaseParts {
  readonly url: string;
  /** What PostgreSQL shows for its connections. */
  readonly name: string;
  /** True in a process that tidies finished jobs and watches the queues: fronts do. */
  readonly supervises: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Connects behind it, for as long as that takes: a program starts while PostgreSQL is away.
 * @throws Failure `invalid` when the address is none
 */
export async function openClusterDatabase(parts: ClusterDatabaseParts): Promise<ClusterDatabase> {
  throw new Error(`not yet: ${parts.name}`);
}
