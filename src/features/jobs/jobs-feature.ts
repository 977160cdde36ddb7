import type { Feature } from '../../contracts/feature.ts';
import type { Keep } from '../../contracts/retention.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { jobActions } from './actions.ts';
import { repeatedJobAnswer } from './commands/answer.ts';
import { jobCommand, planCommand } from './commands/job.ts';
import type { JobStore } from './job.ts';
import { JobWorker, type JobWorkerParts } from './planning/plan-worker.ts';
import { jobQuestions } from './questions.ts';
import { endPicture } from './running/end-picture.ts';
import { jobSessions } from './running/job-sessions.ts';
import { removeOldJobs } from './tidy.ts';

export interface JobsFeatureParts extends JobWorkerParts {
  readonly store: JobWorkerParts['store'] & Pick<Store, 'calls'>;
  /** All that a task may call. */
  readonly tools: readonly AnyTool[];
  readonly keep: Pick<Keep, 'sessionsMs'>;
  /** Names of saved jobs, read from the disk. */
  savedJobs(): readonly string[];
}

/** Task graphs: `/plan` has one made, a person reads it and says "run", and a session carries it out without a model. */
export function jobsFeature(parts: JobsFeatureParts): Feature {
  const { rows, store, tools, outgoing, instance, savedJobs } = parts;
  const worker = new JobWorker(parts);
  const ports = { rows, savedJobs };
  return {
    name: 'jobs',
    commands: [planCommand, jobCommand(ports)],
    actions: jobActions({ rows, worker, outgoing, instance }),
    questions: jobQuestions(ports),
    answers: [(message, context) => repeatedJobAnswer(message, { ...context, ...ports })],
    messages: { began: (session) => begin(session, rows) },
    sessions: jobSessions({ rows, calls: store.calls, tools }),
    reports: { before: (end) => endPicture(end, outgoing) },
    workers: [worker],
    tidy: () => removeOldJobs(parts),
  };
}

/** One commit with the session: a plan is run once. */
function begin({ id, assignment }: SessionRecord, rows: Pick<JobStore, 'get' | 'begin'>): void {
  if (assignment?.kind !== 'job' || assignment.job === undefined) return;
  const { job, outputs } = assignment;
  const known = rows.get(job);
  if (known === undefined || !rows.begin(known.id, id, outputs))
    throw new Error(`the job ${job} could not be begun when it was`);
}
