import type { RunLimits, SessionRecord } from '../contracts/session.ts';

/** Rounds before the end of a stretch at which the model is told to wrap up. */
const WRAP_UP_ROUNDS = 2;

export interface Spent {
  readonly session: SessionRecord;
  /** Active time of the present stretch, in milliseconds. */
  readonly activeMs: number;
  /** What this person spent today, in millionths of a dollar. */
  readonly todayMicroUsd: number;
}

/** `close`: one more reply without tools, then the stretch ends. */
export type BudgetDecision =
  | { readonly kind: 'go'; readonly wrapUpIn: number | undefined }
  | { readonly kind: 'close' }
  | {
      readonly kind: 'stop';
      readonly reason: 'money' | 'daily-money' | 'tokens' | 'time';
      readonly detail: string;
    };

/** Asked before each model request. Money first: it is what hurts most. */
export function judgeBudget({ session, activeMs, todayMicroUsd }: Spent, limits: RunLimits): BudgetDecision {
  const cap = limits.maxCostMicroUsd;
  if (cap !== undefined && session.costKnown && session.costMicroUsd >= cap + session.extraMicroUsd) {
    return {
      kind: 'stop',
      reason: 'money',
      detail: `${dollars(session.costMicroUsd)} of ${dollars(cap + session.extraMicroUsd)}`,
    };
  }
  const daily = limits.dailyCostMicroUsd;
  if (daily !== undefined && todayMicroUsd >= daily) {
    return { kind: 'stop', reason: 'daily-money', detail: `${dollars(todayMicroUsd)} of ${dollars(daily)}` };
  }
  if (!session.costKnown && session.tokens >= limits.maxTokensUnpriced) {
    return { kind: 'stop', reason: 'tokens', detail: `${session.tokens} of ${limits.maxTokensUnpriced}` };
  }
  if (activeMs >= limits.sessionTimeoutMs) {
    return { kind: 'stop', reason: 'time', detail: `${Math.round(limits.sessionTimeoutMs / 60_000)} min` };
  }
  const left = session.stretchStart + limits.maxRounds - session.round;
  if (left <= 0) return { kind: 'close' };
  return {
    kind: 'go',
    wrapUpIn: left === WRAP_UP_ROUNDS && limits.maxRounds > WRAP_UP_ROUNDS ? left : undefined,
  };
}

function dollars(microUsd: number): string {
  return `$${(microUsd / 1_000_000).toFixed(2)}`;
}
