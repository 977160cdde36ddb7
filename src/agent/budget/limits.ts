import type { RunLimits, SessionRecord } from '../../contracts/session.ts';
import type { ActiveSession } from '../active-session.ts';
import { moneyCap } from './budget.ts';

/** The limits of every session, narrowed by the terms of this one. */
export function limitsOf({
  parts: { limits },
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
