import type { JobStore } from '../../src/features/jobs/job.ts';
import { createJobStore } from '../../src/features/jobs/job-store.ts';
import type { OpenStore } from '../../src/store/open.ts';

/** The jobs in a store, as the feature reads and writes them. */
export function jobsIn({ database }: Pick<OpenStore, 'database'>): JobStore {
  return createJobStore(database);
}
