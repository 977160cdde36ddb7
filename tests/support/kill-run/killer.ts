/** Kills with SIGKILL what a seed picks, and starts it again. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterScene } from '../cluster-scene.ts';
import { type PostgresServer, runSql } from '../postgres.ts';
import type { Program } from '../program.ts';
import type { Seeded } from '../seeded.ts';

/** The programs of a cluster, each started again under the same name. */
export interface Kept {
  front: Program;
  readonly cells: Map<string, Program>;
}

interface Killing {
  readonly machines: ClusterScene;
  readonly postgres: PostgresServer;
  readonly kept: Kept;
  readonly startCell: (name: string) => Program;
  readonly chance: Seeded;
  /** How long nothing is killed, at least and at most. */
  readonly everyMs: readonly [number, number];
}

const DOWN_MS = [50, 1000] as const;

/** One after the other. */
export async function killAll(targets: readonly string[], killing: Killing): Promise<void> {
  for (const target of targets) {
    await sleep(killing.chance.between(...killing.everyMs));
    await killAndStart(target, killing);
  }
}

/** What is killed, in random order: each at least once when there are kills enough. */
export function targetsOf(cells: readonly string[], kills: number, chance: Seeded): readonly string[] {
  const all = ['front', 'postgres', ...cells];
  return Array.from({ length: kills }, (_, n) => all[n] ?? chance.pick(all))
    .map((target) => ({ target, at: chance.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ target }) => target);
}

async function killAndStart(
  target: string,
  { machines, postgres, kept, startCell, chance }: Killing,
): Promise<void> {
  const downMs = chance.between(...DOWN_MS);
  if (target === 'postgres') {
    await postgres.kill();
    await sleep(downMs);
    await postgres.start();
    return;
  }
  await (target === 'front' ? kept.front : kept.cells.get(target))?.kill();
  await sleep(downMs);
  await leaseRunsOut(postgres.url, target);
  if (target === 'front') kept.front = await machines.startFront();
  else kept.cells.set(target, startCell(target));
}

/**
 * As if 45 s had gone by since this member was last heard of. Its process is dead: what waits for its name need not
 * wait that long in a test.
 */
export async function leaseRunsOut(databaseUrl: string, name: string): Promise<void> {
  await runSql(
    databaseUrl,
    "UPDATE wasap.members SET heartbeat = heartbeat - interval '1 minute' WHERE name = $1",
    [name],
  );
}
