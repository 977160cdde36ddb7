import type { Block, ModelMessage, Usage } from '../../contracts/model.ts';
import type { ParkReason, SessionStatus } from '../../contracts/session.ts';
import type { Store } from '../../contracts/store.ts';
import { CONVERSATION } from './eval-channel.ts';

/** Facts from the records of one attempt. */
export interface AttemptFacts {
  readonly status: SessionStatus;
  /** Why it was parked, failed or was cancelled. */
  readonly reason: string | undefined;
  readonly rounds: number;
  readonly usage: Usage;
  /** In millionths of a dollar; undefined when the model has no known price. */
  readonly costMicroUsd: number | undefined;
  readonly answer: string;
  readonly calls: readonly string[];
}

/** Undefined when no task began. */
export function measureAttempt({
  sessions,
  spending,
  history,
}: Pick<Store, 'sessions' | 'spending' | 'history'>): AttemptFacts | undefined {
  const session = sessions.listNewest(CONVERSATION, 10).at(-1);
  if (session === undefined) return undefined;
  const messages = history.all(session.id);
  return {
    status: session.state.status,
    reason: session.state.reason,
    rounds: session.usage.round,
    usage: spending.usageOf(session.id),
    costMicroUsd: session.usage.costKnown ? session.usage.costMicroUsd : undefined,
    answer: lastWords(messages),
    calls: messages.flatMap(({ content }) => content.flatMap(callIn)),
  };
}

function lastWords(messages: readonly ModelMessage[]): string {
  const last = messages.findLast(({ role }) => role === 'assistant')?.content ?? [];
  return last.map(({ type, text }) => (type === 'text' && typeof text === 'string' ? text : '')).join('\n');
}

function callIn({ type, name, input }: Block): readonly string[] {
  return type === 'tool_use' ? [`${String(name)} ${JSON.stringify(input)}`] : [];
}

/**
 * - `solved`, `unsolved`: the attempt was scored.
 * - `no-reply`: the model gave none, or too late, through no fault of the task: it is not scored.
 * - `left-out`: it cannot run here, and was not begun.
 * - `stopped`: the evaluation was ended meanwhile.
 */
export type AttemptVerdict =
  | { readonly kind: 'solved' }
  | { readonly kind: 'unsolved'; readonly reasons: readonly string[] }
  | { readonly kind: 'no-reply' | 'left-out'; readonly reason: string }
  | { readonly kind: 'stopped' };

/** `overtime`: the task's time limit ended it. */
export type AttemptEnd = 'ended' | 'overtime' | 'stopped';

/** Reasons for parking that mean that the model never really answered. */
const NO_REPLY: readonly (ParkReason | undefined)[] = ['key', 'request', 'busy', 'unreachable', 'silent'];

const PARKED: Partial<Record<ParkReason, string>> = {
  rounds: 'it ran out of rounds',
  'no-progress': 'it made no progress',
  money: 'it ran out of money',
  'daily-money': 'it ran out of money',
  tokens: 'it ran out of tokens',
  time: 'it ran out of time',
  loop: 'it went in circles',
  malformed: 'its tool calls made no sense',
  empty: 'it said nothing',
  'cut-off': 'its reply was cut off',
  refused: 'the model refused',
  'too-long': 'its history became too long',
};

/** `undefined` when the checks decide: the task ended, successfully or not. */
export function withoutChecks(
  end: AttemptEnd,
  measured: AttemptFacts | undefined,
): AttemptVerdict | undefined {
  if (end === 'stopped') return { kind: 'stopped' };
  if (measured === undefined) return { kind: 'no-reply', reason: "the program didn't start the task" };
  const { status, reason } = measured;
  const asParked = reason as ParkReason | undefined;
  if (status === 'parked' && NO_REPLY.includes(asParked)) {
    return { kind: 'no-reply', reason: `the model did not answer (${reason})` };
  }
  if (status === 'paused') return { kind: 'no-reply', reason: 'the model was too busy to answer in time' };
  return undefined;
}

/** A task is solved when the agent finished within the limits of the task, and every check passes. */
export function verdictOf(
  { status, reason }: Pick<AttemptFacts, 'status' | 'reason'>,
  failed: readonly string[],
): AttemptVerdict {
  const reasons = [...endReason(status, reason), ...failed];
  return reasons.length === 0 ? { kind: 'solved' } : { kind: 'unsolved', reasons };
}

function endReason(status: AttemptFacts['status'], reason: string | undefined): readonly string[] {
  if (status === 'done') return [];
  if (status === 'parked') return [PARKED[reason as ParkReason] ?? `it stopped: ${reason}`];
  return [status === 'failed' ? `it failed: ${reason ?? 'no reason was kept'}` : 'it ran out of time'];
}
