import type { StepStatus } from '../../../contracts/session.ts';
import type { Store } from '../../../contracts/store.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { isAtRest } from '../../../gateway/tasks/conversation-sessions.ts';
import { Badge, type Tone, toneOf } from '../../../web-server/ui.tsx';
import { jobOutcome, jobState } from '../commands/job-text.ts';
import type { JobRecord } from '../job.ts';
import {
  type JobPlan,
  type PlannedTask,
  sentenceOfFault,
  statesOf,
  type TaskState,
  type TaskStates,
} from '../plan/plan.ts';
import { readShownPlan } from '../plan/stored-plan.ts';
import { callIdOf } from '../running/next-step.ts';
import { jobTexts } from '../texts/texts.ts';

interface JobStateProps {
  readonly job: JobRecord;
  readonly store: Pick<Store, 'sessions'>;
  readonly texts: Texts;
}

/** Once it has begun, how its task stands. */
export function JobState({ job, store, texts }: JobStateProps) {
  const session = job.session && store.sessions.get(job.session);
  const tone = session === undefined ? TONES[job.state] : toneOf(session.state);
  return <Badge tone={tone}>{jobTexts(texts).chat.states[jobState(job, store)]}</Badge>;
}

const TONES: Readonly<Record<JobRecord['state'], Tone>> = {
  planning: 'busy',
  planned: 'asks',
  refused: 'bad',
  cancelled: 'calm',
  started: 'busy',
};

/** One task of a job, as it stands now. */
export interface TaskStanding {
  readonly task: PlannedTask;
  readonly status: StepStatus;
  /** Why it failed or was skipped, or that it waits for a person. */
  readonly note: string | undefined;
}

/** A job with its plan, as its rows say it stands. */
export interface JobStanding {
  readonly plan: JobPlan;
  readonly states: TaskStates;
  readonly tasks: readonly TaskStanding[];
  /** True when the results of its calls are there: it has begun, and is not forgotten. */
  readonly hasResults: boolean;
}

interface StandingParts {
  readonly store: Pick<Store, 'calls' | 'history' | 'sessions'>;
  readonly texts: Texts;
}

/** Undefined when there is no plan yet, or it is no longer the one that was shown. */
export function jobStanding(job: JobRecord, { store, texts }: StandingParts): JobStanding | undefined {
  const outcome = jobOutcome(job, { store, texts });
  const plan = outcome?.plan ?? (job.plan && readShownPlan(job.plan));
  if (plan === undefined) return undefined;
  const states = outcome?.states ?? statesOf(plan, new Map());
  const underWay = callsUnderWay(job, store);
  const tasks = plan.tasks.map((task) => standing(task, { state: states.get(task.id), underWay, texts }));
  return { plan, states, tasks, hasResults: outcome !== undefined };
}

type CallState = 'running' | 'asks';

/** Calls without a result, by their ids, while somebody works at them. */
function callsUnderWay(
  { session: id }: JobRecord,
  { calls, sessions }: StandingParts['store'],
): ReadonlyMap<string, CallState> {
  const session = id && sessions.get(id);
  if (session === undefined || isAtRest(session)) return new Map();
  const open = calls.all(session.id).filter(({ result }) => result === undefined);
  return new Map(open.map((call) => [`${call.id}`, call.state === 'waiting' ? 'asks' : 'running']));
}

interface StandingContext {
  readonly state: TaskState | undefined;
  readonly underWay: ReadonlyMap<string, CallState>;
  readonly texts: Texts;
}

function standing(task: PlannedTask, { state, underWay, texts }: StandingContext): TaskStanding {
  const { page, chat } = jobTexts(texts);
  switch (state?.kind) {
    case 'done':
      return { task, status: 'done', note: undefined };
    case 'failed':
      return { task, status: 'failed', note: sentenceOfFault(state.reason, chat.reasons) };
    case 'stopped':
      return { task, status: 'skipped', note: page.because(state.because) };
    case 'waiting':
    case undefined: {
      const call = underWay.get(callIdOf(task.id));
      if (call === undefined) return { task, status: 'pending', note: undefined };
      return { task, status: 'in_progress', note: call === 'asks' ? page.asks : undefined };
    }
  }
}
