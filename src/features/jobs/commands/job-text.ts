import { basename } from 'node:path';
import type { CommandContext } from '../../../contracts/commands.ts';
import { formatMoney } from '../../../core/texts/format.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { isAtRest } from '../../../gateway/tasks/conversation-sessions.ts';
import { planLines } from '../../../gateway/tasks/session-text.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { titleLine } from '../../../policy/redaction.ts';
import type { JobRecord } from '../job.ts';
import { type JobPlan, type Outputs, statesOf, type TaskStates } from '../plan/plan.ts';
import { planText } from '../plan/plan-text.ts';
import { readOutputs, readShownPlan } from '../plan/stored-plan.ts';
import { resultsIn, withUncalled } from '../running/next-step.ts';
import { jobReport, ticksOf } from '../running/report.ts';
import { type JobTexts, jobTexts } from '../texts/texts.ts';

type JobTextStores = Pick<CommandContext['store'], 'calls' | 'sessions' | 'history'>;

/** Longest name of a job, in UTF-16 code units. */
const MAX_NAME_LENGTH = 80;

export interface JobOutcome {
  readonly plan: JobPlan;
  readonly states: TaskStates;
  /** Outputs of all tasks that are done. */
  readonly outputs: Outputs;
}

/** Its name in lists, and as a task. */
export function jobName({ source, request }: Pick<JobRecord, 'source' | 'request'>): string {
  return escapeHidden(titleLine(source === 'saved' ? basename(request, '.yaml') : request, MAX_NAME_LENGTH));
}

/**
 * The result of a job so far, from the calls of its session; undefined when the calls, or its plan, are no longer kept.
 */
export function jobOutcome(
  { plan: shown, session, outputs }: JobRecord,
  { store: { calls, sessions, history }, texts }: { readonly store: JobTextStores; readonly texts: Texts },
): JobOutcome | undefined {
  if (shown === undefined || session === undefined) return undefined;
  const round = sessions.get(session)?.usage.round ?? 0;
  // A session that worked and has no history was forgotten.
  if (round > 0 && history.all(session).length === 0) return undefined;
  const plan = readShownPlan(shown);
  if (plan === undefined) return undefined;
  const called = resultsIn({ plan, earlier: readOutputs(outputs) }, calls.all(session), {
    reasons: jobTexts(texts).chat.reasons,
  });
  const steps = history.plan(session)?.steps ?? [];
  const isOver = sessions.get(session)?.state.status === 'done';
  const results = isOver
    ? withUncalled(
        plan,
        called,
        (at) => (steps.length === plan.tasks.length && steps[at]?.note) || jobTexts(texts).chat.unusable,
      )
    : called;
  const done = [...results].flatMap(([id, result]) =>
    result.kind === 'done' ? [[id, result.output] as const] : [],
  );
  return { plan, states: statesOf(plan, results), outputs: new Map(done) };
}

/** The state of a job; once it has begun, that of its session. Each state has a text. */
export function jobState(
  { state, session }: JobRecord,
  { sessions }: Pick<JobTextStores, 'sessions'>,
): keyof JobTexts['chat']['states'] {
  if (state !== 'started' || session === undefined) return state;
  return sessions.get(session)?.state.status ?? state;
}

/** `k7xm · waits for "run" · notes` */
export function jobLine(job: JobRecord, { store, texts }: Pick<CommandContext, 'store' | 'texts'>): string {
  return [job.id, jobTexts(texts).chat.states[jobState(job, store)], jobName(job)].join(' · ');
}

/** The plan, or its result. */
export function jobText(job: JobRecord, { store, texts }: Pick<CommandContext, 'store' | 'texts'>): string {
  const { chat } = jobTexts(texts);
  const head = jobLine(job, { store, texts });
  const cost = job.costMicroUsd === 0 ? [] : [chat.planned(formatMoney(job.costMicroUsd))];
  const outcome = jobOutcome(job, { store, texts });
  if (outcome !== undefined) {
    const { plan, states } = outcome;
    const session = job.session === undefined ? undefined : store.sessions.get(job.session);
    // A running or waiting one continues by itself.
    const isOver = session !== undefined && !isAtRest(session);
    const ticks = planLines(ticksOf(plan, states)).join('\n');
    return [head, ticks, jobReport(plan, states, { isOver, texts }), ...cost].join('\n');
  }
  if (job.plan === undefined) return [head, ...cost].join('\n');
  const plan = readShownPlan(job.plan);
  if (plan === undefined) return [head, chat.changed, ...cost].join('\n');
  const how = job.state === 'planned' ? [chat.howToRun(job.id)] : [];
  return [head, planText(plan, texts), ...cost, ...how].join('\n');
}
