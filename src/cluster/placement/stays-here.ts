import type { Holder } from '../copies/copies.ts';
import type { SqlSession } from '../sql.ts';
import { HANDOVER_SECONDS } from './handovers.ts';

/** True if the cell has the conversation and no move of it was requested: then none comes in the next seconds. */
export async function staysHere(sql: SqlSession, { conversation, cell, epoch }: Holder): Promise<boolean> {
  const rows = await sql.run(
    `SELECT 1 FROM wasap.placements AS place WHERE conversation = $1 AND cell = $2 AND epoch = $3
       AND NOT EXISTS (SELECT FROM wasap.handovers AS wanted WHERE wanted.conversation = place.conversation
         AND wanted.epoch = place.epoch AND wanted.asked > now() - interval '${HANDOVER_SECONDS} seconds')`,
    [conversation, cell, epoch],
  );
  return rows === 1;
}
