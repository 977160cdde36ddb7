import type { StepStatus } from '../../../contracts/session.ts';
import type { Effect } from '../../../contracts/tool.ts';
import { escapeXml } from '../../../core/text.ts';
import { commandName } from '../catalog/catalog.ts';
import { type Arrow, layOut, type Measures, type PlacedTask, roundToTenth } from './graph-layout.ts';
import type { JobPlan } from './plan.ts';

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
