import { jobCommand, planCommand } from '../../commands/job.ts';
import { repeatedJobAnswer } from '../../commands/job-answer.ts';
import type { Feature } from '../../contracts/feature.ts';
import type { JobStore } from '../../contracts/jobs.ts';
import type { Keep } from '../../contracts/retention.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import { JobWorker, type JobWorkerParts } from '../../gateway/workers/job-worker.ts';
import { jobSessions } from '../../jobs/job-sessions.ts';
import { jobActions } from './actions.ts';
import { endPicture } from './end-picture.ts';
import { jobQuestions } from './questions.ts';
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
