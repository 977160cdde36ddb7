import type { Usage } from '../../contracts/model.ts';
import type { ModelPrice } from '../../contracts/session.ts';
import { costOf } from '../../models/price.ts';

/** Below a cent nothing worth looking at is begun. */
const MIN_MICRO_USD = 10_000;

/** A task of ordinary size, as a guess before anything is known: a first request, then rounds that add to it. */
const USUAL = { rounds: 8, firstTokens: 9000, roundTokens: 1500, replyTokens: 600 };

/** What so many attempts will cost, roughly, in millionths of a dollar. */
export function guessedCost(price: ModelPrice, attempts: number): number {
  const { rounds, firstTokens, roundTokens, replyTokens } = USUAL;
  const later = rounds - 1;
  const usage: Usage = {
    inputTokens: 0,
    outputTokens: rounds * replyTokens,
    cacheWriteTokens: firstTokens + later * roundTokens,
    // Each round reads what those before it have written.
    cacheReadTokens: later * firstTokens + ((later * (later - 1)) / 2) * roundTokens,
  };
  return attempts * costOf(usage, price);
}

/** What the next attempt may cost; undefined when too little is left of what the whole evaluation may. */
export function nextCap(
  spentMicroUsd: number,
  { ofRun, ofTask }: { readonly ofRun: number; readonly ofTask: number },
): number | undefined {
  const cap = Math.min(ofTask, ofRun - spentMicroUsd);
  return cap < MIN_MICRO_USD ? undefined : cap;
}
