import type { FeatureQuestion, QuestionSource } from '../../contracts/feature.ts';
import { questionIdOf } from '../../core/ids.ts';
import { titleLine } from '../../policy/redaction.ts';
import { answerJob, readsJobAnswer } from './commands/answer.ts';
import type { JobContext } from './commands/context.ts';
import { waitingJobs } from './commands/job.ts';
import { jobName } from './commands/text.ts';
import type { JobRecord } from './job.ts';

/** How much of a request is shown, in UTF-16 code units: about a line of a phone. */
const MAX_SUBJECT_LENGTH = 60;

/** A plan that was shown asks whether to run it. */
export function jobQuestions(ports: Pick<JobContext, 'rows' | 'savedJobs'>): QuestionSource {
  return {
    open(context) {
      const here = { ...context, ...ports };
      return waitingJobs(here).map((job) => questionAbout(job, here));
    },
    quoted(message, context) {
      const target = message.gesture?.target ?? message.quotedId;
      if (target === undefined) return undefined;
      const job = ports.rows.ofMessage(context.conversation, questionIdOf(target));
      return job && questionAbout(job, { ...context, ...ports });
    },
  };
}

function questionAbout(job: JobRecord, context: JobContext): FeatureQuestion {
  const { id, plannedAtMs, createdAtMs } = job;
  return {
    code: id,
    choices: 2,
    askedAtMs: plannedAtMs ?? createdAtMs,
    lines: [`${id}: ${titleLine(jobName(job), MAX_SUBJECT_LENGTH)}`, `   /job run ${id} · /job cancel ${id}`],
    reads: ({ text }) => readsJobAnswer(text),
    answer: (message) => answerJob(job, message, context),
  };
}
