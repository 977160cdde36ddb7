import type { Usage } from '../../contracts/model.ts';
import type { ModelPrice, RunLimits } from '../../contracts/session.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import { formatMoney } from '../../core/texts/format.ts';
import type { Locale } from '../../core/texts/texts.ts';
import { costOf, priceOf, profileOf } from '../../models/profile.ts';
import type { Settings } from '../../settings/settings.ts';
import { askConfirmation } from '../confirm.ts';
import { type EvalTexts, evalWords } from './texts/texts.ts';

interface Spending {
  readonly model: Settings['model'];
  readonly limits: RunLimits;
  readonly attempts: number;
  /** Cap of the whole evaluation, in millionths of a dollar. */
  readonly capMicroUsd: number;
  readonly limitsMicroUsd: number;
  /** True when commands of the agent are sandboxed. */
  readonly hasSandbox: boolean;
  readonly words: EvalTexts['announce'];
}

/** Facts for a person before they say yes; one a line. */
export function spendingLines(spending: Spending): readonly string[] {
  const { model, limits, attempts, hasSandbox, words } = spending;
  const price = priceOf(profileOf(model.profiles, model.id));
  const money =
    price === undefined
      ? words.unpriced(model.id, limits.maxTokensUnpriced)
      : words.cost(formatMoney(estimateCost(price, attempts)), ...mostOf(spending));
  return [...(hasSandbox ? [] : [words.noSandbox]), money];
}

function mostOf({ capMicroUsd, limitsMicroUsd, words }: Spending): readonly [most: string, why: string] {
  return limitsMicroUsd < capMicroUsd
    ? [formatMoney(limitsMicroUsd), words.ofTasks]
    : [formatMoney(capMicroUsd), '--max-usd'];
}

/** @throws Failure `stopped` for a no, `invalid` where there is nobody to ask */
export async function askForConsent(host: CliHost, locale: Locale): Promise<void> {
  const { question, stopped, noTerminal } = evalWords(locale).eval.consent;
  const isWanted = await askConfirmation(host, question, { locale, initial: false, stopped, noTerminal });
  if (!isWanted) throw new Failure('stopped', stopped);
}

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
