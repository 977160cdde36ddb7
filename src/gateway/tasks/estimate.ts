import type { SessionRecord } from '../../contracts/session.ts';
import type { SpendingStore } from '../../contracts/session-stores.ts';
import { formatMoney } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';

export interface Estimate {
  readonly fromMicroUsd: number;
  readonly toMicroUsd: number;
}

/** The estimate from before this session began: only tasks that had ended by then count. */
export function estimateOf(
  { project, origin }: Pick<SessionRecord, 'project' | 'origin'>,
  spending: Pick<SpendingStore, 'pastCosts'>,
): Estimate | undefined {
  return estimateFrom(spending.pastCosts(project, origin.createdAtMs));
}

/** Fewer tasks give no estimate. */
const MIN_COUNT = 3;
/** The cheapest and the most expensive tenth are left out. */
const LOW = 0.1;

/** The expected cost of a task in this project, from the costs of others; undefined while there are too few. */
export function estimateFrom(costs: readonly number[]): Estimate | undefined {
  if (costs.length < MIN_COUNT) return undefined;
  const sorted = costs.toSorted((a, b) => a - b);
  const last = sorted.length - 1;
  const from = sorted[Math.floor(last * LOW)];
  const to = sorted[Math.ceil(last * (1 - LOW))];
  return from === undefined || to === undefined ? undefined : { fromMicroUsd: from, toMicroUsd: to };
}

export function estimateText(estimate: Estimate | undefined, { money }: Texts): string {
  if (estimate === undefined) return money.estimateUnknown;
  return money.estimate(formatMoney(estimate.fromMicroUsd), formatMoney(estimate.toMicroUsd));
}
