import { type CommandContext, replyWith } from '../../../contracts/commands.ts';
import { isFailure, sentenceIn, unreachable } from '../../../core/failure.ts';
import { localeOf } from '../../../core/texts/texts.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import { nameFor } from '../../../gateway/tasks/task-name.ts';
import { waitsFor } from '../../../gateway/tasks/task-queue.ts';
import { type CronAnswer, type CronLookup, MAX_CRONS } from '../cron.ts';
import { parseCronCommand } from '../schedule/parse-cron-command.ts';
import { type CronRequest, type PlannedCron, parseCronAction, planCron } from '../schedule/plan-cron.ts';
import { actionLine, nextLine, plannedLines, ruleInWords } from '../schedule/plan-text.ts';
import { cronTexts } from '../texts/texts.ts';
import { zoneHere } from './zone.ts';

/**
 * `/cron add …`: an exact schedule is set at once; one in common words needs a yes; anything else goes to the model.
 */
export function addActions(typed: string, context: CommandContext, rows: CronLookup): readonly CronAnswer[] {
  const plan = planCronCommand(typed, context, rows);
  switch (plan.kind) {
    case 'planned':
      return plan.isExact ? setActions(plan.request, context, rows) : askActions(plan.planned, context);
    case 'refused':
      return replyWith(plan.text);
    case 'unread':
      return thinkActions(typed, context);
    default:
      return unreachable(plan);
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
  return [...replyWith(lines.join('\n')), { kind: 'start', mode: 'talk', task: `/cron add ${typed}` }];
}

/** Sets it, and replies what was set. */
export function setActions(
  request: CronRequest,
  context: CommandContext,
  rows: CronLookup,
): readonly CronAnswer[] {
  const { conversation, texts } = context;
  const planned = planRequestedCron(request, context, rows);
  if (typeof planned === 'string') return replyWith(planned);
  const plan = { ...planned.plan, name: rows.freeName(conversation) };
  const lines = [
    cronTexts(texts).set(plan.name, ruleInWords(planned.read, plan.schedule, cronTexts(texts).schedule)),
    actionLine(plan.message, texts),
    ...projectLine(plan.message, context),
    nextLine(planned, context),
    cronTexts(texts).takeBack(plan.name),
  ];
  return [{ kind: 'cron.add', cron: plan }, ...replyWith(lines.join('\n'))];
}

function askActions(planned: PlannedCron, context: CommandContext): readonly CronAnswer[] {
  const crons = cronTexts(context.texts);
  const isMessage = parseCronAction(planned.plan.message).kind === 'message';
  const lines = [
    crons.ask,
    ...confirmationLines(planned, context),
    ...(isMessage ? [crons.asTask] : []),
    context.awaitsBareWord() ? crons.cronYes : crons.yesOrNo,
  ];
  return replyWith(lines.join('\n'));
}

/** Where the schedule is wanted, and by which person. */
export interface CronCommandContext
  extends Pick<CommandContext, 'conversation' | 'sender' | 'workspace' | 'texts' | 'nowMs'> {
  readonly person: Pick<CommandContext['person'], 'role'>;
  readonly program: Pick<CommandContext['program'], 'timezone' | 'workspaces'>;
  readonly store: Pick<CommandContext['store'], 'conversations'>;
}

/** The meaning of what is typed after `/cron add`; reading it sets nothing. */
export type CronCommandPlan =
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
export function planCronCommand(
  typed: string,
  context: CronCommandContext,
  rows: CronLookup,
): CronCommandPlan {
  const { texts, nowMs } = context;
  const timezone = zoneHere(context);
  if (timezone === undefined) return { kind: 'refused', text: cronTexts(texts).noZone };
  const parsed = parseCronCommand(typed, { nowMs, timezone });
  switch (parsed.kind) {
    case 'exact':
    case 'words': {
      const request = { schedule: parsed.schedule, message: parsed.message, timezone };
      const planned = planRequestedCron(request, context, rows);
      if (typeof planned === 'string') return { kind: 'refused', text: planned };
      return { kind: 'planned', isExact: parsed.kind === 'exact', request, planned };
    }
    case 'unclear':
      return { kind: 'refused', text: cronTexts(texts).unclear };
    case 'unread':
      return parsed;
    default:
      return unreachable(parsed);
  }
}

/** What can be set as it is, or a sentence that says why not. */
function planRequestedCron(
  request: CronRequest,
  { sender, conversation, person, nowMs, texts }: CronCommandContext,
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
export function confirmationLines(planned: PlannedCron, context: CronCommandContext): readonly string[] {
  return [...plannedLines(planned, context), ...projectLine(planned.plan.message, context)];
}

/** Where there are several projects, names the one that the task is for. */
function projectLine(
  message: string,
  { program, workspace, texts }: Pick<CronCommandContext, 'program' | 'workspace' | 'texts'>,
): readonly string[] {
  const isPlain = program.workspaces.root === undefined || parseCronAction(message).kind === 'message';
  return isPlain ? [] : [cronTexts(texts).keepsTo(projectName(workspace))];
}
