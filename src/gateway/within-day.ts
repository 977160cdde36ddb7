import { formatDuration, formatMoney } from '../base/texts/format.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';

const DAY_MS = 86_400_000;

/** Whoever has spent their day's money begins nothing and goes on with nothing: they are told until when, and who can help. */
export function withinDay(actions: readonly Action[], context: CommandContext): readonly Action[] {
  const { program, nowMs, texts } = context;
  const cap = program.limits.dailyCostMicroUsd;
  const sinceMs = nowMs - (nowMs % DAY_MS);
  const isBeyond = (action: Action): boolean => {
    const payer = payerOf(action, context);
    return cap !== undefined && payer !== undefined && context.store.spending.since(payer, sinceMs) >= cap;
  };
  if (cap === undefined || !actions.some(isBeyond)) return actions;
  const wait = formatDuration(sinceMs + DAY_MS - nowMs);
  return [{ kind: 'reply', text: texts.money.dayReached(formatMoney(cap), wait) }];
}

/** Whose money an action would spend. */
function payerOf(action: Action, { sender, store }: CommandContext): string | undefined {
  if (action.kind === 'start') return sender;
  return action.kind === 'resume' ? store.sessions.get(action.session)?.owner : undefined;
}
