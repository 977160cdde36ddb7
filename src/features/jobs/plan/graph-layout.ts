import type { JobPlan, PlannedTask } from './plan.ts';
import { stepsOf } from './states.ts';

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
export interface Arrow {
  readonly line: string;
  readonly head: string;
}

export interface GraphLayout {
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
