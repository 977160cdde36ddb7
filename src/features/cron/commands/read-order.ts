import type { CommandContext } from '../../../contracts/commands.ts';
import { isFailure, sentenceIn, unreachable } from '../../../core/failure.ts';
import { localeOf } from '../../../core/texts/texts.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { type CronLookup, MAX_CRONS } from '../cron.ts';
import { parseCronAction } from '../schedule/cron-action.ts';
import { parseCronCommand } from '../schedule/parse-cron-command.ts';
import { type CronRequest, type PlannedCron, planCron } from '../schedule/plan-cron.ts';
import { plannedLines } from '../schedule/plan-text.ts';
import { cronTexts } from '../texts/texts.ts';
import { zoneHere } from './zone.ts';

/** Where the schedule is wanted, and by which person. */
export interface OrderContext
  extends Pick<CommandContext, 'conversation' | 'sender' | 'workspace' | 'texts' | 'nowMs'> {
  readonly person: Pick<CommandContext['person'], 'role'>;
  readonly program: Pick<CommandContext['program'], 'timezone' | 'workspaces'>;
  readonly store: Pick<CommandContext['store'], 'conversations'>;
}

/** The meaning of what is typed after `/cron add`; reading it sets nothing. */
export type ReadOrder =
  /** `isExact`: nothing of it had to be interpreted. */
  | {
      readonly kind: 'planned';
      readonly isExact: boolean;
      readonly request: CronRequest;
      readonly planned: PlannedCron;
    }
  /** A sentence that says why it cannot be set. */
  | { readonly kind: 'refused'; readonly text: string }
  /** Only a reader that understands language, such as the model, can read it. */
  | { readonly kind: 'unread' };

/** Reads it once for all the code that shows it, asks about it or sets it. */
export function readOrder(typed: string, context: OrderContext, rows: CronLookup): ReadOrder {
  const { texts, nowMs } = context;
  const timezone = zoneHere(context);
  if (timezone === undefined) return { kind: 'refused', text: cronTexts(texts).noZone };
  const order = parseCronCommand(typed, { nowMs, timezone });
  switch (order.kind) {
    case 'exact':
    case 'words': {
      const request = { schedule: order.schedule, message: order.message, timezone };
      const planned = planRequestedCron(request, context, rows);
      if (typeof planned === 'string') return { kind: 'refused', text: planned };
      return { kind: 'planned', isExact: order.kind === 'exact', request, planned };
    }
    case 'unclear':
      return { kind: 'refused', text: cronTexts(texts).unclear };
    case 'unread':
      return order;
    default:
      return unreachable(order);
  }
}

/** What can be set as it is, or a sentence that says why not. */
export function planRequestedCron(
  request: CronRequest,
  { sender, conversation, person, nowMs, texts }: OrderContext,
  rows: CronLookup,
): PlannedCron | string {
  try {
    const planned = planCron(request, nowMs);
    const isTask = parseCronAction(planned.plan.message).kind !== 'message';
    // Checked here already: a person who may not do it should not be asked for a yes.
    if (isTask && person.role === 'reader') return texts.replies.readersOnlyAsk;
    const counts = rows.counts(sender, conversation);
    if (counts.person >= MAX_CRONS.person) return cronTexts(texts).full.person(MAX_CRONS.person);
    if (counts.conversation >= MAX_CRONS.conversation)
      return cronTexts(texts).full.conversation(MAX_CRONS.conversation);
    return planned;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return sentenceIn(localeOf(texts), error);
  }
}

/** Everything that a person has to see before they say yes. */
export function orderLines(planned: PlannedCron, context: OrderContext): readonly string[] {
  return [...plannedLines(planned, context), ...projectLine(planned.plan.message, context)];
}

/** Where there are several projects, names the one that the task is for. */
export function projectLine(
  message: string,
  { program, workspace, texts }: Pick<OrderContext, 'program' | 'workspace' | 'texts'>,
): readonly string[] {
  const isPlain = program.workspaces.root === undefined || parseCronAction(message).kind === 'message';
  return isPlain ? [] : [cronTexts(texts).keepsTo(projectName(workspace))];
}
