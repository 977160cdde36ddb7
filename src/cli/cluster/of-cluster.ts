import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import { Failure } from '../../core/failure.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { createOwnName } from '../../front/own-name.ts';
import type { Database } from '../../store/database.ts';
import { clusterWords } from './texts/texts.ts';

/** True for the data folder of a front or a cell. */
export function isOfCluster(database: Database): boolean {
  return createRelayRows(database).cell() !== undefined || createOwnName(database).get() !== undefined;
}

/**
 * A code would be of no use: a front passes nothing on that strangers write, and no cell would know whom it let in.
 * @throws Failure `denied` in the data folder of a front or a cell
 */
export function assertMayInvite(database: Database, locale: Locale): void {
  if (isOfCluster(database)) throw new Failure('denied', clusterWords(locale).cluster.noInvitations);
}
