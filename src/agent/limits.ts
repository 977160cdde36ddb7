import type { RunLimits } from '../contracts/session.ts';
import type { ActiveSession } from './active-session.ts';

/** What holds for every session, narrowed by what the terms of this one say. */
export function limitsOf({
  parts: { limits },
  record: { terms },
}: Pick<ActiveSession, 'parts' | 'record'>): RunLimits {
  if (terms === undefined) return limits;
  const { maxRounds, maxSeconds, maxCostUsd } = terms.limits ?? {};
  return {
    ...limits,
    maxRounds: terms.isPlanned ? Number.POSITIVE_INFINITY : least(limits.maxRounds, maxRounds),
    sessionTimeoutMs: least(limits.sessionTimeoutMs, maxSeconds, 1000),
    maxCostMicroUsd: leastOf(
      limits.maxCostMicroUsd,
      maxCostUsd === undefined ? undefined : Math.round(maxCostUsd * 1_000_000),
    ),
  };
}

function least(one: number, other: number | undefined, unit = 1): number {
  return other === undefined ? one : Math.min(one, other * unit);
}

function leastOf(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : least(one, other);
}
