import type { ClusterDatabase } from '../../cluster/cluster-database.ts';
import type { Companion } from '../../cluster/companion.ts';
import type { CellName } from '../../cluster/names.ts';
import type { Channel } from '../../contracts/channel.ts';
import type { Ownership } from '../../contracts/ownership.ts';
import type { Clock } from '../../core/clock.ts';
import type { SessionId } from '../../core/ids.ts';
import type { Json } from '../../core/json.ts';
import type { Log } from '../../core/log.ts';
import type { Carrying } from './carrying.ts';
import type { RelayRows } from './relay-rows.ts';

export interface RelayParts {
  readonly cell: CellName;
  /** It is closed with the channel. */
  readonly cluster: ClusterDatabase;
  readonly rows: RelayRows;
  readonly version: string;
  /** What the cluster is told of this cell: asked when it joins, and about every 10 s. */
  facts(): Json;
  /** What else uses the connection: it ends before that is closed. */
  readonly beside: readonly Companion[];
  /** Sessions of this chat that have not ended. */
  openSessions(chat: string): readonly SessionId[];
  readonly carrying: Carrying;
  readonly clock: Clock;
  readonly log: Log;
}

/** How a cell is connected with its cluster. */
export interface RelayReport {
  readonly cell: CellName;
  /** True while no other process can have the cell's name. */
  readonly isHeld: boolean;
  /** How long PostgreSQL has not answered; undefined while it answers. */
  readonly awayMs: number | undefined;
}

export interface RelayChannel extends Channel, Ownership {
  formatted(text: string): string;
  canDelete(chat: string): boolean;
  report(): RelayReport;
}
