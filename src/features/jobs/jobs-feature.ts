import type { OutboundBody } from '../../contracts/channel.ts';
import type { CommandContext } from '../../contracts/commands.ts';
import type {
  Feature,
  FeatureQuestion,
  HandlersOf,
  QuestionSource,
  ReportedEnd,
} from '../../contracts/feature.ts';
import type { RetentionTimes } from '../../contracts/maintenance.ts';
import type { SessionRecord } from '../../contracts/session.ts';
import type { AnyTool } from '../../contracts/tool.ts';
import type { WebPage, WebResource } from '../../contracts/web-page.ts';
import type { Clock } from '../../core/clock.ts';
import { type InstanceId, newMessageId, questionIdOf } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import { localeOf } from '../../core/texts/texts.ts';
import { addressOf } from '../../gateway/conversation.ts';
import type { OutgoingMessages } from '../../gateway/outgoing/outgoing.ts';
import { startRefusal } from '../../gateway/people/authority.ts';
import { isStopWord } from '../../gateway/questions/bare-commands.ts';
import { titleLine } from '../../policy/redaction.ts';
import type { Settings } from '../../settings/settings.ts';
import { repeatInCommits } from '../../store/repeat-in-commits.ts';
import { answerJob, readsJobAnswer, repeatedJobAnswer } from './commands/answer.ts';
import { jobCommand, planCommand, waitingJobs } from './commands/job.ts';
import { jobName } from './commands/job-text.ts';
import type { JobAction, JobRecord, JobStore } from './job.ts';
import type { JobPagesParts } from './pages/job-commands.ts';
import { planSvg } from './plan/plan-svg.ts';
import { readPlan } from './plan/stored-plan.ts';
import { JobWorker, type JobWorkerParts, noticeIdOf } from './planning/plan-worker.ts';
import { jobSessions } from './running/job-sessions.ts';
import { jobTexts } from './texts/texts.ts';

export interface JobsFeatureParts extends JobWorkerParts {
  readonly store: JobWorkerParts['store'] & JobPagesParts['store'];
  readonly visitors: JobPagesParts['visitors'];
  /** All that a task may call. */
  readonly tools: readonly AnyTool[];
  readonly settings: Pick<Settings, 'keep'>;
  /** Names of saved jobs, read from the disk. */
  savedJobs(): readonly string[];
}

/**
 * Task graphs: `/plan` has one made, a person reads it and says "run", and a session carries it out without a model.
 */
export function jobsFeature(parts: JobsFeatureParts): Feature {
  const { rows, store, tools, outgoing, instance, clock, log, savedJobs } = parts;
  const { keep } = parts.settings;
  const worker = new JobWorker(parts);
  return {
    name: 'jobs',
    commands: [planCommand, jobCommand({ rows, savedJobs })],
    actions: jobActions({ rows, worker, outgoing, instance }),
    questions: jobQuestions(rows),
    answers: [(message, context) => repeatedJobAnswer(message, context, rows)],
    messages: { onBegun: (session) => markJobBegun(session, rows) },
    sessions: jobSessions({ rows, calls: store.calls, tools }),
    reports: { sayBefore: (end) => endPicture(end, outgoing) },
    workers: [worker],
    pages: jobPages(parts),
    resources: resourcesOf(parts),
    tidy: () => removeOldJobs({ rows, keep, clock, log }),
  };
}

function jobPages({ rows, store, visitors, savedJobs }: JobsFeatureParts): readonly WebPage[] {
  return [
    {
      path: '/jobs',
      label: (texts) => jobTexts(texts).page.label,
      async load() {
        const { jobsView } = await import('./pages/jobs.tsx');
        return jobsView({ rows, store, visitors, savedJobs });
      },
    },
    {
      path: '/jobs/:id',
      async load() {
        const { jobView } = await import('./pages/job.tsx');
        return jobView({ rows, store, visitors });
      },
    },
  ];
}

function resourcesOf({ rows, store }: Pick<JobsFeatureParts, 'rows' | 'store'>): readonly WebResource[] {
  return [
    {
      name: 'jobs',
      summary: 'Task graphs, with the state of each of their tasks.',
      async load() {
        const { jobsData } = await import('./pages/jobs-data.ts');
        return jobsData({ rows, store });
      },
    },
  ];
}

/** One commit with the session: a plan is run once. */
function markJobBegun({ id, origin }: SessionRecord, rows: Pick<JobStore, 'get' | 'begin'>): void {
  const { assignment } = origin;
  if (assignment?.kind !== 'job' || assignment.job === undefined) return;
  const { job, outputs } = assignment;
  const known = rows.get(job);
  if (known === undefined || !rows.begin(known.id, id, outputs))
    throw new Error(`the job ${job} could not be begun when it was`);
}

/** How much of a request is shown, in UTF-16 code units: about a line of a phone. */
const MAX_SUBJECT_LENGTH = 60;

/** A plan that was shown asks whether to run it. */
function jobQuestions(rows: JobStore): QuestionSource {
  return {
    listOpen: (context) => waitingJobs(context, rows).map((job) => planQuestion(job, context)),
    findQuoted(message, context) {
      const target = message.gesture?.target ?? message.quotedId;
      if (target === undefined) return undefined;
      const job = rows.findByMessage(context.conversation, questionIdOf(target));
      return job && planQuestion(job, context);
    },
  };
}

function planQuestion(job: JobRecord, context: CommandContext): FeatureQuestion {
  const { id, plan, createdAtMs } = job;
  return {
    code: id,
    choices: 2,
    askedAtMs: plan?.atMs ?? createdAtMs,
    asks: jobTexts(context.texts).chat.poll(id),
    lines: [
      `${id}: ${titleLine(jobName(job), MAX_SUBJECT_LENGTH)}`,
      `   ${jobTexts(context.texts).chat.named(id)}`,
    ],
    reads: ({ text }) => readsJobAnswer(text) || isStopWord(text),
    answer: (message) => answerJob(job, message, context),
  };
}

interface JobTidyParts {
  readonly rows: Pick<JobStore, 'forget'>;
  readonly keep: Pick<RetentionTimes, 'sessionsMs'>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly log: Log;
}

/** Forgets jobs as long after they were requested as sessions are kept. */
export async function removeOldJobs({ rows, keep, clock, log }: JobTidyParts): Promise<void> {
  if (keep.sessionsMs === undefined) return;
  const beforeMs = clock.nowMs() - keep.sessionsMs;
  const count = await repeatInCommits((most) => rows.forget(beforeMs, most));
  if (count > 0) log.info('jobs.removed', { count });
}

/** Draws the state of each task of a job where pictures are shown; the report says the same in words. */
function endPicture(
  { session, outcome, plan }: ReportedEnd,
  { channels }: Pick<OutgoingMessages, 'channels'>,
): readonly OutboundBody[] {
  const { conversation } = session;
  const { assignment } = session.origin;
  if (assignment?.kind !== 'job' || outcome.kind !== 'done') return [];
  if (channels.get(addressOf(conversation).channel)?.capabilities.image !== true) return [];
  const job = readPlan(assignment.plan);
  const statuses = plan?.steps.map(({ status }) => status) ?? [];
  // When one step covers several tasks, the state of the single boxes is unknown.
  const svg = statuses.length === job.tasks.length ? planSvg(job, statuses) : undefined;
  return svg === undefined ? [] : [{ kind: 'drawing', svg, caption: '' }];
}

interface JobActionPorts {
  readonly rows: Pick<JobStore, 'add' | 'cancel'>;
  readonly worker: Pick<JobWorker, 'begin' | 'drop'>;
  readonly outgoing: Pick<OutgoingMessages, 'outbox'>;
  readonly instance: InstanceId;
}

/** How what people decide about jobs is carried out. */
function jobActions({ rows, worker, outgoing, instance }: JobActionPorts): HandlersOf<JobAction> {
  return {
    'jobs.plan': {
      grants: () => false,
      refusal: (_action, context) => startRefusal({ mode: 'agent' }, context),
      // The model makes the plan, which costs money.
      payer: (_action, { sender }) => sender,
      beginsWork: true,
      /** The row comes first: any later program then plans what was asked for. */
      apply({ source, request }, { row, context }) {
        const { conversation, workspace, nowMs, texts } = context;
        const messageId = newMessageId();
        const id = rows.add({
          instance,
          conversation,
          owner: row.message.sender,
          locale: localeOf(texts),
          workspace,
          source,
          request,
          messageId,
          createdAtMs: nowMs,
        });
        outgoing.outbox.enqueue({
          conversation,
          key: `job:${id}`,
          id: noticeIdOf({ messageId }),
          body: { kind: 'text', text: jobTexts(texts).chat.planning(id) },
        });
        return [() => worker.begin(id)];
      },
    },
    'jobs.cancel': {
      grants: () => false,
      apply({ job }) {
        rows.cancel(job);
        return [() => worker.drop(job)];
      },
    },
  };
}
