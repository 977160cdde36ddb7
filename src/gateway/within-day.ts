import { formatDuration, formatMoney } from '../base/texts/format.ts';
import type { Texts } from '../base/texts/texts.ts';
import type { Action, CommandContext } from '../contracts/commands.ts';
import type { Store } from '../contracts/store.ts';

const DAY_MS = 86_400_000;

interface Today {
  readonly nowMs: number;
  readonly program: Pick<CommandContext['program'], 'limits'>;
  readonly store: Pick<Store, 'spending'>;
}

/** Whoever has spent their day's money begins nothing and goes on with nothing: they are told until when, and who can help. */
export function withinDay(actions: readonly Action[], context: CommandContext): readonly Action[] {
  const payers = actions.flatMap((action) => payerOf(action, context) ?? []);
  const cap = payers.map((payer) => spentLimit(payer, context)).find((spent) => spent !== undefined);
  return cap === undefined ? actions : [{ kind: 'reply', text: spentText(cap, context) }];
}

/** The limit of the day, in millionths of a dollar, when this person has spent it. */
export function spentLimit(payer: string, { nowMs, program, store }: Today): number | undefined {
  const cap = program.limits.dailyCostMicroUsd;
  return cap !== undefined && store.spending.since(payer, dayOf(nowMs)) >= cap ? cap : undefined;
}

export function spentText(
  cap: number,
  { nowMs, texts }: { readonly nowMs: number; readonly texts: Texts },
): string {
  return texts.money.dayReached(formatMoney(cap), formatDuration(dayOf(nowMs) + DAY_MS - nowMs));
}

/** When the day of the limit began, which is one of UTC. */
export function dayOf(nowMs: number): number {
  return nowMs - (nowMs % DAY_MS);
}

/** Whose money an action would spend. */
function payerOf(action: Action, { sender, store }: CommandContext): string | undefined {
  // Who fits is asked of the model.
  if (action.kind === 'start' || action.kind === 'route' || action.kind === 'plan-job') return sender;
  if (action.kind === 'tell-secretary') return action.isComplete ? sender : undefined;
  return action.kind === 'resume' ? store.sessions.get(action.session)?.owner : undefined;
}
