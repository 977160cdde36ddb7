import { isJsonObject, type Json } from '../../../core/json.ts';
import { oneLine } from '../../../core/text.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import type { JobPlan } from '../plan/plan.ts';
import type { TaskStates } from '../plan/states.ts';
import { type JobTexts, jobTexts } from '../texts/texts.ts';

/** How many lines of each kind: a phone shows no more, and `/job show` has all. */
const MAX_LINES = 5;
const MAX_LINE_LENGTH = 200;
/** In place of what is empty. */
const NONE = '–';

/**
 * The report of a job: how many tasks were done, which failed and why, which never ran because of that, and the
 * outputs.
 */
export function jobReport(
  plan: JobPlan,
  states: TaskStates,
  { isOver, texts }: { readonly isOver: boolean; readonly texts: Texts },
): string {
  const words = jobTexts(texts).chat.report;
  const { done, failed, stopped, waiting } = sortedBy(plan, states, words.stopped);
  return [
    words.done(done.length, plan.tasks.length),
    ...firstLines(failed, (line) => `❌ ${line}`, words.more),
    ...firstLines(stopped, (line) => `⏭️ ${line}`, words.more),
    ...firstLines(done.filter(isLast(plan)), (line) => `📤 ${line}`, words.more),
    ...(isOver || waiting === 0 ? [] : [words.notYet(waiting)]),
    ...(failed.length === 0 ? [] : [words.retry]),
  ].join('\n');
}

function sortedBy(
  { tasks }: JobPlan,
  states: TaskStates,
  toldStopped: JobTexts['chat']['report']['stopped'],
) {
  const lines = { done: [] as Line[], failed: [] as Line[], stopped: [] as Line[], waiting: 0 };
  for (const { id } of tasks) {
    const state = states.get(id);
    if (state?.kind === 'done') lines.done.push({ id, text: `${id}: ${outputText(state.output)}` });
    else if (state?.kind === 'failed') lines.failed.push({ id, text: `${id}: ${state.reason}` });
    else if (state?.kind === 'stopped') lines.stopped.push({ id, text: toldStopped(id, state.because) });
    else lines.waiting += 1;
  }
  return lines;
}

interface Line {
  readonly id: string;
  readonly text: string;
}

/** Results that no other task took up: they are what the job was for. */
function isLast({ tasks }: JobPlan): (line: Line) => boolean {
  const used = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  return ({ id }) => !used.has(id);
}

function firstLines(
  lines: readonly Line[],
  marked: (text: string) => string,
  more: (count: number) => string,
): readonly string[] {
  const shownLines = lines
    .slice(0, MAX_LINES)
    .map(({ text }) => marked(escapeHidden(oneLine(text, MAX_LINE_LENGTH))));
  const rest = lines.length - shownLines.length;
  return rest > 0 ? [...shownLines, more(rest)] : shownLines;
}

/** `path: a.md · added: 1 · lines: one, two`, because JSON is unreadable on a phone. */
function outputText(output: Json): string {
  if (!isJsonObject(output)) return valueText(output);
  const members = Object.entries(output).map(([name, value]) => `${name}: ${valueText(value)}`);
  return members.join(' · ');
}

function valueText(value: Json): string {
  if (value === null || value === '') return NONE;
  if (typeof value !== 'object') return String(value).trim();
  const isPlainList = Array.isArray(value) && value.every((item: Json) => typeof item !== 'object');
  if (!isPlainList) return JSON.stringify(value);
  return value.length === 0 ? NONE : value.join(', ');
}
