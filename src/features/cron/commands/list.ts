import type { CommandContext } from '../../../contracts/commands.ts';
import { DAY_MS } from '../../../core/clock.ts';
import { inlineCode, oneLine } from '../../../core/text.ts';
import { isTheirs } from '../../../gateway/tasks/conversation-sessions.ts';
import { projectName } from '../../../gateway/tasks/projects.ts';
import type { CronLookup, CronRecord } from '../cron.ts';
import { parseCronAction } from '../schedule/plan-cron.ts';
import { actionLine, ruleOf, timeOf } from '../schedule/plan-text.ts';
import { cronTexts } from '../texts/texts.ts';
import { zoneHere } from './zone.ts';

/** A cron belongs to its maker; an owner may act on every one. */
export function isTheirCron({ sender }: Pick<CronRecord, 'sender'>, context: CommandContext): boolean {
  return isTheirs({ owner: sender }, context);
}

/** Longest text of a cron in the list, in UTF-16 code units: one line of a terminal, two of a phone. */
const LISTED = 48;

/** Everything that is set in this chat by anyone: all people in the chat see its messages. */
export async function cronList(context: CommandContext, rows: CronLookup): Promise<string> {
  const { conversation, texts } = context;
  const zone = zoneHere(context);
  const lines: string[] = [];
  const ruleFor = rulesOnce(context);
  for await (const cron of rows.inTurns(conversation))
    lines.push(...cronLines({ cron, rule: ruleFor(cron) }, zone, context));
  const { empty, title } = cronTexts(texts);
  return lines.length === 0 ? empty : [title(zone), ...lines].join('\n');
}

/** `ab · Monday to Friday at 09:00 · 🤖 Task: …`: enough to know it again. */
export function namedLine(cron: CronRecord, context: CommandContext): string {
  return [
    cron.name,
    ruleOf(cron, cronTexts(context.texts).schedule),
    actionLine(cron.message, context.texts, 40),
  ].join(' · ');
}

/** The rule of a cron in words. To read a schedule takes longest of all, and many have the same one. */
function rulesOnce({ texts }: CommandContext): (cron: CronRecord) => string {
  const known = new Map<string, string>();
  return (cron) => {
    const key = JSON.stringify([cron.schedule, cron.timezone]);
    const rule = known.get(key) ?? ruleOf(cron, cronTexts(texts).schedule);
    known.set(key, rule);
    return rule;
  };
}

function cronLines(
  { cron, rule }: { readonly cron: CronRecord; readonly rule: string },
  zone: string | undefined,
  context: CommandContext,
): readonly string[] {
  const { texts, sender } = context;
  const crons = cronTexts(texts);
  const other = cron.timezone === zone ? [] : [`(${cron.timezone})`];
  const maker =
    cron.sender === sender ? [] : [crons.by(`+${oneLine(cron.sender.split(/[@:]/, 1)[0] ?? '', 20)}`)];
  return [
    [`${inlineCode(cron.name)} ${rule}`, ...other].join(' '),
    actionLine(cron.message, texts, LISTED),
    [...whenLines(cron, context), ...otherProjectLine(cron, context), ...maker].join(' · '),
    ...skippedLine(cron, context),
  ]
    .filter((line) => line !== '')
    .map((line, index) => (index === 0 ? line : `   ${line}`));
}

/** The project of a task that would not begin where the chat works. */
function otherProjectLine({ message, workspace }: CronRecord, context: CommandContext): readonly string[] {
  const { program, texts } = context;
  const isHere = workspace === undefined || workspace === context.workspace;
  if (isHere || program.workspaces.root === undefined || parseCronAction(message).kind === 'message')
    return [];
  return [cronTexts(texts).project(projectName(workspace))];
}

/** The next run, the state, and the result of the last run. */
function whenLines(cron: CronRecord, context: CommandContext): readonly string[] {
  const crons = cronTexts(context.texts);
  const { state, pauseReason, nextAtMs, last, failures, timezone, policy } = cron;
  const time = (ms: number) => timeOf(ms, timezone, context);
  const outcome = last && crons.last(time(last.nominalMs), crons.outcome[last.outcome]);
  return [
    ...(state === 'active' && nextAtMs !== undefined ? [crons.nextAt(time(nextAtMs))] : []),
    ...(state === 'paused' ? [crons.pausedFor[pauseReason ?? 'asked']] : []),
    ...(state === 'ended' ? [crons.ended] : []),
    ...(outcome === undefined ? [] : [outcome]),
    ...(policy === 'once' || state === 'ended' ? [] : [crons.missedShown(crons.missed.policy[policy])]),
    ...(failures > 0 ? [crons.failures(failures)] : []),
  ];
}

/** Skipped runs are listed until later runs have taken their place: the person may have missed them. */
function skippedLine({ skipped, last, timezone }: CronRecord, context: CommandContext): readonly string[] {
  const crons = cronTexts(context.texts);
  if (skipped === undefined || (last?.nominalMs ?? 0) > skipped.lastMs + KEEP_LISTED_MS) return [];
  const [first, end] = [skipped.firstMs, skipped.lastMs].map((ms) => timeOf(ms, timezone, context));
  const when = first === end ? (first ?? '') : crons.through(first ?? '', end ?? '');
  return [crons.skipped(when, crons.skipReason[skipped.reason])];
}

/**
 * Skipped runs are listed until a run that is this much later: a cron that runs every minute would hide them at once.
 */
const KEEP_LISTED_MS = DAY_MS;
