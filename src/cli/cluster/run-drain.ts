import type { CellName } from '../../cluster/names.ts';
import { conversationsByCell } from '../../cluster/overview/overview.ts';
import { askForHandover } from '../../cluster/placement/handovers.ts';
import { members, setDraining } from '../../cluster/placement/membership.ts';
import { HANDOVER_WITHIN_MS } from '../../cluster/placement/move-chat.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time.ts';
import { whileAsked } from '../../core/while-asked.ts';
import { type Emptied, type EmptyingNews, emptyCell } from './empty-cell.ts';
import { cellIn } from './run-move.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { type OpenCluster, withCluster } from './with-cluster.ts';

export interface DrainOptions {
  /** The cell gets new chats again. */
  readonly end?: boolean;
  /** Its chats move to other cells. */
  readonly move?: boolean;
  /** How long tasks may go on before: `10m`. */
  readonly within?: string;
}

const DEFAULT_WITHIN = '10m';
const UNITS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS } as const;

/** Chats that stay are named at the end, as long as that is read. */
const MOST_NAMED = 20;

const EXIT_LEFT = 1;
const EXIT_STOPPED = 130;

/** @returns the exit code */
export async function drainCell(host: CliHost, name: string, options: DrainOptions): Promise<number> {
  return await withCluster(host, async (cluster) => {
    const { db, words } = cluster;
    const cell = cellIn(name, words);
    const { ends, movesWithinMs } = wantedBy(options, words);
    const isThere = (await members(db)).some((one) => one.kind === 'cell' && one.name === name);
    if (!isThere) throw new Failure('not-found', words.drain.unknown(name));
    await setDraining(db, cell, !ends);
    const chats = String((await conversationsByCell(db)).get(name) ?? 0);
    const { ended, begun, beginsToMove } = words.drain;
    const tell = (line: string): void => void host.output.write(`${line}\n`);
    if (movesWithinMs === undefined) {
      tell(ends ? ended(name) : begun(name, chats));
      return 0;
    }
    tell(beginsToMove(name, chats));
    return await whileAsked((signal) => moveAway({ cell, withinMs: movesWithinMs, signal, tell }, cluster));
  });
}

interface Wanted {
  readonly ends: boolean;
  /** Undefined: its chats stay. */
  readonly movesWithinMs: number | undefined;
}

/** @throws Failure `invalid` for options that do not fit together, or cannot be read */
function wantedBy(
  { end: ends = false, move: moves = false, within }: DrainOptions,
  words: ClusterTexts,
): Wanted {
  if (ends && moves) throw new Failure('invalid', words.drain.endOrMove);
  if (within !== undefined && !moves) throw new Failure('invalid', words.drain.onlyWithMove);
  return { ends, movesWithinMs: moves ? spanIn(within ?? DEFAULT_WITHIN, words) : undefined };
}

interface MovingAway {
  readonly cell: CellName;
  readonly withinMs: number;
  readonly signal: AbortSignal;
  tell(line: string): void;
}

async function moveAway(
  { cell, withinMs, signal, tell }: MovingAway,
  { db, words }: OpenCluster,
): Promise<number> {
  const { stopping } = words.drain;
  let moving = 0;
  const onStop = (): void => {
    if (moving > 0) tell(stopping);
  };
  signal.addEventListener('abort', onStop, { once: true });
  const emptied = await emptyCell({
    db,
    cell,
    withinMs,
    clock: systemClock,
    signal,
    async handOver(conversation) {
      moving += 1;
      try {
        return await askForHandover(db, conversation, { clock: systemClock, withinMs: HANDOVER_WITHIN_MS });
      } finally {
        moving -= 1;
      }
    },
    tell(news) {
      for (const line of newsLines(news, words)) tell(line);
    },
  });
  tell(endText(cell, emptied, words));
  if (emptied.end === 'stopped') return EXIT_STOPPED;
  return emptied.left.length === 0 ? 0 : EXIT_LEFT;
}

export function newsLines(
  news: EmptyingNews,
  { drain: words, move: { handover, trouble } }: ClusterTexts,
): readonly string[] {
  if (news.kind === 'waits')
    return [words.waits(String(news.conversations), String(Math.max(1, Math.ceil(news.leftMs / MINUTE_MS))))];
  if (news.kind === 'stays')
    return [words.stays(news.conversation, news.why === undefined ? words.unknownWhy : trouble[news.why])];
  const [moved, all] = [String(news.moved), String(news.all)];
  if (news.kind === 'pace') return [words.pace(moved, all, formatDuration(news.leftMs))];
  const { conversation, to } = news;
  const seconds = String(HANDOVER_WITHIN_MS / SECOND_MS);
  return [
    ...(news.handover === 'silent' ? [handover.silent(conversation, seconds)] : []),
    ...(news.handover === 'dead' ? [handover.dead(conversation)] : []),
    words.moved(`${moved}/${all}`, conversation, to),
  ];
}

/** What was moved, what was not, and what to do next. */
export function endText(
  cell: CellName,
  { end, moved, left }: Emptied,
  { drain: words, move: { trouble } }: ClusterTexts,
): string {
  const count = String(moved);
  if (left.length === 0) return `${words.empty(cell, count)}\n${words.thenUpgrade(cell)}`;
  const first = words.notEmpty(cell, count, String(left.length));
  if (end === 'stopped') return `${first}\n${words.stopped(cell)}`;
  if (end === 'no-cell') return `${first}\n${trouble['no-other-cell']}`;
  const more = left.length - MOST_NAMED;
  const named = left.slice(0, MOST_NAMED).map((conversation) => `   ${conversation}`);
  return [first, ...named, ...(more > 0 ? [`   … +${more}`] : []), words.tryAgain(cell)].join('\n');
}

/** @throws Failure `invalid` for what is no length of time */
function spanIn(text: string, words: ClusterTexts): number {
  const [, count, unit] = /^(\d{1,4})([smh])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) throw new Failure('invalid', words.drain.wrongSpan(text));
  return Number(count) * UNITS[unit as keyof typeof UNITS]; // safe: the pattern knows no other
}
