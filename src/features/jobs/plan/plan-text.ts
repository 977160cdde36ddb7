import type { Effect } from '../../../contracts/tool.ts';
import type { Json } from '../../../core/json.ts';
import { cutAt, firstLines, inlineCode, oneLine } from '../../../core/text.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { commandName } from '../catalog.ts';
import { type JobTexts, jobTexts } from '../texts/texts.ts';
import { type JobPlan, type JobReasons, type PlannedTask, sentenceOfFault, stepsOf } from './plan.ts';

/** The shown part of a plan; the hash covers all of it. */
interface PlanExtent {
  readonly tasks: number;
  /** Limits for a value: UTF-16 code units a line, and lines. */
  readonly lineLength: number;
  readonly lines: number;
  /** Names in a line that sums up, and reasons why tasks cannot run. */
  readonly named: number;
}

/** A phone shows no more than a few screens. */
const SHORT: PlanExtent = { tasks: 40, lineLength: 300, lines: 6, named: 12 };
const ALL = Number.POSITIVE_INFINITY;
const WHOLE: PlanExtent = { tasks: ALL, lineLength: ALL, lines: ALL, named: ALL };
/** Longest plan, in UTF-16 code units: nobody would read more, and it has to be sent. */
const MAX_WHOLE_LENGTH = 400_000;
const MAX_DESCRIPTION_LENGTH = 1_000;
const ICONS: Readonly<Record<Effect, string>> = {
  reads: '👀',
  writes: '✏️',
  executes: '⚙️',
  network: '🌐',
  asks: '✋',
};
/** The effects, from the least to the most important. */
const EFFECTS = ['reads', 'writes', 'executes', 'network', 'asks'] as const;

/**
 * A plan for a person: order, values, questions, and irreversible steps. Values are code: a phone would interpret
 * their signs.
 * @param whereAll a sentence that says where all of it is shown, for a short text; without it all is shown here
 */
export function planText(plan: JobPlan, texts: Texts, whereAll?: string): string {
  const whole = textWithin(WHOLE, plan, texts);
  if (whereAll === undefined) return withinLimit(whole, texts);
  const short = textWithin(SHORT, plan, texts);
  return short === whole ? whole : `${short}\n\n✂️ ${whereAll}`;
}

function withinLimit(text: string, texts: Texts): string {
  const shown = firstLines(text, MAX_WHOLE_LENGTH);
  const rest = text.length - shown.length;
  return rest === 0 ? text : `${shown}\n${jobTexts(texts).plan.more(0, rest)}`;
}

function textWithin(extent: PlanExtent, plan: JobPlan, texts: Texts): string {
  const { plan: words, chat } = jobTexts(texts);
  const page = { extent, words, reasons: chat.reasons };
  const head = [page.words.title(plan.name, plan.tasks.length), ...descriptionOf(plan)].join('\n');
  return [head, ...stepTexts(plan, page), ...faultText(plan, page), summaryOf(plan, page)].join('\n\n');
}

interface PlanTextOptions {
  readonly extent: PlanExtent;
  readonly words: JobTexts['plan'];
  readonly reasons: JobReasons;
}

function descriptionOf({ description }: JobPlan): readonly string[] {
  return description === '' ? [] : [escapeHidden(oneLine(description, MAX_DESCRIPTION_LENGTH))];
}

function stepTexts(plan: JobPlan, page: PlanTextOptions): readonly string[] {
  const { extent, words } = page;
  const texts: string[] = [];
  let left = extent.tasks;
  for (const [at, step] of stepsOf(plan).entries()) {
    if (left <= 0) break;
    const shown = step.slice(0, left);
    left -= shown.length;
    const title = words.step(at + 1, step.length);
    texts.push([title, ...shown.map((task) => taskText(task, page))].join('\n'));
  }
  const hidden = plan.tasks.length - countUnreachable(plan) - extent.tasks;
  return hidden > 0 ? [...texts, words.moreTasks(hidden)] : texts;
}

/** Tasks that are in no step. */
function countUnreachable(plan: JobPlan): number {
  return plan.tasks.length - stepsOf(plan).flat().length;
}

function taskText(task: PlannedTask, page: PlanTextOptions): string {
  const { id, effect, dependsOn, input } = task;
  const after = dependsOn.length === 0 ? '' : ` (${page.words.after(idList(dependsOn, page))})`;
  const values = Object.entries(input).map(([name, value]) => `   ${name}: ${valueText(value, page)}`);
  return [`${ICONS[effect]} ${id} · ${commandName(task)}${after}`, ...values].join('\n');
}

/** Nothing of it can pass for a line of the plan: further lines are set in. */
function valueText(value: Json, { extent, words }: PlanTextOptions): string {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const lines = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  const shown = lines.slice(0, extent.lines).map((line) => cutAt(line, extent.lineLength));
  const rest = lengthOf(lines) - lengthOf(shown);
  const more = rest === 0 ? [] : [words.more(lines.length - shown.length, rest)];
  return [...shown.map((line) => inlineCode(escapeHidden(line))), ...more].join('\n      ');
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function faultText({ tasks }: JobPlan, { extent, words, reasons }: PlanTextOptions): readonly string[] {
  const faults = tasks.flatMap(({ id, fault }) =>
    fault === undefined
      ? []
      : [`❌ ${id}: ${escapeHidden(oneLine(sentenceOfFault(fault, reasons), extent.lineLength))}`],
  );
  if (faults.length === 0) return [];
  const hidden = faults.length - extent.named;
  const more = hidden > 0 ? [words.moreTasks(hidden)] : [];
  return [[words.faults, ...faults.slice(0, extent.named), ...more].join('\n')];
}

/** What to expect of the tasks that run, by their effects. */
function summaryOf(plan: JobPlan, page: PlanTextOptions): string {
  const { words } = page;
  const tasks = stepsOf(plan).flat();
  const lines = EFFECTS.flatMap((effect) => {
    const ids = tasks.filter((task) => task.effect === effect).map(({ id }) => id);
    if (ids.length === 0) return [];
    return [`${words.effects[effect](idList(ids, page))}. ${words.approvals[effect]}`];
  });
  const effects = new Set(tasks.map(({ effect }) => effect));
  const risks = (['writes', 'executes', 'network'] as const).filter((effect) => effects.has(effect));
  return [...lines, ...risks.map((effect) => `⚠️ ${words.risks[effect]}`)].join('\n');
}

function idList(ids: readonly string[], { extent }: PlanTextOptions): string {
  const shown = ids.slice(0, extent.named).join(', ');
  return ids.length > extent.named ? `${shown}, … (${ids.length})` : shown;
}
