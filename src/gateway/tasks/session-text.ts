import {
  type SessionRecord,
  type SessionState,
  type SessionUsage,
  type StepStatus,
  type TaskPlan,
  UNPROVEN,
  UNTESTED,
} from '../../contracts/session.ts';
import type { HistoryStore } from '../../contracts/store.ts';
import type { SessionId } from '../../core/ids.ts';
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

/** After the last reply there are at most the results of its calls and a word of the person. */
const MAX_MESSAGES_SEARCHED = 3;

/** What the model said last in a session; empty when it said nothing. */
export function lastReply(session: SessionId, history: Pick<HistoryStore, 'listNewest'>): string {
  // A task mostly ends with it: what stands before, such as long results, is then not read.
  const [last] = history.listNewest(session, 1);
  const newest = last?.role === 'assistant' ? [last] : history.listNewest(session, MAX_MESSAGES_SEARCHED);
  const reply = newest.find(({ role }) => role === 'assistant');
  const texts = (reply?.content ?? []).flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  return texts.join('\n').trim();
}
