import type { Feature, Worker } from '../../contracts/feature.ts';

export interface Workers {
  /** Continues what an earlier program left. */
  recover(): void;
  /** Resolves when none of their work is under way. */
  idle(): Promise<void>;
  /** Leaves unfinished work to the next program. */
  stop(): Promise<void>;
}

/** The workers of all features, as one. */
export function openWorkers(features: readonly Pick<Feature, 'workers'>[]): Workers {
  const all: readonly Worker[] = features.flatMap(({ workers = [] }) => workers);
  const idle = async () => {
    for (const worker of all) await worker.idle?.();
  };
  return {
    recover() {
      for (const worker of all) worker.recover?.();
    },
    idle,
    async stop() {
      await Promise.all(all.map((worker) => worker.stop?.()));
      await idle();
    },
  };
}
