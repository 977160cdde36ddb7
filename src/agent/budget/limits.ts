import type { RunLimits, SessionRecord, SessionUsage } from '../../contracts/session.ts';
import type { ActiveSession } from '../active-session.ts';

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
    // A file that limits its rounds means all of them.
    continuesByItself: limits.continuesByItself && maxRounds === undefined,
    sessionTimeoutMs: least(limits.sessionTimeoutMs, maxSeconds, 1000),
    maxCostMicroUsd: mostCostOf(terms, limits),
  };
}

/** What this session may cost with what was granted, in millionths of a dollar; undefined = no limit. */
export function moneyCapOf(
  { terms, usage }: Pick<SessionRecord, 'terms' | 'usage'>,
  limits: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  return moneyCap(usage, { maxCostMicroUsd: mostCostOf(terms, limits) });
}

/** The same by limits that the session's terms have narrowed already. */
export function moneyCap(
  { extraMicroUsd }: Pick<SessionUsage, 'extraMicroUsd'>,
  { maxCostMicroUsd }: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  return maxCostMicroUsd === undefined ? undefined : maxCostMicroUsd + extraMicroUsd;
}

export const MILLION = 1_000_000;

function mostCostOf(
  terms: SessionRecord['terms'],
  { maxCostMicroUsd }: Pick<RunLimits, 'maxCostMicroUsd'>,
): number | undefined {
  const usd = terms?.limits?.maxCostUsd;
  return leastOf(maxCostMicroUsd, usd === undefined ? undefined : Math.round(usd * MILLION));
}

function least(one: number, other: number | undefined, unit = 1): number {
  return other === undefined ? one : Math.min(one, other * unit);
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : least(one, other);
}
