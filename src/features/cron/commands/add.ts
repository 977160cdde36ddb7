import type { CommandContext } from '../../../contracts/commands.ts';
import { unreachable } from '../../../core/failure.ts';
import { waitsFor } from '../../../gateway/tasks/places.ts';
import { nameFor } from '../../../gateway/tasks/task-name.ts';
import type { CronAnswer, CronLookup } from '../cron.ts';
import { parseCronAction } from '../schedule/cron-action.ts';
import type { CronRequest, PlannedCron } from '../schedule/plan-cron.ts';
import { actionLine, nextLine } from '../schedule/plan-text.ts';
import { ruleInWords } from '../schedule/rule-in-words.ts';
import { cronTexts } from '../texts/texts.ts';
import { orderLines, planRequestedCron, projectLine, readOrder } from './read-order.ts';

/**
 * `/cron add …`: an exact schedule is set at once; one in common words needs a yes; anything else goes to the model.
 */
export function addActions(typed: string, context: CommandContext, rows: CronLookup): readonly CronAnswer[] {
  const order = readOrder(typed, context, rows);
  switch (order.kind) {
    case 'planned':
      return order.isExact ? setActions(order.request, context, rows) : askActions(order.planned, context);
    case 'refused':
      return reply(order.text);
    case 'unread':
      return thinkActions(typed, context);
    default:
      return unreachable(order);
  }
}

/** Starts a talk of its own: the model reads words that no table knows, and its proposal needs a yes. */
function thinkActions(typed: string, context: CommandContext): readonly CronAnswer[] {
  const { texts, conversation, workspace } = context;
  const wait = waitsFor({ mode: 'talk', conversation, workspace }, context);
  const lines = [
    cronTexts(texts).thinking,
    ...(wait === undefined ? [] : [cronTexts(texts).waits(nameFor(wait.behind, context, true))]),
  ];
  return [...reply(lines.join('\n')), { kind: 'start', mode: 'talk', task: `/cron add ${typed}` }];
}

/** Sets it, and replies what was set. */
export function setActions(
  request: CronRequest,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  const { conversation, texts } = context;
  const planned = planRequestedCron(request, context, rows);
  if (typeof planned === 'string') return reply(planned);
  const plan = { ...planned.plan, name: rows.freeName(conversation) };
  const lines = [
    cronTexts(texts).set(plan.name, ruleInWords(planned.read, plan.schedule, cronTexts(texts).schedule)),
    actionLine(plan.message, texts),
    ...projectLine(plan.message, context),
    nextLine(planned, context),
    cronTexts(texts).takeBack(plan.name),
  ];
  return [{ kind: 'cron.add', cron: plan }, ...reply(lines.join('\n'))];
}

function askActions(planned: PlannedCron, context: CommandContext): readonly CronAnswer[] {
  const crons = cronTexts(context.texts);
  const isMessage = parseCronAction(planned.plan.message).kind === 'message';
  const lines = [
    crons.ask,
    ...orderLines(planned, context),
    ...(isMessage ? [crons.asTask] : []),
    context.awaitsBareWord() ? crons.cronYes : crons.yesOrNo,
  ];
  return reply(lines.join('\n'));
}

function reply(text: string): readonly CronAnswer[] {
  return [{ kind: 'reply', text }];
}
