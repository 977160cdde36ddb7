import type { StepStatus } from '../../../contracts/task-plan.ts';
import type { Effect } from '../../../contracts/tool.ts';
import { commandName } from '../catalog/catalog.ts';
import type { JobPlan, PlannedTask } from './plan.ts';
import { stepsOf } from './states.ts';

/** Measures in pixels: as wide as a phone shows it, and no higher than fits on one. */
const WIDTH = 1080;
const MARGIN = 24;
const ACROSS = 3;
const BOX = { width: (WIDTH - (ACROSS + 1) * MARGIN) / ACROSS, height: 116 };
const ROW = 190;
const MAX_ROWS = 10;
const FONT = 'DejaVu Sans Mono';
const NAME_SIZE = 30;
const COMMAND_SIZE = 22;
/** Width of a character of this font, as a share of its size. */
const ADVANCE = 1233 / 2048;

const PAGE = '#ffffff';
const INK = '#1b1f24';
const FAINT = '#57606a';
const EDGE = '#8c959f';
/** Stripe of a box, by what its task does. */
const EFFECTS: Readonly<Record<Effect, string>> = {
  reads: '#3a7bd5',
  writes: '#d08700',
  executes: '#7b4fc4',
  network: '#cf3a4a',
  asks: '#2f8f4e',
};
/** Background and mark of a box, by the state of its task. */
const STATES: Readonly<Record<StepStatus, { readonly ground: string; readonly tick: string }>> = {
  pending: { ground: '#f6f8fa', tick: '' },
  in_progress: { ground: '#fff3cd', tick: '\u2026' },
  done: { ground: '#e0fbe6', tick: '\u2713' },
  failed: { ground: '#ffebe9', tick: '\u2717' },
  skipped: { ground: '#eaeef2', tick: '\u2212' },
};

interface Box {
  readonly task: PlannedTask;
  readonly status: StepStatus;
  readonly x: number;
  readonly y: number;
}

/**
 * The plan from top to bottom as SVG, each step a row of boxes or several, arrows from what a task waits for. Ids and
 * commands are ASCII, so nothing in it has to be escaped but nothing is taken on trust either.
 * @param statuses by the place of a task in the plan; missing: nothing has run
 * @returns undefined for a plan that is too large for one picture
 */
export function planSvg(plan: JobPlan, statuses: readonly StepStatus[] = []): string | undefined {
  const placeOf = new Map(plan.tasks.map(({ id }, at) => [id, at]));
  const runs = stepsOf(plan).flat();
  // Tasks that cannot run are below those that can.
  const stopped = plan.tasks.filter((task) => !runs.includes(task));
  const rows = [...stepsOf(plan), stopped].flatMap(rowsOf);
  if (rows.length > MAX_ROWS) return undefined;
  const boxes = rows.flatMap((row, at) =>
    row.map((task, column): Box => {
      const status = statuses[placeOf.get(task.id) ?? -1] ?? 'pending';
      return { task, status, x: leftOf(row.length, column), y: MARGIN + at * ROW };
    }),
  );
  const height = 2 * MARGIN + (rows.length - 1) * ROW + BOX.height;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="${FONT}">`,
    `<rect x="0" y="0" width="${WIDTH}" height="${height}" fill="${PAGE}"/>`,
    ...edgesOf(boxes),
    ...boxes.map(boxSvg),
    '</svg>',
  ].join('');
}

function rowsOf(step: readonly PlannedTask[]): readonly (readonly PlannedTask[])[] {
  const rows: (readonly PlannedTask[])[] = [];
  for (let from = 0; from < step.length; from += ACROSS) rows.push(step.slice(from, from + ACROSS));
  return rows;
}

/** A row that is not full is centred. */
function leftOf(count: number, column: number): number {
  const left = (WIDTH - count * BOX.width - (count - 1) * MARGIN) / 2;
  return left + column * (BOX.width + MARGIN);
}

function edgesOf(boxes: readonly Box[]): readonly string[] {
  const boxOf = new Map(boxes.map((box) => [box.task.id, box]));
  return boxes.flatMap((box) =>
    box.task.dependsOn.flatMap((id) => {
      const from = boxOf.get(id);
      return from === undefined ? [] : [edgeSvg(from, box)];
    }),
  );
}

function edgeSvg(from: Box, to: Box): string {
  const [x1, y1] = [from.x + BOX.width / 2, from.y + BOX.height];
  const [x2, y2] = [to.x + BOX.width / 2, to.y];
  const bend = (y2 - y1) / 2;
  const head = `M${rounded(x2 - 9)} ${y2 - 16}L${rounded(x2)} ${y2}L${rounded(x2 + 9)} ${y2 - 16}Z`;
  return [
    `<path d="M${rounded(x1)} ${y1}C${rounded(x1)} ${y1 + bend} ${rounded(x2)} ${y2 - bend} ${rounded(x2)} ${y2 - 12}" fill="none" stroke="${EDGE}" stroke-width="4"/>`,
    `<path d="${head}" fill="${EDGE}"/>`,
  ].join('');
}

function boxSvg({ task, status, x, y }: Box): string {
  const { ground, tick } = STATES[status];
  const left = x + 24;
  const tickAt = x + BOX.width - 40;
  return [
    `<rect x="${rounded(x)}" y="${y}" width="${rounded(BOX.width)}" height="${BOX.height}" rx="12" fill="${ground}" stroke="${EDGE}" stroke-width="2"/>`,
    `<rect x="${rounded(x)}" y="${y + 12}" width="10" height="${BOX.height - 24}" fill="${EFFECTS[task.effect]}"/>`,
    textSvg(task.id, { x: left, y: y + 50, size: NAME_SIZE, colour: INK, width: tickAt - left }),
    textSvg(commandName(task), {
      x: left,
      y: y + 90,
      size: COMMAND_SIZE,
      colour: FAINT,
      width: BOX.width - 40,
    }),
    tick === '' ? '' : textSvg(tick, { x: tickAt, y: y + 52, size: 36, colour: INK, width: 40 }),
  ].join('');
}

interface Look {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  /** Available width. */
  readonly width: number;
}

function textSvg(text: string, { x, y, size, colour, width }: Look): string {
  const most = Math.max(1, Math.floor(width / (size * ADVANCE)));
  const shown = text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
  const weight = size === NAME_SIZE ? ' font-weight="bold"' : '';
  return `<text xml:space="preserve" x="${rounded(x)}" y="${y}" font-size="${size}" fill="${colour}"${weight}>${escapeXml(shown)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
