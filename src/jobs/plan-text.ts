import type { Json } from '../base/json.ts';
import { oneLine } from '../base/text.ts';
import type { Texts } from '../base/texts/texts.ts';
import type { Effect } from '../contracts/tool.ts';
import { escapeHidden } from '../policy/display.ts';
import { commandName } from './catalog.ts';
import type { JobPlan, PlannedTask } from './plan.ts';
import { stepsOf } from './states.ts';

/** Tasks that are shown in full; a phone shows no more than a few screens. The hash holds for all of them. */
const MOST_SHOWN = 40;
/** Names in a line that sums up. */
const MOST_NAMED = 12;
/** Longest value shown, in UTF-16 code units, and its lines. */
const LONGEST_VALUE = 300;
const MOST_LINES = 6;
const SHOWN_OF_HASH = 12;
const ICONS: Readonly<Record<Effect, string>> = {
  reads: '👀',
  writes: '✏️',
  executes: '⚙️',
  network: '🌐',
  asks: '✋',
};
/** From what matters least to what matters most. */
const EFFECTS = ['reads', 'writes', 'executes', 'network', 'asks'] as const;

type Words = Texts['jobs']['plan'];

/** What a plan would do, for a person: order, values, what will be asked, what cannot be taken back. */
export function planText(plan: JobPlan, { jobs }: Texts): string {
  const words = jobs.plan;
  const head = [words.title(plan.name, plan.tasks.length), ...descriptionOf(plan)].join('\n');
  const sections = [head, ...stepTexts(plan, words), ...faultText(plan, words), summaryOf(plan, words)];
  return [...sections, words.hash(plan.hash.slice(0, SHOWN_OF_HASH))].join('\n\n');
}

function descriptionOf({ description }: JobPlan): readonly string[] {
  return description === '' ? [] : [escapeHidden(oneLine(description, LONGEST_VALUE))];
}

function stepTexts(plan: JobPlan, words: Words): readonly string[] {
  const texts: string[] = [];
  let left = MOST_SHOWN;
  for (const [at, step] of stepsOf(plan).entries()) {
    if (left <= 0) break;
    const shown = step.slice(0, left);
    left -= shown.length;
    const title = words.step(at + 1, step.length);
    texts.push([title, ...shown.map((task) => taskText(task, words))].join('\n'));
  }
  const runnable = plan.tasks.length - stoppedIn(plan);
  const hidden = runnable - (MOST_SHOWN - left);
  return hidden > 0 ? [...texts, words.moreTasks(hidden)] : texts;
}

/** Tasks that stand in no step. */
function stoppedIn(plan: JobPlan): number {
  return plan.tasks.length - stepsOf(plan).flat().length;
}

function taskText(task: PlannedTask, words: Words): string {
  const { id, effect, dependsOn, input } = task;
  const after = dependsOn.length === 0 ? '' : ` (${words.after(named(dependsOn))})`;
  const values = Object.entries(input).map(([name, value]) => `   ${name}: ${valueText(value, words)}`);
  return [`${ICONS[effect]} ${id} · ${commandName(task)}${after}`, ...values].join('\n');
}

/** Nothing of it can pass for a line of the plan: further lines are set in. */
function valueText(value: Json, words: Words): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const lines = text.trimEnd().split(/\r?\n/);
  const shown = lines.slice(0, MOST_LINES).map((line) => escapeHidden(oneLine(line, LONGEST_VALUE)));
  const more = lines.length - shown.length;
  const all = more > 0 ? [...shown, words.moreLines(more)] : shown;
  return all.join('\n      ');
}

function faultText({ tasks }: JobPlan, words: Words): readonly string[] {
  const faults = tasks.flatMap(({ id, fault }) =>
    fault === undefined ? [] : [`❌ ${id}: ${escapeHidden(oneLine(fault, LONGEST_VALUE))}`],
  );
  return faults.length === 0 ? [] : [[words.faults, ...faults.slice(0, MOST_NAMED)].join('\n')];
}

/** What to expect of the tasks that run, by what they do. */
function summaryOf(plan: JobPlan, words: Words): string {
  const tasks = stepsOf(plan).flat();
  const lines = EFFECTS.flatMap((effect) => {
    const ids = tasks.filter((task) => task.effect === effect).map(({ id }) => id);
    if (ids.length === 0) return [];
    return [`${words.effects[effect](named(ids))}. ${words.approvals[effect]}`];
  });
  const effects = new Set(tasks.map(({ effect }) => effect));
  const risks = (['writes', 'executes', 'network'] as const).filter((effect) => effects.has(effect));
  return [...lines, ...risks.map((effect) => `⚠️ ${words.risks[effect]}`)].join('\n');
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, MOST_NAMED).join(', ');
  return ids.length > MOST_NAMED ? `${shown}, … (${ids.length})` : shown;
}
