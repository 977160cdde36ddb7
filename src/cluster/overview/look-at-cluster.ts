import * as z from 'zod';
import type { ClusterDatabase } from '../cluster-database.ts';
import { cellName, frontName, queueInto, queueOutOf } from '../names.ts';
import { allMembers, type Member } from '../placement/membership.ts';
import { CellSnapshot } from './cell-snapshot.ts';
import { conversationsByCell } from './overview.ts';

/** One front or cell with what belongs to it, at one moment. */
export const SeenMember = z.object({
  kind: z.enum(['cell', 'front']),
  name: z.string(),
  version: z.string(),
  isAlive: z.boolean(),
  isDraining: z.boolean(),
  secondsSinceHeartbeat: z.number(),
  /** What it last reported of itself; missing for a front, and for a cell of an earlier version. */
  snapshot: CellSnapshot.extend({ secondsOld: z.number() }).optional(),
  /** How many conversations live there; missing for a front. */
  chats: z.int().optional(),
  /** The name of its queue. */
  queue: z.string(),
  depth: z.object({ waiting: z.int(), active: z.int(), oldestSeconds: z.number().optional() }),
});
export type SeenMember = z.infer<typeof SeenMember>;

/** `full`: it lives, and can store nothing. */
export type MemberState = 'running' | 'draining' | 'full' | 'gone';

export function memberState({ isAlive, isDraining, snapshot }: SeenMember): MemberState {
  if (!isAlive) return 'gone';
  if (snapshot?.isFull === true) return 'full';
  return isDraining ? 'draining' : 'running';
}

export async function lookAtCluster(
  db: Pick<ClusterDatabase, 'queues' | 'rows' | 'run'>,
): Promise<readonly SeenMember[]> {
  const chats = await conversationsByCell(db);
  const all = await allMembers(db);
  const depths = await db.queues.depths(all.flatMap(({ kind, name }) => queueOf(kind, name) ?? []));
  return all.flatMap((member): SeenMember[] => {
    const { kind, name, version, isAlive, isDraining, secondsSinceHeartbeat } = member;
    const queue = queueOf(kind, name);
    if (queue === undefined) return [];
    return [
      {
        kind,
        name,
        version,
        isAlive,
        isDraining,
        secondsSinceHeartbeat: Math.round(secondsSinceHeartbeat),
        snapshot: kind === 'cell' ? snapshotIn(member) : undefined,
        chats: kind === 'cell' ? (chats.get(name) ?? 0) : undefined,
        queue,
        depth: depths.get(queue) ?? { waiting: 0, active: 0 },
      },
    ];
  });
}

function snapshotIn({ facts, secondsSinceFacts }: Member): SeenMember['snapshot'] {
  const { data } = CellSnapshot.safeParse(facts);
  return data && { ...data, secondsOld: Math.round(secondsSinceFacts) };
}

/** Undefined for a name that this version cannot have given. */
function queueOf(kind: SeenMember['kind'], name: string): string | undefined {
  const [cell, front] = [cellName(name), frontName(name)];
  if (kind === 'cell') return cell && queueInto(cell);
  return front && queueOutOf(front);
}
