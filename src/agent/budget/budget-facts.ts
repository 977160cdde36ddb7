import { startOfUtcDay } from '../../base/utc-day.ts';
import { MONEY_CALL } from '../../contracts/session.ts';
import type { ActiveSession } from '../active-session.ts';
import type { BudgetFacts } from './budget.ts';

const MILLION = 1_000_000;

/** What the budget is judged by, as it is now. */
export function budgetFacts(session: ActiveSession): BudgetFacts {
  const { store, clock } = session.parts;
  return {
    session: session.record,
    activeMs: session.activeMs(),
    todayMicroUsd: store.spending.since(session.record.owner, startOfUtcDay(clock.nowMs())),
    nextMicroUsd: leastCostOfNext(session),
    mayFinish: mayFinish(session),
  };
}

/** True when the person chose that what is there be finished, and that was not done yet. */
export function mayFinish({ parts, record }: Pick<ActiveSession, 'parts' | 'record'>): boolean {
  const question = parts.store.approvals.ofCall(record.id, MONEY_CALL);
  return question?.state === 'approved' && question.scope === 'finish' && !question.used;
}

/** All that the API counted last time is sent again, at best from its cache. What is new, and the reply, come on top. */
function leastCostOfNext({ parts, record }: ActiveSession): number {
  const price = parts.priceOf(record.model);
  const tokens = parts.store.contexts.measured(record.id)?.tokens;
  if (price === undefined || tokens === undefined) return 0;
  return Math.floor((tokens * Math.min(price.cacheRead, price.input)) / MILLION);
}
