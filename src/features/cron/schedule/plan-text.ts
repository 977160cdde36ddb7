import type { Texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { titleLine } from '../../../policy/redaction.ts';
import { cronTexts } from '../texts/texts.ts';
import { beginsTask, parseCronAction } from './cron-action.ts';
import { formatLocalTime } from './local-time.ts';
import type { PlannedCron } from './plan-cron.ts';
import { ruleInWords } from './rule-in-words.ts';

/** Longest text of a cron where it is only named: two lines on a phone. In UTF-16 code units. */
const MAX_LENGTH = 120;

interface PlanTextContext {
  readonly texts: Texts;
  readonly nowMs: number;
}

/** `Mon 23 Nov 09:00`, of this cron's own zone. */
export function timeOf(ms: number, timezone: string, { texts, nowMs }: PlanTextContext): string {
  return formatLocalTime(ms, { timezone, language: cronTexts(texts).nextTimes.dates, nowMs });
}

/** What a cron does, as one line: `🤖 Task: run the tests`. */
export function actionLine(message: string, texts: Texts, most = MAX_LENGTH): string {
  const crons = cronTexts(texts);
  const action = parseCronAction(message);
  const text = shortenVisibly(action.kind === 'refused' ? message : action.text, most);
  if (!beginsTask(action)) return crons.message(text);
  return action.kind === 'agent' ? crons.task(text) : crons.dryRun(text);
}

/**
 * What a model proposes, or somebody else in the chat has set, must not read otherwise than it is: a mark that turns
 * the direction of writing would do that. Joiners turn nothing, and emojis and some scripts need them.
 */
function shortenVisibly(text: string, most: number): string {
  return titleLine(text, most)
    .split(/([\u200c\u200d])/)
    .map((part, index) => (index % 2 === 1 ? part : escapeHidden(part)))
    .join('');
}

/** `Next: Mon 23 Nov 09:00 (Europe/Madrid), then …`. */
export function nextLine({ plan, read, runs }: PlannedCron, shown: PlanTextContext): string {
  const crons = cronTexts(shown.texts);
  const [first = '', ...others] = runs.map((ms) => timeOf(ms, plan.timezone, shown));
  if (read.kind === 'at') return crons.onceAt(first, plan.timezone);
  if (others.length === 0) return crons.next(first, plan.timezone);
  return crons.nextThree(first, plan.timezone, others.join(', '));
}

/** Everything a person needs for saying yes: when in words, what then, and the next three times. */
export function plannedLines(planned: PlannedCron, shown: PlanTextContext): readonly string[] {
  const { plan, read } = planned;
  const crons = cronTexts(shown.texts);
  const { schedule } = crons;
  const rule = ruleInWords(read, plan.schedule, schedule);
  return [
    `${rule.slice(0, 1).toUpperCase()}${rule.slice(1)}`,
    // A person decides about it: nothing is left out.
    actionLine(plan.message, shown.texts, Number.POSITIVE_INFINITY),
    nextLine(planned, shown),
    ...(parseCronAction(plan.message).kind === 'message' ? [] : [crons.asksThen]),
  ];
}
