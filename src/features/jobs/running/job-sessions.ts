import type { PlannedAssignment } from '../../../contracts/assignment.ts';
import type { AssignedSessions } from '../../../contracts/feature.ts';
import type { Model, ModelAnswer, ModelReply, Usage } from '../../../contracts/model.ts';
import type { SessionRecord } from '../../../contracts/session.ts';
import type { CallRecord, Store } from '../../../contracts/store.ts';
import type { AnyTool } from '../../../contracts/tool.ts';
import { Failure, isFailure, sentenceIn } from '../../../core/failure.ts';
import { once } from '../../../core/memoize.ts';
import { texts } from '../../../core/texts/texts.ts';
import { type Catalog, catalogOf } from '../catalog.ts';
import { createSchemaCheck, type SchemaCheck } from '../check/schema-check.ts';
import type { JobStore } from '../job.ts';
import type { JobPlan, TaskResults, TaskStates } from '../plan/plan.ts';
import { readOutputs, readStoredPlan } from '../plan/stored-plan.ts';
import { jobTexts } from '../texts/texts.ts';
import { nextStep, resultsIn, type StepParts, type TaskCall } from './next-step.ts';
import { jobReport, ticksOf } from './report.ts';

interface JobSessionParts {
  readonly rows: Pick<JobStore, 'get'>;
  readonly calls: Store['calls'];
  readonly tools: readonly AnyTool[];
}

/** All runnable tasks are considered: one with unusable parameters has failed. */
const ALL = Number.POSITIVE_INFINITY;

/** Sessions that carry out a plan which a person was shown: nothing in them is thought up by a model. */
export function jobSessions({
  rows,
  calls: stored,
  tools,
}: JobSessionParts): AssignedSessions<PlannedAssignment> {
  const readers = tools.filter(({ effect }) => effect === 'reads').map(({ name }) => name);
  const jobs = new WeakMap<PlannedAssignment, RunningJob>();
  // Loaded when the first job runs: the validator is heavy, and most programs run none.
  const context = once(async () => ({ catalog: catalogOf(tools), check: await createSchemaCheck() }));
  const open = async (assignment: PlannedAssignment): Promise<RunningJob> => {
    const steps = await context();
    const { plan, hash, outputs } = assignment;
    const job = jobs.get(assignment) ?? {
      plan: readStoredPlan(plan, hash, steps.catalog),
      earlier: readOutputs(outputs),
      steps,
    };
    jobs.set(assignment, job);
    return job;
  };
  /** A session that went on under a newer program may have a plan that this one would not make. */
  const opened = async (
    assignment: PlannedAssignment,
    { locale }: SessionRecord,
  ): Promise<RunningJob | Failure> => {
    try {
      return await open(assignment);
    } catch (error) {
      if (!isFailure(error)) throw error;
      return new Failure(error.kind, jobTexts(texts(locale)).chat.changed);
    }
  };
  /** True when another session has continued the job: this one would repeat the work of that one. */
  const isReplaced = ({ job }: PlannedAssignment, { id }: SessionRecord): boolean =>
    job !== undefined && rows.get(job)?.session !== id;
  const resultsOf = (job: RunningJob, session: SessionRecord, latest: readonly CallRecord[] = []) =>
    resultsIn(job, [...stored.all(session.id), ...latest], stepsOf(job, session));

  return {
    kind: 'job',
    async termsOf(session, assignment) {
      const job = await opened(assignment, session);
      if (isFailure(job)) throw job;
      const { plan } = job;
      // Reading tools are for sub-agents of a task.
      const names = [...new Set([...plan.tasks.map(({ tool }) => tool), ...readers])];
      return { brief: briefOf(plan), tools: names.toSorted(), preApproved: [], isPlanned: true };
    },
    modelOf: (session, assignment) => ({
      name: 'job',
      async reply(request, onRetry) {
        const job = await opened(assignment, session);
        if (isFailure(job)) return closingAnswer(sentenceIn(session.locale, job));
        if (isReplaced(assignment, session))
          return closingAnswer(jobTexts(texts(session.locale)).chat.replaced);
        const model = createJobModel({
          ...job,
          steps: stepsOf(job, session),
          results: () => resultsOf(job, session),
          report: (states, isOver) => reportOf(job.plan, states, { isOver, job: assignment.job, session }),
        });
        return await model.reply(request, onRetry);
      },
    }),
    async checklistOf(session, assignment, calls) {
      const job = await opened(assignment, session);
      return isFailure(job)
        ? undefined
        : ticksOf(
            job.plan,
            nextStep(job.plan, resultsOf(job, session, calls), { ...stepsOf(job, session), most: ALL })
              .states,
          );
    },
  };
}

function stepsOf({ steps }: RunningJob, { locale }: SessionRecord) {
  return { ...steps, reasons: jobTexts(texts(locale)).chat.reasons };
}

interface RunningJob {
  readonly plan: JobPlan;
  readonly earlier: ReturnType<typeof readOutputs>;
  readonly steps: { readonly catalog: Catalog; readonly check: SchemaCheck };
}

/** Stands in the history and the transcript where a model would read its task. */
function briefOf({ name, hash, tasks }: JobPlan): string {
  return `Job ${name}: ${tasks.length} tasks of a plan that the person was shown and agreed to (${hash}).`;
}

function reportOf(
  plan: JobPlan,
  states: TaskStates,
  {
    isOver,
    job,
    session,
  }: {
    readonly isOver: boolean;
    readonly job: string | undefined;
    readonly session: SessionRecord;
  },
): string {
  const words = texts(session.locale);
  const where = job === undefined ? {} : { whereAll: jobTexts(words).chat.whole(job) };
  return jobReport(plan, states, { isOver, texts: words, ...where });
}

/** Tasks of one reply: those that read run together, the others one after the other. */
const MAX_AT_ONCE = 8;
const NOTHING: Usage = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };

interface JobModelParts {
  readonly plan: JobPlan;
  readonly steps: Omit<StepParts, 'most'>;
  /** Results of the tasks so far, from the rows. */
  results(): TaskResults;
  /** The closing words; `isOver`: nothing can run any more. */
  report(states: TaskStates, isOver: boolean): string;
}

/**
 * Replies in a session of a job in place of a model: with the calls of the tasks that are ready, and at the end with
 * the results. It reads the plan and the results, not the conversation: the same rows give the same reply.
 */
function createJobModel({ plan, steps, results, report }: JobModelParts): Model {
  return {
    name: 'job',
    async reply({ signal, toolChoice }): Promise<ModelAnswer> {
      if (signal.aborted) return { kind: 'fault', fault: { kind: 'stopped' } };
      const step = nextStep(plan, results(), { ...steps, most: MAX_AT_ONCE });
      const isOver = step.kind === 'over';
      if (isOver || toolChoice === 'none') return closingAnswer(report(step.states, isOver));
      return replyAnswer(inCalls(step.calls));
    },
  };
}

function replyAnswer(reply: ModelReply): ModelAnswer {
  return { kind: 'reply', reply };
}

/** A reply that ends the session with these words. */
function closingAnswer(text: string): ModelAnswer {
  const content = [{ type: 'text', text }];
  return replyAnswer({ content, text, calls: [], stopReason: 'end_turn', usage: NOTHING });
}

function inCalls(tasks: readonly TaskCall[]): ModelReply {
  const calls = tasks.map(({ id, tool, input }) => ({ id, name: tool, input }));
  const content = calls.map((call) => ({ type: 'tool_use', ...call }));
  return { content, text: '', calls, stopReason: 'tool_use', usage: NOTHING };
}
