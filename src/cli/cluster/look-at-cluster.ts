import { CellSnapshot } from '../../cluster/cell-snapshot.ts';
import type { ClusterDatabase } from '../../cluster/cluster-database.ts';
import { type Member, members } from '../../cluster/membership.ts';
import { cellName, frontName, queueInto, queueOutOf } from '../../cluster/names.ts';
import { conversationsByCell } from '../../cluster/overview.ts';
import type { QueueDepth } from '../../cluster/queues.ts';

/** One front or cell with what belongs to it. */
export interface SeenMember {
  readonly kind: 'cell' | 'front';
  readonly name: string;
  readonly version: string;
  readonly isAlive: boolean;
  readonly isDraining: boolean;
  readonly secondsSinceHeartbeat: number;
  /** What it said of itself last; undefined for a front, and for a cell of an earlier version. */
  readonly snapshot: (CellSnapshot & { readonly secondsOld: number }) | undefined;
  /** Conversations that live there; undefined for a front. */
  readonly chats: number | undefined;
  /** What waits for it in its queue. */
  readonly queue: string;
  readonly depth: QueueDepth;
}

export async function lookAtCluster(db: ClusterDatabase): Promise<readonly SeenMember[]> {
  const chats = await conversationsByCell(db);
  const seen: SeenMember[] = [];
  for (const member of await members(db)) {
    const { kind, name, version, isAlive, isDraining, secondsSinceHeartbeat } = member;
    const queue = queueOf(kind, name);
    if (queue === undefined) continue;
    seen.push({
      kind,
      name,
      version,
      isAlive,
      isDraining,
      secondsSinceHeartbeat: Math.round(secondsSinceHeartbeat),
      snapshot: kind === 'cell' ? snapshotIn(member) : undefined,
      chats: kind === 'cell' ? (chats.get(name) ?? 0) : undefined,
      queue,
      depth: await db.queues.depth(queue),
    });
  }
  return seen;
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
