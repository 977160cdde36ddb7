import type { ClusterDatabase } from '../../src/cluster/cluster-database.ts';
import { conversationKey } from '../../src/cluster/names.ts';
import { moveConversation, placeConversations } from '../../src/cluster/placement/placements.ts';
import { freshDatabase } from '../support/postgres.ts';
import { CHAT, type Machine, type MachineOptions, machine } from './moving-rig.ts';
import { CELL, FRONT, joinAs, OTHER, openDatabase } from './rig.ts';

export const KEY = conversationKey(FRONT, CHAT);

export interface TwoCells {
  readonly url: string;
  readonly cluster: ClusterDatabase;
  readonly from: Machine;
}

/** The chat lives in the first of two cells. */
export async function twoCells(options: Partial<MachineOptions> = {}): Promise<TwoCells> {
  const url = await freshDatabase();
  const cluster = await openDatabase(url);
  await joinAs(cluster, CELL);
  await cluster.transaction((sql) => placeConversations(sql, FRONT, [{ conversation: KEY, person: CHAT }]));
  await joinAs(cluster, OTHER);
  const from = machine(cluster, { ...options, name: CELL });
  from.rows.noteArrival({ chat: CHAT, front: FRONT, epoch: 1 });
  return { url, cluster, from };
}

/** As the first message there would, under an even epoch to the other cell. */
export async function moveTo(cluster: ClusterDatabase, to: Machine, epoch: number): Promise<void> {
  await moveConversation(cluster, { conversation: KEY, to: epoch % 2 === 0 ? OTHER : CELL });
  await to.arrive(epoch);
}
