import type { ProgramFacts } from '../../contracts/commands.ts';
import type { Feature, Worker } from '../../contracts/feature.ts';
import type { InboxRow } from '../../contracts/store.ts';
import { SecretaryWorker, type SecretaryWorkerParts } from './secretary-worker.ts';

export interface Workers {
  readonly secretary: SecretaryWorker;
  /** Continues what an earlier program left. */
  recover(): void;
  /** Resolves when nothing of them is under way. */
  idle(): Promise<void>;
  /** Leaves unfinished work to the next program. */
  stop(): Promise<void>;
}

type WorkersParts = Omit<SecretaryWorkerParts, 'handIn'> & {
  readonly program: Pick<ProgramFacts, 'worktrees'>;
  readonly features: readonly Feature[];
};

interface WorkerPorts {
  handIn(messages: readonly InboxRow[]): void;
}

/** Those of the gateway and those of its features, as one. */
export function openWorkers(parts: WorkersParts, { handIn }: WorkerPorts): Workers {
  const secretary = new SecretaryWorker({ ...parts, handIn });
  const ofFeatures = parts.features.flatMap(({ workers = [] }) => workers);
  const all: readonly Worker[] = [secretary, ...ofFeatures];
  const idle = async () => {
    for (const worker of all) await worker.idle?.();
  };
  return {
    secretary,
    recover() {
      for (const worker of all) worker.recover?.();
    },
    idle,
    async stop() {
      const stopped = ofFeatures.map((worker) => worker.stop?.());
      await Promise.all([secretary.stop(), ...stopped]);
      await idle();
    },
  };
}
