import {
  type Action,
  type CommandContext,
  type CoreAction,
  isFeatureAction,
} from '../../contracts/commands.ts';
import type { FeatureInChats } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { DAY_MS, startOfUtcDay } from '../../core/clock.ts';
import { formatDuration, formatMoney } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { handlerOf } from '../feature-actions.ts';

interface BudgetContext {
  readonly nowMs: number;
  readonly program: Pick<CommandContext['program'], 'limits'>;
  readonly store: Pick<Store, 'spending'>;
}

/**
 * Rejects starting or continuing work for a person who has spent the day's money. They are told until when, and who
 * can help.
 */
export function enforceDailyBudget(
  actions: readonly Action[],
  context: CommandContext,
  features: readonly FeatureInChats[],
): readonly Action[] {
  const payers = actions.flatMap((action) =>
    isFeatureAction(action)
      ? (handlerOf(action, features).payer?.(action, context) ?? [])
      : (payerOf(action, context) ?? []),
  );
  const cap = payers.map((payer) => exhaustedDailyLimit(payer, context)).find((spent) => spent !== undefined);
  return cap === undefined ? actions : [{ kind: 'reply', text: exhaustedLimitText(cap, context) }];
}

/** The day's limit in millionths of a dollar if this person has spent it; else undefined. */
export function exhaustedDailyLimit(
  payer: string,
  { nowMs, program, store }: BudgetContext,
): number | undefined {
  const cap = program.limits.dailyCostMicroUsd;
  return cap !== undefined && store.spending.sumSince(payer, startOfUtcDay(nowMs)) >= cap ? cap : undefined;
}

export function exhaustedLimitText(
  cap: number,
  { nowMs, texts }: { readonly nowMs: number; readonly texts: Texts },
): string {
  return texts.money.dayReached(formatMoney(cap), formatDuration(startOfUtcDay(nowMs) + DAY_MS - nowMs));
}

/** The person whose money an action would spend. */
function payerOf(action: CoreAction, { sender, store }: CommandContext): string | undefined {
  if (action.kind === 'start') return sender;
  return action.kind === 'resume' ? store.sessions.get(action.session)?.owner : undefined;
}

/** What the sender has spent since midnight UTC, like the daily limit. */
export function todaysSpendingText({ store, sender, nowMs, program, texts }: CommandContext): string {
  const spent = formatMoney(store.spending.sumSince(sender, startOfUtcDay(nowMs)));
  const limit = program.limits.dailyCostMicroUsd;
  return limit === undefined
    ? texts.status.spentToday(spent)
    : texts.status.spentOfLimit(spent, formatMoney(limit));
}
