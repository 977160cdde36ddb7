import { MONEY_CALL } from '../../contracts/session.ts';
import { startOfUtcDay } from '../../core/utc-day.ts';
import type { ActiveSession } from '../active-session.ts';
import type { BudgetFacts } from './budget.ts';

const MILLION = 1_000_000;

/** Present facts for the budget decision. */
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

/** True when the person chose to finish with the present results, and that was not done yet. */
export function mayFinish({ parts, record }: Pick<ActiveSession, 'parts' | 'record'>): boolean {
  const question = parts.store.approvals.ofCall(record.id, MONEY_CALL);
  return question?.state === 'approved' && question.scope === 'finish' && !question.used;
}

/**
 * The API counts everything it counted last time again, at best as cached. New content and the reply come on top.
 */
function leastCostOfNext({ parts, record }: ActiveSession): number {
  const price = parts.priceOf(record.model);
  const tokens = parts.store.contexts.measured(record.id)?.tokens;
  if (price === undefined || tokens === undefined) return 0;
  return Math.floor((tokens * Math.min(price.cacheRead, price.input)) / MILLION);
}
