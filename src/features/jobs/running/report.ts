import type { StepStatus, TaskPlan } from '../../../contracts/session.ts';
import { isJsonObject, type Json } from '../../../core/json.ts';
import { firstLines, inlineCode, oneLine } from '../../../core/text.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { escapeHidden } from '../../../policy/display.ts';
import { commandName } from '../catalog.ts';
import type { JobPlan, PlannedTask, TaskState, TaskStates } from '../plan/plan.ts';
import { jobTexts } from '../texts/texts.ts';

/** How much of a report is shown. */
interface ReportExtent {
  /** Tasks of each kind. */
  readonly tasks: number;
  /** Fields of one result. */
  readonly fields: number;
  /** Length of one value or reason, in UTF-16 code units. */
  readonly length: number;
  /** Lines of one value. */
  readonly lines: number;
}

/** A phone shows no more than a screen. */
const SHORT: ReportExtent = { tasks: 5, fields: 6, length: 120, lines: 1 };
const ALL = Number.POSITIVE_INFINITY;
const WHOLE: ReportExtent = { tasks: ALL, fields: ALL, length: 4_000, lines: ALL };
/** In place of what is empty. */
const NONE = '–';

interface ReportParts {
  readonly isOver: boolean;
  readonly texts: Texts;
  /** A sentence that says where all of it is shown, for a short report; without it all is shown here. */
  readonly whereAll?: string;
}

/**
 * The report of a job: how many tasks were done, which failed and why, which never ran because of that, and the
 * outputs, a line for each field.
 */
export function jobReport(plan: JobPlan, states: TaskStates, parts: ReportParts): string {
  const whole = reportWithin(WHOLE, plan, states, parts);
  const short = parts.whereAll === undefined ? whole : reportWithin(SHORT, plan, states, parts);
  const { retry } = jobTexts(parts.texts).chat.report;
  const hasFailed = plan.tasks.some(({ id }) => states.get(id)?.kind === 'failed');
  return [short, ...(short === whole ? [] : [`✂️ ${parts.whereAll}`]), ...(hasFailed ? [retry] : [])].join(
    '\n',
  );
}

function reportWithin(
  extent: ReportExtent,
  plan: JobPlan,
  states: TaskStates,
  { isOver, texts }: ReportParts,
): string {
  const { plan: planWords, chat } = jobTexts(texts);
  const words = chat.report;
  const page = { extent, left: planWords.more };
  const { done, failed, stopped, waiting } = groupByState(plan, states);
  const last = done.filter(isLast(plan));
  const shown = <Task>(tasks: readonly Task[], text: (task: Task) => string): readonly string[] => {
    const rest = tasks.length - extent.tasks;
    return [...tasks.slice(0, extent.tasks).map(text), ...(rest > 0 ? [words.more(rest)] : [])];
  };
  return [
    words.done(done.length, plan.tasks.length),
    ...shown(failed, ({ id, reason }) => `❌ ${id}: ${inOneLine(reason, extent)}`),
    ...shown(stopped, ({ id, because }) => `⏭️ ${words.stopped(id, because)}`),
    ...shown(last, ({ id, output }) => `📤 ${id}${outputText(output, page)}`),
    ...(isOver || waiting === 0 ? [] : [words.notYet(waiting)]),
  ].join('\n');
}

function groupByState({ tasks }: JobPlan, states: TaskStates) {
  const sorted = {
    done: [] as { id: string; output: Json }[],
    failed: [] as { id: string; reason: string }[],
    stopped: [] as { id: string; because: string }[],
    waiting: 0,
  };
  for (const { id } of tasks) {
    const state = states.get(id);
    if (state?.kind === 'done') sorted.done.push({ id, output: state.output });
    else if (state?.kind === 'failed') sorted.failed.push({ id, reason: state.reason });
    else if (state?.kind === 'stopped') sorted.stopped.push({ id, because: state.because });
    else sorted.waiting += 1;
  }
  return sorted;
}

/** Results that no other task took up: they are what the job was for. */
function isLast({ tasks }: JobPlan): (task: { readonly id: string }) => boolean {
  const used = new Set(tasks.flatMap(({ dependsOn }) => dependsOn));
  return ({ id }) => !used.has(id);
}

interface ReportLayout {
  readonly extent: ReportExtent;
  /** Says what was left out of a value, as in a plan. */
  left(lines: number, characters: number): string;
}

/** A line for each field that holds something, because JSON is unreadable on a phone. */
function outputText(output: Json, page: ReportLayout): string {
  if (!isJsonObject(output)) return `:${valueText(output, page)}`;
  const fields = Object.entries(output).filter(([, value]) => !isEmpty(value));
  if (fields.length === 0) return `: ${NONE}`;
  return fields
    .slice(0, page.extent.fields)
    .map(([name, value]) => `\n   ${escapeHidden(name)}:${valueText(value, page)}`)
    .join('');
}

function isEmpty(value: Json): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Behind a colon. Nothing of it can pass for a line of ours: further lines are set in, and code. */
function valueText(value: Json, { extent, left }: ReportLayout): string {
  const text = plainText(value);
  if (extent.lines === 1 || !text.includes('\n')) return ` ${inOneLine(text, extent)}`;
  const shown = firstLines(text, extent.length);
  const rest = text.length - shown.length;
  const lines = shown.split(/\r?\n/).map((line) => inlineCode(escapeHidden(line)));
  return ['', ...lines, ...(rest > 0 ? [left(0, rest)] : [])].join('\n      ');
}

function inOneLine(text: string, { length }: ReportExtent): string {
  return escapeHidden(oneLine(text, length));
}

function plainText(value: Json): string {
  if (isEmpty(value)) return NONE;
  if (typeof value !== 'object') return String(value).trim();
  const isPlainList = Array.isArray(value) && value.every((item: Json) => typeof item !== 'object');
  return isPlainList ? value.join(', ') : JSON.stringify(value);
}

/** Longest checklist of a session. */
const MAX_STEPS = 30;
const MAX_TITLE_LENGTH = 120;
const MAX_NOTE_LENGTH = 200;

/**
 * The checklist with the state of a job: a step for each task, or for a few neighbouring ones when there are many.
 */
export function ticksOf({ tasks }: JobPlan, states: TaskStates): TaskPlan {
  const size = Math.ceil(tasks.length / MAX_STEPS);
  const steps: TaskPlan['steps'] = [];
  for (let from = 0; from < tasks.length; from += size) {
    const group = tasks.slice(from, from + size);
    const note = failureNote(group, states);
    steps.push({ title: titleOf(group), status: statusOf(group, states), ...(note && { note }) });
  }
  return { steps };
}

function titleOf(group: readonly PlannedTask[]): string {
  const [first] = group;
  const last = group.at(-1);
  if (first === undefined || last === undefined) throw new Error('a step of a job has no task');
  const title =
    group.length === 1 ? `${first.id} · ${commandName(first)}` : `${first.id} … ${last.id} (${group.length})`;
  return oneLine(title, MAX_TITLE_LENGTH);
}

function statusOf(group: readonly PlannedTask[], states: TaskStates): StepStatus {
  const kinds = group.map(({ id }) => states.get(id)?.kind ?? 'waiting');
  const all = (...wanted: readonly TaskState['kind'][]) => kinds.every((kind) => wanted.includes(kind));
  if (all('done')) return 'done';
  if (all('waiting')) return 'pending';
  if (all('stopped')) return 'skipped';
  return all('done', 'failed', 'stopped') ? 'failed' : 'in_progress';
}

function failureNote(group: readonly PlannedTask[], states: TaskStates): string | undefined {
  for (const { id } of group) {
    const state = states.get(id);
    if (state?.kind !== 'failed') continue;
    return oneLine(group.length === 1 ? state.reason : `${id}: ${state.reason}`, MAX_NOTE_LENGTH);
  }
  return undefined;
}
