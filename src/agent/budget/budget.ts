import { MONEY_CALL, type RunLimits, type SessionRecord } from '../../contracts/session.ts';
import { MINUTE_MS, startOfUtcDay } from '../../core/time.ts';
import type { ActiveSession } from '../active-session.ts';

/** Rounds before the end of a run at which the model is told to wrap up. */
const WRAP_UP_ROUNDS = 2;

/** Facts for the budget decision. */
interface BudgetFacts {
  readonly session: SessionRecord;
  /** Active time of the present run, in milliseconds. */
  readonly activeMs: number;
  /** What this person spent today, in millionths of a dollar. */
  readonly todayMicroUsd: number;
  /** Least cost of the next request, in millionths of a dollar; 0 when unknown. */
  readonly nextMicroUsd: number;
  /** At the cap the person chose to finish with the present results. */
  readonly mayGiveLastReply: boolean;
}

/** `close`: one more reply without tools, then the run ends. */
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
  if (facts.mayGiveLastReply) return { kind: 'close', why: 'money' };
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
    return { kind: 'stop', reason: 'time', detail: `${Math.round(limits.sessionTimeoutMs / MINUTE_MS)} min` };
  }
  const left = session.runStartRound + limits.maxRounds - session.round;
  if (left <= 0) return { kind: 'close', why: 'rounds' };
  return {
    kind: 'go',
    wrapUpIn: left === WRAP_UP_ROUNDS && limits.maxRounds > WRAP_UP_ROUNDS ? left : undefined,
  };
}

function dollars(microUsd: number): string {
  return `$${(microUsd / 1_000_000).toFixed(2)}`;
}

/** The limits of every session, narrowed by the terms of this one. */
export function limitsOf({
  parts: {
    settings: { limits },
  },
  record: { terms },
}: Pick<ActiveSession, 'parts' | 'record'>): RunLimits {
  if (terms === undefined) return limits;
  const { maxRounds, maxSeconds } = terms.limits ?? {};
  return {
    ...limits,
    maxRounds: terms.isPlanned ? Number.POSITIVE_INFINITY : least(limits.maxRounds, maxRounds),
    sessionTimeoutMs: least(limits.sessionTimeoutMs, maxSeconds, 1000),
    maxCostMicroUsd: mostCostOf(terms, limits),
  };
}

/** What this session may cost with what was granted, in millionths of a dollar; undefined = no limit. */
export function moneyCapOf(
  session: Pick<SessionRecord, 'terms' | 'extraMicroUsd'>,
  limits: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  return moneyCap(session, { maxCostMicroUsd: mostCostOf(session.terms, limits) });
}

function mostCostOf(
  terms: SessionRecord['terms'],
  { maxCostMicroUsd }: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  const usd = terms?.limits?.maxCostUsd;
  return leastOf(maxCostMicroUsd, usd === undefined ? undefined : Math.round(usd * 1_000_000));
}

function least(one: number, other: number | undefined, unit = 1): number {
  return other === undefined ? one : Math.min(one, other * unit);
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : least(one, other);
}

const MILLION = 1_000_000;

/** Present facts for the budget decision. */
export function budgetFacts(session: ActiveSession): BudgetFacts {
  const { store, clock } = session.parts;
  return {
    session: session.record,
    activeMs: session.activeMs(),
    todayMicroUsd: store.spending.since(session.record.owner, startOfUtcDay(clock.nowMs())),
    nextMicroUsd: leastCostOfNext(session),
    mayGiveLastReply: mayGiveLastReply(session),
  };
}

/** True when the person chose to finish with the present results, and that was not done yet. */
export function mayGiveLastReply({ parts, record }: Pick<ActiveSession, 'parts' | 'record'>): boolean {
  const question = parts.store.approvals.ofCall(record.id, MONEY_CALL);
  return question?.state === 'approved' && question.scope === 'finish' && !question.used;
}

/**
 * The API counts everything it counted last time again, at best as cached. New content and the reply come on top.
 */
function leastCostOfNext({ parts, record }: ActiveSession): number {
  const price = parts.settings.priceOf(record.model);
  const tokens = parts.store.contexts.measured(record.id)?.tokens;
  if (price === undefined || tokens === undefined) return 0;
  return Math.floor((tokens * Math.min(price.cacheRead, price.input)) / MILLION);
}
