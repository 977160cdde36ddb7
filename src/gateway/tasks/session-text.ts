import {
  type SessionRecord,
  type SessionState,
  type SessionUsage,
  type StepStatus,
  type TaskPlan,
  UNPROVEN,
  UNTESTED,
} from '../../contracts/session.ts';
import { formatDuration, formatMoney } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { titleLine } from '../../policy/redaction.ts';

const MARKS: Readonly<Record<StepStatus, string>> = {
  pending: '⬜',
  in_progress: '▶️',
  done: '✅',
  failed: '❌',
  skipped: '⏭️',
};

/** A task in the width of a phone line. */
export function taskLine(session: Pick<SessionRecord, 'task'>): string {
  return titleLine(session.task, 80);
}

/** Its state, as its report said. */
export function statusText(
  { status, reason }: Pick<SessionState, 'status' | 'reason'>,
  { status: words }: Pick<Texts, 'status'>,
): string {
  if (status === 'done' && reason === UNTESTED) return words.untested;
  return status === 'done' && reason === UNPROVEN ? words.unproven : words.sessionStatus[status];
}

/**
 * `12 s · $0.05` for the whole task, the cost as far as it is known.
 * @param elapsedMs of the present run
 */
export function timeAndCost(usage: SessionUsage, elapsedMs: number, texts: Texts): string {
  return `${formatDuration(usage.earlierActiveMs + elapsedMs)} · ${costText(usage, texts)}`;
}

export function costText(
  { costKnown, costMicroUsd }: Pick<SessionUsage, 'costKnown' | 'costMicroUsd'>,
  { progress }: Pick<Texts, 'progress'>,
): string {
  return costKnown ? formatMoney(costMicroUsd) : progress.costUnknown;
}

/** One ticked line per step. */
export function planLines(plan: TaskPlan): readonly string[] {
  return plan.steps.map((step) => `${MARKS[step.status]} ${step.title}${step.note ? ` (${step.note})` : ''}`);
}

/** `2/5 steps done`, or nothing without a plan. */
export function stepsDone(plan: TaskPlan | undefined, texts: Texts): string | undefined {
  if (plan === undefined) return undefined;
  const done = plan.steps.filter((step) => step.status === 'done').length;
  return texts.progress.steps(done, plan.steps.length);
}
