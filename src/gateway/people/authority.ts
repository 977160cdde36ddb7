import { basename } from 'node:path';
import {
  type Action,
  type CommandContext,
  type CoreAction,
  isFeatureAction,
} from '../../contracts/commands.ts';
import type { FeatureInChats } from '../../contracts/feature.ts';
import type { Store } from '../../contracts/store.ts';
import { DAY_MS, startOfUtcDay } from '../../core/clock.ts';
import type { SessionId } from '../../core/ids.ts';
import { formatDuration, formatMoney } from '../../core/texts/format.ts';
import type { Texts } from '../../core/texts/texts.ts';
import { handlerOf } from '../feature-actions.ts';
import { isTheirs } from '../tasks/conversation-sessions.ts';
import { workspacesFor } from '../tasks/projects.ts';
import { mayWorkIn } from './person.ts';

/**
 * Decides what a message may do, from its author and from the effects that it would have, whichever command or words
 * led to them. All or nothing; a refusal is a reply in words.
 */
export function withinAuthority(
  actions: readonly Action[],
  context: CommandContext,
  features: readonly FeatureInChats[],
): readonly Action[] {
  for (const action of actions) {
    const refusal = isFeatureAction(action)
      ? handlerOf(action, features).refusal(action, context)
      : coreRefusal(action, context);
    if (refusal !== undefined) return [{ kind: 'reply', text: refusal }];
  }
  return actions;
}

/** The refusal of an action that is for owners alone. */
export function ownersOnly(
  _action: unknown,
  { person, texts }: Pick<CommandContext, 'person' | 'texts'>,
): string | undefined {
  return person.role === 'owner' ? undefined : texts.replies.ownersOnly;
}

/** The refusal of an action that is for everybody who may write here, also for readers, and also in a group. */
export function nobodyRefused(): undefined {
  return undefined;
}

function coreRefusal(action: CoreAction, context: CommandContext): string | undefined {
  switch (action.kind) {
    case 'start':
      return startRefusal(action, context);
    case 'resume':
    case 'steer':
    case 'cancel':
    case 'compact':
    case 'rewrite-task':
      return sessionRefusal(action.session, context);
    default:
      // Replies and the person's own words change nothing; each question names the people who may answer it.
      return undefined;
  }
}

/** Why this person may not begin a session here. */
export function startRefusal(
  { mode }: Pick<Extract<Action, { kind: 'start' }>, 'mode'>,
  context: CommandContext,
): string | undefined {
  const { person, workspace, texts } = context;
  if (person.role === 'reader' && mode === 'agent') return texts.replies.readersOnlyAsk;
  return projectRefusal(workspace, context);
}

/** Why this person may not work in this project, or learn what is in it. */
export function projectRefusal(workspace: string, context: CommandContext): string | undefined {
  const { person, isGroup, texts } = context;
  if (mayWorkIn(person, workspace)) return undefined;
  const [other] = isGroup ? [] : workspacesFor(context).found;
  return [
    texts.replies.notYourProject(basename(workspace), projectNames(person)),
    ...(other === undefined ? [] : [texts.projects.howToSwitch(other.name)]),
  ].join('\n');
}

/** Names of the projects that a person may work in, where they are limited. */
export function projectNames({ workspaces = [] }: CommandContext['person']): string {
  return workspaces.join(', ');
}

/** Why this person may not act on that session. */
export function sessionRefusal(id: SessionId, context: CommandContext): string | undefined {
  const { person, store, texts } = context;
  const session = store.sessions.get(id);
  if (person.role === 'owner' || session === undefined) return undefined;
  if (!isTheirs(session, context)) return texts.replies.notYourTask;
  return person.role === 'reader' && session.mode === 'agent' ? texts.replies.readersOnlyAsk : undefined;
}

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
