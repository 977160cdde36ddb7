import type { Action, CommandContext } from '../../../contracts/commands.ts';
import type { JobAction, JobStore } from '../job.ts';

/** What the commands and answers of jobs may look at. */
export interface JobContext extends CommandContext {
  readonly rows: JobStore;
  /** Names of saved jobs, read from the disk. */
  savedJobs(): readonly string[];
}

export type JobAnswer = Action | JobAction;
