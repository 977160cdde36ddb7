import type { StepStatus } from '../../../contracts/session.ts';
import type { Effect } from '../../../contracts/tool.ts';
import { escapeXml } from '../../../core/text.ts';
import { commandName } from '../catalog.ts';
import { type JobPlan, type PlannedTask, stepsOf } from './plan.ts';

/** Measures in pixels: as wide as a phone shows it, and no higher than fits on one. */
const WIDTH = 1080;
const MARGIN = 24;
const ACROSS = 3;
const BOX = { width: (WIDTH - (ACROSS + 1) * MARGIN) / ACROSS, height: 116 };
const MEASURES: Measures = {
  width: WIDTH,
  margin: MARGIN,
  across: ACROSS,
  box: BOX,
  row: 190,
  head: { half: 9, length: 16 },
};
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

/**
 * The plan from top to bottom as SVG, each step a row of boxes or several, arrows from what a task waits for. Ids and
 * commands are ASCII, so nothing in it has to be escaped but nothing is taken on trust either.
 * @param statuses by the place of a task in the plan; missing when nothing has run
 * @returns undefined for a plan that is too large for one picture
 */
export function planSvg(plan: JobPlan, statuses: readonly StepStatus[] = []): string | undefined {
  const { rows, height, boxes, arrows } = layOut(plan, MEASURES);
  if (rows > MAX_ROWS) return undefined;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="${FONT}">`,
    `<rect x="0" y="0" width="${WIDTH}" height="${height}" fill="${PAGE}"/>`,
    ...arrows.map(arrowSvg),
    ...boxes.map((box) => boxSvg(box, statuses[box.at] ?? 'pending')),
    '</svg>',
  ].join('');
}

function arrowSvg({ line, head }: Arrow): string {
  return `<path d="${line}" fill="none" stroke="${EDGE}" stroke-width="4"/><path d="${head}" fill="${EDGE}"/>`;
}

function boxSvg({ task, x, y }: PlacedTask, status: StepStatus): string {
  const { ground, tick } = STATES[status];
  const left = x + 24;
  const tickAt = x + BOX.width - 40;
  return [
    `<rect x="${roundToTenth(x)}" y="${y}" width="${roundToTenth(BOX.width)}" height="${BOX.height}" rx="12" fill="${ground}" stroke="${EDGE}" stroke-width="2"/>`,
    `<rect x="${roundToTenth(x)}" y="${y + 12}" width="10" height="${BOX.height - 24}" fill="${EFFECTS[task.effect]}"/>`,
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

interface SvgTextOptions {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly colour: string;
  /** Available width. */
  readonly width: number;
}

function textSvg(text: string, { x, y, size, colour, width }: SvgTextOptions): string {
  const most = Math.max(1, Math.floor(width / (size * ADVANCE)));
  const shown = text.length <= most ? text : `${text.slice(0, most - 1)}\u2026`;
  const weight = size === NAME_SIZE ? ' font-weight="bold"' : '';
  return `<text xml:space="preserve" x="${roundToTenth(x)}" y="${y}" font-size="${size}" fill="${colour}"${weight}>${escapeXml(shown)}</text>`;
}

/** Lengths in a picture, in its own units. */
export interface Measures {
  readonly width: number;
  /** Around the picture, and between boxes of a row. */
  readonly margin: number;
  /** Most boxes of a row. */
  readonly across: number;
  readonly box: { readonly width: number; readonly height: number };
  /** From one row to the next. */
  readonly row: number;
  readonly head: { readonly half: number; readonly length: number };
}

/** A task in its place: `at` is its place in the plan. */
export interface PlacedTask {
  readonly task: PlannedTask;
  readonly at: number;
  readonly x: number;
  readonly y: number;
}

/** From a task to one that waits for it: the line, and its head, as paths. */
interface Arrow {
  readonly line: string;
  readonly head: string;
}

interface GraphLayout {
  readonly rows: number;
  readonly height: number;
  readonly boxes: readonly PlacedTask[];
  readonly arrows: readonly Arrow[];
}

/** The plan from top to bottom: each step a row of boxes or several, arrows from what a task waits for. */
export function layOut(plan: JobPlan, measures: Measures): GraphLayout {
  const { margin, across, box, row: rowHeight } = measures;
  const placeOf = new Map(plan.tasks.map(({ id }, at) => [id, at]));
  const steps = stepsOf(plan);
  const runs = new Set(steps.flat());
  // Tasks that cannot run are below those that can.
  const stopped = plan.tasks.filter((task) => !runs.has(task));
  const rows = [...steps, stopped].flatMap((step) => rowsOf(step, across));
  const boxes = rows.flatMap((row, at) =>
    row.map((task, column): PlacedTask => {
      const x = leftOf(row.length, column, measures);
      return { task, at: placeOf.get(task.id) ?? -1, x, y: margin + at * rowHeight };
    }),
  );
  return {
    rows: rows.length,
    height: 2 * margin + (rows.length - 1) * rowHeight + box.height,
    boxes,
    arrows: arrowsOf(boxes, measures),
  };
}

function rowsOf(step: readonly PlannedTask[], across: number): readonly (readonly PlannedTask[])[] {
  const rows: (readonly PlannedTask[])[] = [];
  for (let from = 0; from < step.length; from += across) rows.push(step.slice(from, from + across));
  return rows;
}

/** A row that is not full is centred. */
function leftOf(count: number, column: number, { width, margin, box }: Measures): number {
  const left = (width - count * box.width - (count - 1) * margin) / 2;
  return left + column * (box.width + margin);
}

function arrowsOf(boxes: readonly PlacedTask[], measures: Measures): readonly Arrow[] {
  const boxOf = new Map(boxes.map((box) => [box.task.id, box]));
  return boxes.flatMap((box) =>
    box.task.dependsOn.flatMap((id) => {
      const from = boxOf.get(id);
      return from === undefined ? [] : [arrow(from, box, measures)];
    }),
  );
}

function arrow(from: PlacedTask, to: PlacedTask, { box, head }: Measures): Arrow {
  const [x1, y1] = [from.x + box.width / 2, from.y + box.height];
  const [x2, y2] = [to.x + box.width / 2, to.y];
  const bend = (y2 - y1) / 2;
  const [left, right, neck] = [roundToTenth(x2 - head.half), roundToTenth(x2 + head.half), y2 - head.length];
  return {
    line: `M${roundToTenth(x1)} ${y1}C${roundToTenth(x1)} ${y1 + bend} ${roundToTenth(x2)} ${y2 - bend} ${roundToTenth(x2)} ${y2 - head.length * 0.75}`,
    head: `M${left} ${neck}L${roundToTenth(x2)} ${y2}L${right} ${neck}Z`,
  };
}

export function roundToTenth(value: number): number {
  return Math.round(value * 10) / 10;
}
