import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import { createOwnName } from '../../front/journal.ts';
import type { Database } from '../../store/database.ts';

/** True for the data folder of a front or a cell. */
export function isOfCluster(database: Database): boolean {
  return createRelayRows(database).cell() !== undefined || createOwnName(database).get() !== undefined;
}
