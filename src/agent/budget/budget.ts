import type { RunLimits, SessionUsage } from '../../contracts/session.ts';
import { MINUTE_MS, startOfUtcDay } from '../../core/clock.ts';
import type { ActiveSession } from '../active-session.ts';
import { MILLION, moneyCap } from './limits.ts';
import { mayGiveLastReply } from './money-question.ts';
import { hasProgressedSince } from './progress.ts';

/** Rounds before the end of a round budget at which the model is told to wrap up. */
const WRAP_UP_ROUNDS = 2;
/** Round budgets that a run may have by itself, however well it goes: money and time end nearly all of them before. */
const MAX_ROUND_BUDGETS = 20;

/** Facts for the budget decision. */
interface BudgetFacts {
  readonly usage: SessionUsage;
  /** Active time of the present run, in milliseconds. */
  readonly activeMs: number;
  /** What this person spent today, in millionths of a dollar. */
  readonly todayMicroUsd: number;
  /** Least cost of the next request, in millionths of a dollar; 0 when unknown. */
  readonly nextMicroUsd: number;
  /** At the cap the person chose to finish with the present results. */
  readonly mayGiveLastReply: boolean;
  /** True when the rounds after this one brought the task forward. */
  hasProgressedSince(round: number): boolean;
}

/** `close`: one more reply without tools, then the run ends. */
export type BudgetDecision =
  | { readonly kind: 'go'; readonly wrapUpIn: number | undefined }
  | { readonly kind: 'close'; readonly why: 'rounds' | 'no-progress' | 'money' }
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
  const { usage, todayMicroUsd, nextMicroUsd } = facts;
  const daily = limits.dailyCostMicroUsd;
  if (daily !== undefined && isReached(todayMicroUsd, nextMicroUsd, daily)) {
    return {
      kind: 'stop',
      reason: 'daily-money',
      detail: `${formatDollars(todayMicroUsd)} of ${formatDollars(daily)}`,
    };
  }
  if (facts.mayGiveLastReply) return { kind: 'close', why: 'money' };
  const cap = moneyCap(usage, limits);
  if (cap === undefined || !usage.costKnown) return undefined;
  if (!isReached(usage.costMicroUsd, nextMicroUsd, cap)) return undefined;
  return {
    kind: 'stop',
    reason: 'money',
    detail: `${formatDollars(usage.costMicroUsd)} of ${formatDollars(cap)}`,
  };
}

/** True when the cap is reached, or the next request is sure to exceed it. */
function isReached(spent: number, next: number, cap: number): boolean {
  return spent >= cap || spent + next > cap;
}

function formatDollars(microUsd: number): string {
  return `$${(microUsd / MILLION).toFixed(2)}`;
}

function judgeRest(facts: BudgetFacts, limits: RunLimits): BudgetDecision {
  const { usage, activeMs } = facts;
  if (!usage.costKnown && usage.tokens >= limits.maxTokensUnpriced) {
    return { kind: 'stop', reason: 'tokens', detail: `${usage.tokens} of ${limits.maxTokensUnpriced}` };
  }
  if (activeMs >= limits.sessionTimeoutMs) {
    return { kind: 'stop', reason: 'time', detail: `${Math.round(limits.sessionTimeoutMs / MINUTE_MS)} min` };
  }
  return judgeRounds(facts, limits);
}

/**
 * A run has one round budget after the other. The next begins by itself when the last one brought the task forward, so a
 * task without progress ends after one.
 */
function judgeRounds({ usage, hasProgressedSince }: BudgetFacts, limits: RunLimits): BudgetDecision {
  const { maxRounds, continuesByItself } = limits;
  const used = usage.round - usage.runStartRound;
  const most = maxRounds * (continuesByItself ? MAX_ROUND_BUDGETS : 1);
  if (used >= most) return { kind: 'close', why: 'rounds' };
  const inBudget = used % maxRounds;
  if (inBudget === 0) {
    const goesOn = used === 0 || hasProgressedSince(usage.round - maxRounds);
    return goesOn ? { kind: 'go', wrapUpIn: undefined } : { kind: 'close', why: 'no-progress' };
  }
  const left = maxRounds - inBudget;
  const isNearEnd = left === WRAP_UP_ROUNDS && maxRounds > WRAP_UP_ROUNDS;
  // A model that is told to wrap up stops early, so one whose work goes on anyway is not told.
  const wrapsUp = isNearEnd && (used + left >= most || !hasProgressedSince(usage.round - inBudget));
  return { kind: 'go', wrapUpIn: wrapsUp ? left : undefined };
}

/** True when the coming decision depends on what the calls of this round budget came to, which must then be stored. */
export function isProgressJudged(
  usage: Pick<SessionUsage, 'round' | 'runStartRound'>,
  limits: RunLimits,
): boolean {
  if (!limits.continuesByItself) return false;
  const inBudget = (usage.round - usage.runStartRound) % limits.maxRounds;
  return inBudget === 0 || limits.maxRounds - inBudget === WRAP_UP_ROUNDS;
}

/** Present facts for the budget decision. */
export function budgetFacts(session: ActiveSession): BudgetFacts {
  const { store, clock } = session.parts;
  const { id, owner, usage } = session.record;
  return {
    usage,
    activeMs: session.spending.activeMs(),
    todayMicroUsd: store.spending.sumSince(owner, startOfUtcDay(clock.nowMs())),
    nextMicroUsd: leastCostOfNext(session),
    mayGiveLastReply: mayGiveLastReply(session),
    hasProgressedSince: (round) =>
      hasProgressedSince(round, {
        calls: store.calls.listCurrent(id),
        steps: store.checkpoints.listCurrent(id),
      }),
  };
}

/**
 * The API counts everything it counted last time again, at best as cached. New content and the reply come on top.
 */
function leastCostOfNext({ parts, record }: ActiveSession): number {
  const price = parts.models.priceOf(record.prompt.model);
  const tokens = parts.store.contexts.findMeasured(record.id)?.tokens;
  if (price === undefined || tokens === undefined) return 0;
  return Math.floor((tokens * Math.min(price.cacheRead, price.input)) / MILLION);
}
