import type { RunLimits, SessionRecord } from '../../contracts/session.ts';

/** Rounds before the end of a stretch at which the model is told to wrap up. */
const WRAP_UP_ROUNDS = 2;

/** Facts for the budget decision. */
export interface BudgetFacts {
  readonly session: SessionRecord;
  /** Active time of the present stretch, in milliseconds. */
  readonly activeMs: number;
  /** What this person spent today, in millionths of a dollar. */
  readonly todayMicroUsd: number;
  /** Least cost of the next request, in millionths of a dollar; 0 when unknown. */
  readonly nextMicroUsd: number;
  /** At the cap the person chose to finish with the present results. */
  readonly mayFinish: boolean;
}

/** `close`: one more reply without tools, then the stretch ends. */
export type BudgetDecision =
  | { readonly kind: 'go'; readonly wrapUpIn: number | undefined }
  | { readonly kind: 'close'; readonly why: 'rounds' | 'money' }
  | {
      readonly kind: 'stop';
      readonly reason: 'money' | 'daily-money' | 'tokens' | 'time';
      readonly detail: string;
    };

/** Asked before each model request. Money comes first, because exceeding it hurts most. */
export function judgeBudget(facts: BudgetFacts, limits: RunLimits): BudgetDecision {
  return judgeMoney(facts, limits) ?? judgeRest(facts, limits);
}

/** The day's cap overrides the session's, and no answer raises it. */
function judgeMoney(facts: BudgetFacts, limits: RunLimits): BudgetDecision | undefined {
  const { session, todayMicroUsd, nextMicroUsd } = facts;
  const daily = limits.dailyCostMicroUsd;
  if (daily !== undefined && isReached(todayMicroUsd, nextMicroUsd, daily)) {
    return { kind: 'stop', reason: 'daily-money', detail: `${dollars(todayMicroUsd)} of ${dollars(daily)}` };
  }
  if (facts.mayFinish) return { kind: 'close', why: 'money' };
  const cap = moneyCap(session, limits);
  if (cap === undefined || !session.costKnown) return undefined;
  if (!isReached(session.costMicroUsd, nextMicroUsd, cap)) return undefined;
  return { kind: 'stop', reason: 'money', detail: `${dollars(session.costMicroUsd)} of ${dollars(cap)}` };
}

/** What a session may cost with what was granted, in millionths of a dollar; undefined = no limit. */
export function moneyCap(
  { extraMicroUsd }: Pick<SessionRecord, 'extraMicroUsd'>,
  { maxCostMicroUsd }: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  return maxCostMicroUsd === undefined ? undefined : maxCostMicroUsd + extraMicroUsd;
}

/** True when the cap is reached, or the next request is sure to exceed it. */
function isReached(spent: number, next: number, cap: number): boolean {
  return spent >= cap || spent + next > cap;
}

function judgeRest({ session, activeMs }: BudgetFacts, limits: RunLimits): BudgetDecision {
  if (!session.costKnown && session.tokens >= limits.maxTokensUnpriced) {
    return { kind: 'stop', reason: 'tokens', detail: `${session.tokens} of ${limits.maxTokensUnpriced}` };
  }
  if (activeMs >= limits.sessionTimeoutMs) {
    return { kind: 'stop', reason: 'time', detail: `${Math.round(limits.sessionTimeoutMs / 60_000)} min` };
  }
  const left = session.stretchStart + limits.maxRounds - session.round;
  if (left <= 0) return { kind: 'close', why: 'rounds' };
  return {
    kind: 'go',
    wrapUpIn: left === WRAP_UP_ROUNDS && limits.maxRounds > WRAP_UP_ROUNDS ? left : undefined,
  };
}

function dollars(microUsd: number): string {
  return `$${(microUsd / 1_000_000).toFixed(2)}`;
}
