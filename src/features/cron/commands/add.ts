import type { CommandContext } from '../../../contracts/commands.ts';
import { isFailure } from '../../../core/failure.ts';
import { unreachable } from '../../../core/unreachable.ts';
import { waitsFor } from '../../../gateway/tasks/places.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { nameFor } from '../../../gateway/tasks/task-name.ts';
import { type CronStore, MAX_CRONS } from '../cron.ts';
import { parseCronAction } from '../schedule/cron-action.ts';
import { parseCronCommand } from '../schedule/parse-cron-command.ts';
import { type CronRequest, type PlannedCron, planCron } from '../schedule/plan-cron.ts';
import { actionLine, nextLine, plannedLines } from '../schedule/plan-text.ts';
import { ruleInWords } from '../schedule/rule-in-words.ts';
import { faultText } from '../texts/faults.ts';
import { cronTexts } from '../texts/texts.ts';
import type { CronAnswer } from './context.ts';
import { zoneHere } from './zone.ts';

/** `/cron add …`: an exact schedule is set at once; one in words is asked about; anything else is for the model. */
export function addActions(typed: string, context: CommandContext, rows: CronStore): readonly CronAnswer[] {
  const { texts, nowMs } = context;
  const timezone = zoneHere(context);
  if (timezone === undefined) return reply(cronTexts(texts).noZone);
  const order = parseCronCommand(typed, { nowMs, timezone });
  switch (order.kind) {
    case 'exact':
      return setActions({ ...order, timezone }, context, rows);
    case 'words':
      return askActions({ ...order, timezone }, context, rows);
    case 'unclear':
      return reply(cronTexts(texts).unclear);
    case 'unread':
      return thinkActions(typed, context);
    default:
      return unreachable(order);
  }
}

/** A talk of its own: the model reads what no table knows, and whatever it proposes is asked. */
function thinkActions(typed: string, context: CommandContext): readonly CronAnswer[] {
  const { texts, conversation, workspace } = context;
  const wait = waitsFor({ mode: 'talk', conversation, workspace }, context);
  const lines = [
    cronTexts(texts).thinking,
    ...(wait === undefined ? [] : [cronTexts(texts).waits(nameFor(wait.behind, context, true))]),
  ];
  return [...reply(lines.join('\n')), { kind: 'start', mode: 'talk', task: `/cron add ${typed}` }];
}

/** Sets it, and tells what was set. */
export function setActions(
  request: CronRequest,
  context: CommandContext,
  rows: CronStore,
): readonly CronAnswer[] {
  const { conversation, texts } = context;
  const planned = plannedFor(request, context, rows);
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

function askActions(request: CronRequest, context: CommandContext, rows: CronStore): readonly CronAnswer[] {
  const crons = cronTexts(context.texts);
  const planned = plannedFor(request, context, rows);
  if (typeof planned === 'string') return reply(planned);
  const isMessage = parseCronAction(planned.plan.message).kind === 'message';
  const lines = [
    crons.ask,
    ...plannedLines(planned, context),
    ...projectLine(planned.plan.message, context),
    ...(isMessage ? [crons.asTask] : []),
    context.awaitsBareWord() ? crons.cronYes : crons.yesOrNo,
  ];
  return reply(lines.join('\n'));
}

/** Where there are several projects, a task is told apart from what the chat does next. */
function projectLine(message: string, { program, workspace, texts }: CommandContext): readonly string[] {
  const isPlain = program.workspaces.root === undefined || parseCronAction(message).kind === 'message';
  return isPlain ? [] : [cronTexts(texts).keepsTo(projectName(workspace))];
}

/** What can be set as it is, or a sentence that says why not. */
function plannedFor(request: CronRequest, context: CommandContext, rows: CronStore): PlannedCron | string {
  const { sender, conversation, person, nowMs, texts } = context;
  try {
    const planned = planCron(request, nowMs);
    const isTask = parseCronAction(planned.plan.message).kind !== 'message';
    // Asked here already: whoever may not do it should not be asked for a yes.
    if (isTask && person.role === 'reader') return texts.replies.readersOnlyAsk;
    const counts = rows.counts(sender, conversation);
    if (counts.person >= MAX_CRONS.person) return cronTexts(texts).full.person(MAX_CRONS.person);
    if (counts.conversation >= MAX_CRONS.conversation)
      return cronTexts(texts).full.conversation(MAX_CRONS.conversation);
    return planned;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return faultText(error, texts);
  }
}

function reply(text: string): readonly CronAnswer[] {
  return [{ kind: 'reply', text }];
}
