import type { Usage } from '../../contracts/model.ts';
import type { ModelPrice } from '../../contracts/session.ts';
import { costOf } from '../../models/profile.ts';

/** With less than a cent no attempt is worth beginning. */
const MIN_MICRO_USD = 10_000;

/** A guess for an ordinary task before anything is known: a first request, then rounds that add to it. */
const USUAL = { rounds: 8, firstTokens: 9000, roundTokens: 1500, replyTokens: 600 };

/** Rough cost of so many attempts, in millionths of a dollar. */
export function estimateCost(price: ModelPrice, attempts: number): number {
  const { rounds, firstTokens, roundTokens, replyTokens } = USUAL;
  const later = rounds - 1;
  const usage: Usage = {
    inputTokens: 0,
    outputTokens: rounds * replyTokens,
    cacheWriteTokens: firstTokens + later * roundTokens,
    // Each round reads the content of the earlier ones.
    cacheReadTokens: later * firstTokens + ((later * (later - 1)) / 2) * roundTokens,
  };
  return attempts * costOf(usage, price);
}

/** Cost limit of the next attempt; undefined when too little is left for the whole evaluation. */
export function nextCap(
  spentMicroUsd: number,
  { ofRun, ofTask }: { readonly ofRun: number; readonly ofTask: number },
): number | undefined {
  const cap = Math.min(ofTask, ofRun - spentMicroUsd);
  return cap < MIN_MICRO_USD ? undefined : cap;
}
