import type { ProgramFacts } from '../../contracts/commands.ts';
import type { Feature, Worker } from '../../contracts/feature.ts';
import type { InboxRow } from '../../contracts/store.ts';
import { SecretaryWorker, type SecretaryWorkerParts } from './secretary-worker.ts';
import { WorktreeWorker, type WorktreeWorkerParts } from './worktree-worker.ts';

export interface Workers {
  readonly apart: WorktreeWorker;
  readonly secretary: SecretaryWorker;
  /** Continues what an earlier program left. */
  recover(): void;
  /** Resolves when nothing of them is under way. */
  idle(): Promise<void>;
  /** Leaves unfinished work to the next program. */
  stop(): Promise<void>;
}

type WorkersParts = Omit<WorktreeWorkerParts, 'canOpenPullRequests' | 'wake'> &
  Omit<SecretaryWorkerParts, 'handIn'> & {
    readonly program: Pick<ProgramFacts, 'worktrees'>;
    readonly features: readonly Feature[];
  };

interface WorkerPorts {
  wake(): void;
  handIn(messages: readonly InboxRow[]): void;
}

/** Those of the gateway and those of its features, as one. */
export function openWorkers(parts: WorkersParts, { wake, handIn }: WorkerPorts): Workers {
  const { canOpenPullRequests } = parts.program.worktrees;
  const apart = new WorktreeWorker({ ...parts, canOpenPullRequests, wake });
  const secretary = new SecretaryWorker({ ...parts, handIn });
  const ofFeatures = parts.features.flatMap(({ workers = [] }) => workers);
  const all: readonly Worker[] = [apart, secretary, ...ofFeatures];
  const idle = async () => {
    for (const worker of all) await worker.idle?.();
  };
  return {
    apart,
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
