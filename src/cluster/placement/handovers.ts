import * as z from 'zod';
import { type Clock, SECOND_MS } from '../../core/clock.ts';
import type { ClusterDatabase } from '../cluster-database.ts';
import type { Holder } from '../copies/copies.ts';
import { type CellName, channelOfCell } from '../names.ts';
import { notifyChannel } from '../queues/wire.ts';
import type { SqlSession } from '../sql.ts';
import { IS_ALIVE } from './membership.ts';
import { assertMovable, type ConversationMove, moveConversation, placementsOf } from './placements.ts';

/** How long a cell that was asked takes nothing more from that conversation. It is longer than any caller waits. */
export const HANDOVER_SECONDS = 60;

const LOOK_EVERY_MS = 100;

/** How long a front may take to send what a lost cell has given it. */
const SENT_WITHIN_MS = 5 * SECOND_MS;

/**
 * `full`: the cell can store nothing, so it could not park its tasks. `silent`: it did not answer in time. `dead`: it
 * does not run.
 */
export type Handover = 'done' | 'full' | 'silent' | 'dead';

/**
 * Asks the cell that has a conversation to park its tasks there and to copy the rest; resolves when it has. If that
 * cell does not answer, the front first sends what the cell gave it: after the move it would drop that, and the new
 * cell would send it again.
 */
export async function askForHandover(
  db: ClusterDatabase,
  conversation: string,
  parts: { readonly clock: Clock; readonly withinMs: number },
): Promise<Handover> {
  const how = await requestHandover(db, conversation, parts);
  if (how !== 'done') await allIsSent(db, conversation, parts.clock);
  return how;
}

/** Resolves after a while even if the front has not sent everything, or does not run. */
async function allIsSent(db: ClusterDatabase, conversation: string, clock: Clock): Promise<void> {
  const endUpMs = clock.upMs() + SENT_WITHIN_MS;
  while (clock.upMs() < endUpMs) {
    const waiting = await db.run(
      `SELECT 1 FROM pgboss.job JOIN wasap.placements ON name = 'out.' || front
       WHERE conversation = $1 AND singleton_key IN ($1, $1 || ' reactions') AND state < 'completed' LIMIT 1`,
      [conversation],
    );
    if (waiting === 0) return;
    await clock.sleep(LOOK_EVERY_MS, new AbortController().signal);
  }
}

async function requestHandover(
  db: ClusterDatabase,
  conversation: string,
  { clock, withinMs }: { readonly clock: Clock; readonly withinMs: number },
): Promise<Handover> {
  const placement = (await placementsOf(db, [conversation])).get(conversation);
  if (placement === undefined || !(await isAlive(db, placement.cell))) return 'dead';
  const { cell, epoch } = placement;
  await db.transaction(async (sql) => {
    await sql.run(
      `INSERT INTO wasap.handovers (conversation, cell, epoch) VALUES ($1, $2, $3)
       ON CONFLICT (conversation) DO UPDATE SET cell = excluded.cell, epoch = excluded.epoch, asked = now(), done = NULL,
         has_no_room = false`,
      [conversation, cell, epoch],
    );
    await notifyChannel(sql, channelOfCell(cell), { kind: 'moved', conversation });
  });
  const endUpMs = clock.upMs() + withinMs;
  while (clock.upMs() < endUpMs) {
    await clock.sleep(LOOK_EVERY_MS, new AbortController().signal);
    const [answer] = await db.rows(
      z.object({ isDone: z.boolean() }),
      `SELECT done IS NOT NULL AS "isDone" FROM wasap.handovers
       WHERE conversation = $1 AND epoch = $2 AND (done IS NOT NULL OR has_no_room)`,
      [conversation, epoch],
    );
    if (answer !== undefined) return answer.isDone ? 'done' : 'full';
  }
  return 'silent';
}

async function isAlive(sql: SqlSession, cell: CellName): Promise<boolean> {
  const living = await sql.run(
    `SELECT 1 FROM wasap.members WHERE kind = 'cell' AND name = $1 AND ${IS_ALIVE}`,
    [cell],
  );
  return living > 0;
}

/** The conversations that this cell was asked to hand over. */
export async function askedHandovers(sql: SqlSession, cell: CellName): Promise<readonly string[]> {
  const rows = await sql.rows(
    z.object({ conversation: z.string() }),
    `SELECT conversation FROM wasap.handovers
     WHERE cell = $1 AND done IS NULL AND asked > now() - interval '${HANDOVER_SECONDS} seconds'`,
    [cell],
  );
  return rows.map(({ conversation }) => conversation);
}

export async function noteHandedOver(sql: SqlSession, conversation: string, cell: CellName): Promise<void> {
  await sql.run('UPDATE wasap.handovers SET done = now() WHERE conversation = $1 AND cell = $2', [
    conversation,
    cell,
  ]);
}

/**
 * Reports that this cell's disk is full. The handover does not count as done: a command of an earlier version would
 * say that its tasks are parked.
 */
export async function noteNoRoom(sql: SqlSession, conversation: string, cell: CellName): Promise<void> {
  await sql.run('UPDATE wasap.handovers SET has_no_room = true WHERE conversation = $1 AND cell = $2', [
    conversation,
    cell,
  ]);
}

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

/** How long the old cell may take to park what it does and to copy the rest. */
export const HANDOVER_WITHIN_MS = 20 * SECOND_MS;

/**
 * The cell that has the chat parks its tasks there and copies the rest, if it is alive; then the chat moves.
 * @param handedOver called before it moves
 * @throws Failure as `move`; then nothing was parked
 */
export async function moveChat(
  db: ClusterDatabase,
  chat: { readonly conversation: string; readonly to: CellName },
  { clock, handedOver }: { readonly clock: Clock; handedOver(how: Handover): void },
): Promise<ConversationMove> {
  await assertMovable(db, chat);
  handedOver(await askForHandover(db, chat.conversation, { clock, withinMs: HANDOVER_WITHIN_MS }));
  return await moveConversation(db, chat);
}
