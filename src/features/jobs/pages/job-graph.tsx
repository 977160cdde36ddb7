import type { StepStatus } from '../../../contracts/session.ts';
import type { Texts } from '../../../core/texts/texts.ts';
import { Empty } from '../../../web-server/ui.tsx';
import { commandName } from '../catalog.ts';
import { stepsOf } from '../plan/plan.ts';
import { layOut, type Measures, type PlacedTask, roundToTenth } from '../plan/plan-svg.ts';
import { jobTexts } from '../texts/texts.ts';
import type { JobStanding } from './job-standing.tsx';

/** In units that are pixels on the smallest phone: there its letters are as large as those of the page. */
const WIDTH = 300;
const MARGIN = 10;
const ACROSS = 2;
const HEIGHT = 46;
/** A picture of more tasks could not be read. */
const MAX_TASKS = 60;
const NAME_SIZE = 12;
const COMMAND_SIZE = 11;
/** Width of a character, as a share of its size: the widest of the usual fonts of equal widths. */
const ADVANCE = 0.62;
const MARKS: Readonly<Record<StepStatus, string>> = {
  pending: '○',
  in_progress: '◐',
  done: '✓',
  failed: '✕',
  skipped: '–',
};

/**
 * The tasks as boxes by their state, with an arrow to each task from those it waits for; its colours are those of the
 * page.
 */
export function JobPicture({ standing: { plan, tasks }, texts }: { standing: JobStanding; texts: Texts }) {
  const { page } = jobTexts(texts);
  if (tasks.length > MAX_TASKS) return <Empty>{page.tooLarge}</Empty>;
  const measures = measuresFor(Math.max(...stepsOf(plan).map((step) => step.length)));
  const { height, boxes, arrows } = layOut(plan, measures);
  const done = tasks.filter(({ status }) => status === 'done').length;
  return (
    <svg class="graph" viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-labelledby="graph-name graph-about">
      <title id="graph-name">{page.drawn(String(done), String(tasks.length))}</title>
      <desc id="graph-about">{page.listed}</desc>
      {arrows.map(({ line, head }) => (
        <>
          <path class="edge" d={line} />
          <path class="edge-head" d={head} />
        </>
      ))}
      {boxes.map((box) => (
        <Box placed={box} status={tasks[box.at]?.status ?? 'pending'} width={measures.box.width} />
      ))}
    </svg>
  );
}

/** Where no two tasks stand beside each other, each has the whole width. */
function measuresFor(widest: number): Measures {
  const across = widest > 1 ? ACROSS : 1;
  const width = (WIDTH - (across + 1) * MARGIN) / across;
  return {
    width: WIDTH,
    margin: MARGIN,
    across,
    box: { width, height: HEIGHT },
    row: HEIGHT + 32,
    head: { half: 4, length: 8 },
  };
}

interface BoxProps {
  readonly placed: PlacedTask;
  readonly status: StepStatus;
  readonly width: number;
}

function Box({ placed: { task, x, y }, status, width }: BoxProps) {
  const markAt = x + width - 18;
  return (
    <g class={`node node-${status}`}>
      <rect x={roundToTenth(x)} y={y} width={roundToTenth(width)} height={HEIGHT} rx={6} />
      <text class="node-name" x={roundToTenth(x + 8)} y={y + 19} font-size={NAME_SIZE}>
        {fitText(task.id, markAt - x - 10, NAME_SIZE)}
      </text>
      <text class="node-command" x={roundToTenth(x + 8)} y={y + 36} font-size={COMMAND_SIZE}>
        {fitText(commandName(task), width - 14, COMMAND_SIZE)}
      </text>
      <text class="node-mark" x={roundToTenth(markAt)} y={y + 20} font-size={14}>
        {MARKS[status]}
      </text>
    </g>
  );
}

function fitText(text: string, width: number, size: number): string {
  const most = Math.max(1, Math.floor(width / (size * ADVANCE)));
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`;
}
