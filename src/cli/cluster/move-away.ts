import type { CellName } from '../../cluster/names.ts';
import { askForHandover, type Handover } from '../../cluster/placement/handovers.ts';
import { HANDOVER_WITHIN_MS } from '../../cluster/placement/move-chat.ts';
import { MINUTE_MS, SECOND_MS, systemClock } from '../../core/clock.ts';
import { whileAsked } from '../../core/command-line.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { type EmptyingNews, type EmptyingResult, emptyCell } from './empty-cell.ts';
import type { ClusterTexts } from './texts/texts.ts';
import type { OpenCluster } from './with-cluster.ts';

/** At most this many of the chats that stay are listed at the end. */
const MAX_LISTED_CHATS = 20;

const EXIT_LEFT = 1;
const EXIT_STOPPED = 130;

/** The next step for the person, in words, for each result. */
export interface AfterMoving {
  /** All chats have moved. */
  readonly empty: string;
  /** The person has stopped the move. */
  readonly stopped: string;
  /** Some chats could not move. */
  readonly left: string;
}

interface MovingAway {
  readonly cell: CellName;
  /** One target for all; undefined sends each to the cell that suits it best. */
  readonly to?: CellName | undefined;
  /** How long tasks may go on before they are parked, in milliseconds. */
  readonly withinMs: number;
  readonly after: AfterMoving;
  print(line: string): void;
}

/**
 * Moves all chats of a cell and shows the progress; Ctrl-C stops after those that are moving.
 * @returns the exit code
 */
export async function moveAway(
  { cell, to, withinMs, after, print }: MovingAway,
  { db, words }: Pick<OpenCluster, 'db' | 'words'>,
): Promise<number> {
  let moving = 0;
  const emptied = await whileAsked((signal) => {
    const onStop = (): void => {
      if (moving > 0) print(words.drain.stopping);
    };
    signal.addEventListener('abort', onStop, { once: true });
    return emptyCell({
      db,
      cell,
      to,
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
      notify(news) {
        for (const line of newsLines(news, words)) print(line);
      },
    });
  });
  print(endText(cell, emptied, { words, after }));
  if (emptied.end === 'stopped') return EXIT_STOPPED;
  return emptied.left.length === 0 ? 0 : EXIT_LEFT;
}

export function newsLines(news: EmptyingNews, words: ClusterTexts): readonly string[] {
  const {
    drain,
    move: { trouble },
  } = words;
  if (news.kind === 'waits')
    return [drain.waits(String(news.conversations), String(Math.max(1, Math.ceil(news.leftMs / MINUTE_MS))))];
  if (news.kind === 'stays')
    return [drain.stays(news.conversation, news.why === undefined ? drain.unknownWhy : trouble[news.why])];
  const [moved, all] = [String(news.moved), String(news.all)];
  if (news.kind === 'pace') return [drain.pace(moved, all, formatDuration(news.leftMs))];
  const { conversation, to, handover } = news;
  return [
    // Usual, and said by the next line.
    ...(handover === 'done' ? [] : [handoverText(conversation, handover, words)]),
    drain.moved(`${moved}/${all}`, conversation, to),
  ];
}

/** What was moved, what was not, and the next step. */
export function endText(
  cell: CellName,
  { end, moved, left }: EmptyingResult,
  {
    words: {
      drain: words,
      move: { trouble },
    },
    after,
  }: { readonly words: ClusterTexts; readonly after: AfterMoving },
): string {
  const count = String(moved);
  if (left.length === 0) return `${words.empty(cell, count)}\n${after.empty}`;
  const first = words.notEmpty(cell, count, String(left.length));
  if (end === 'stopped') return `${first}\n${after.stopped}`;
  if (end === 'no-cell') return `${first}\n${trouble['no-other-cell']}`;
  const more = left.length - MAX_LISTED_CHATS;
  const listed = left.slice(0, MAX_LISTED_CHATS).map((conversation) => `   ${conversation}`);
  return [first, ...listed, ...(more > 0 ? [`   … +${more}`] : []), after.left].join('\n');
}

/** Describes how the former cell has handed a chat over. */
export function handoverText(
  conversation: string,
  how: Handover,
  { move: { handover } }: ClusterTexts,
): string {
  if (how === 'silent') return handover.silent(conversation, String(HANDOVER_WITHIN_MS / SECOND_MS));
  return handover[how](conversation);
}
