import type { SpendingStore } from '../../../contracts/session-stores.ts';
import type { WebVisitor } from '../../../contracts/web-page.ts';
import { startOfUtcDay } from '../../../core/clock.ts';

interface SpendingToday {
  readonly spending: Pick<SpendingStore, 'byPerson' | 'sumSince'>;
  readonly nowMs: number;
}

/** In millionths of a dollar since midnight UTC: an owner sees everybody's spending. */
export function spentToday({ role, sender }: WebVisitor, { spending, nowMs }: SpendingToday): number {
  const sinceMs = startOfUtcDay(nowMs);
  if (role !== 'owner') return spending.sumSince(sender, sinceMs);
  return spending.byPerson(sinceMs).reduce((sum, { microUsd }) => sum + microUsd, 0);
}
