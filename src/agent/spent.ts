import type { ActiveSession } from './active-session.ts';
import type { Spent } from './budget.ts';

/** What the budget is judged by, as it is now. */
export function spentBy(session: ActiveSession): Spent {
  const { store, clock } = session.parts;
  return {
    session: session.record,
    activeMs: session.activeMs(),
    todayMicroUsd: store.spending.since(session.record.owner, startOfDay(clock.nowMs())),
  };
}

/** Midnight UTC: the day of the daily cap. */
function startOfDay(nowMs: number): number {
  return nowMs - (nowMs % 86_400_000);
}
