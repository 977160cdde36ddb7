import type { Action } from '../../../contracts/commands.ts';
import type { JobAction, JobStore } from '../job.ts';

/** Where `/job` finds the jobs that it is about. */
export interface JobSources {
  readonly rows: JobStore;
  /** Names of saved jobs, read from the disk. */
  savedJobs(): readonly string[];
}

export type JobAnswer = Action | JobAction;
