import { createRelayRows } from '../../channels/relay/relay-rows.ts';
import { Failure } from '../../core/failure.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { createOwnName } from '../../front/own-name.ts';
import type { Database } from '../../store/database.ts';
import { clusterWords } from './texts/texts.ts';

/**
 * A code would be of no use: a front passes nothing on that strangers write, and no cell would know whom it let in.
 * @throws Failure `denied` in the data folder of a front or a cell
 */
export function assertMayInvite(database: Database, locale: Locale): void {
  const isOfCluster =
    createRelayRows(database).cell() !== undefined || createOwnName(database).get() !== undefined;
  if (isOfCluster) throw new Failure('denied', clusterWords(locale).cluster.noInvitations);
}
