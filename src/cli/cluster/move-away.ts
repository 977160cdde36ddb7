import { type CellName, cellName } from '../../cluster/names.ts';
import { conversationsByCell } from '../../cluster/overview/look-at-cluster.ts';
import {
  askForHandover,
  HANDOVER_WITHIN_MS,
  type Handover,
  moveChat,
} from '../../cluster/placement/handovers.ts';
import { allMembers, setDraining } from '../../cluster/placement/membership.ts';
import { assertTarget, MoveTrouble } from '../../cluster/placement/placements.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '../../core/clock.ts';
import { whileAsked } from '../../core/command-line.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { formatDuration } from '../../core/texts/format.ts';
import { type EmptyingNews, type EmptyingResult, emptyCell } from './empty-cell.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { type OpenCluster, withCluster } from './with-cluster.ts';

export interface MoveOptions {
  readonly to?: string;
  readonly from?: string;
}

/** @returns the exit code */
export async function moveChats(
  host: CliHost,
  conversation: string | undefined,
  options: MoveOptions,
): Promise<number> {
  return await withCluster(host, async (cluster) => {
    const { words } = cluster;
    const print = (line: string): void => void host.output.write(`${line}\n`);
    try {
      const to = options.to === undefined ? undefined : cellIn(options.to, words);
      if (options.from !== undefined && conversation === undefined)
        return await moveFrom(cellIn(options.from, words), { to, print }, cluster);
      if (conversation === undefined || to === undefined || options.from !== undefined)
        throw new Failure('invalid', words.move.what);
      await moveOne({ conversation, to }, print, cluster);
      return 0;
    } catch (error) {
      throw inWords(error, words);
    }
  });
}

/** Parks running tasks at once; `drain --move` is the command that waits for them. */
async function moveFrom(
  from: CellName,
  { to, print }: { to: CellName | undefined; print(line: string): void },
  { db, words }: OpenCluster,
): Promise<number> {
  if (to !== undefined) await assertTarget(db, { from, to });
  print(words.move.begins(from, String((await conversationsByCell(db)).get(from) ?? 0)));
  const after = afterMoving(from, to, words);
  return await moveAway({ cell: from, to, withinMs: 0, after, print }, { db, words });
}

export function afterMoving(
  from: CellName,
  to: CellName | undefined,
  { move: words }: ClusterTexts,
): AfterMoving {
  const command = `wasap cluster move --from ${from}${to === undefined ? '' : ` --to ${to}`}`;
  return { empty: words.left, stopped: words.toContinue(command), left: words.tryAgain(command) };
}

async function moveOne(
  chat: { readonly conversation: string; readonly to: CellName },
  print: (line: string) => void,
  { db, words }: OpenCluster,
): Promise<void> {
  const { conversation, to } = chat;
  const { carried } = await moveChat(db, chat, {
    clock: systemClock,
    handedOver: (how) => print(handoverText(conversation, how, words)),
  });
  print(words.move.one(conversation, to, String(carried)));
  print(words.move.left);
}

/** The same failure in the person's language, if it is about moving. */
function inWords(error: unknown, { move: { trouble: said } }: ClusterTexts): unknown {
  if (!isFailure(error)) return error;
  const trouble = MoveTrouble.safeParse(error.facts.trouble).data;
  if (trouble === undefined) return error;
  return new Failure(error.kind, said[trouble], { cause: error, facts: error.facts });
}

export interface DrainOptions {
  /** True to give the cell new chats again. */
  readonly end?: boolean;
  /** True to move its chats to other cells. */
  readonly move?: boolean;
  /** How long tasks may go on before that, such as `10m`. */
  readonly within?: string;
}

const DEFAULT_WITHIN = '10m';
const UNITS = { s: SECOND_MS, m: MINUTE_MS, h: HOUR_MS } as const;

/** @returns the exit code */
export async function drainCell(host: CliHost, name: string, options: DrainOptions): Promise<number> {
  return await withCluster(host, async (cluster) => {
    const { db, words } = cluster;
    const cell = cellIn(name, words);
    const { ends, movesWithinMs } = parseDrainOptions(options, words);
    const isThere = (await allMembers(db)).some((one) => one.kind === 'cell' && one.name === name);
    if (!isThere) throw new Failure('not-found', words.drain.unknown(name));
    await setDraining(db, cell, !ends);
    const chats = String((await conversationsByCell(db)).get(name) ?? 0);
    const { ended, begun, beginsToMove } = words.drain;
    const print = (line: string): void => void host.output.write(`${line}\n`);
    if (movesWithinMs === undefined) {
      print(ends ? ended(name) : begun(name, chats));
      return 0;
    }
    print(beginsToMove(name, chats));
    return await moveAway(
      { cell, withinMs: movesWithinMs, after: afterDraining(cell, words), print },
      cluster,
    );
  });
}

export function afterDraining(cell: CellName, { drain: words }: ClusterTexts): AfterMoving {
  return { empty: words.thenUpgrade(cell), stopped: words.stopped(cell), left: words.tryAgain(cell) };
}

interface DrainRequest {
  readonly ends: boolean;
  /** Undefined if its chats stay. */
  readonly movesWithinMs: number | undefined;
}

/** @throws Failure `invalid` for options that do not fit together, or cannot be read */
function parseDrainOptions(
  { end: ends = false, move: moves = false, within }: DrainOptions,
  words: ClusterTexts,
): DrainRequest {
  if (ends && moves) throw new Failure('invalid', words.drain.endOrMove);
  if (within !== undefined && !moves) throw new Failure('invalid', words.drain.onlyWithMove);
  return { ends, movesWithinMs: moves ? spanIn(within ?? DEFAULT_WITHIN, words) : undefined };
}

/** @throws Failure `invalid` for a text that is no duration */
function spanIn(text: string, words: ClusterTexts): number {
  const [, count, unit] = /^(\d{1,4})([smh])$/.exec(text) ?? [];
  if (count === undefined || unit === undefined) throw new Failure('invalid', words.drain.wrongSpan(text));
  return Number(count) * UNITS[unit as keyof typeof UNITS]; // safe: the pattern knows no other
}

/** @throws Failure `invalid` for a text that cannot be a name */
function cellIn(text: string, words: ClusterTexts): CellName {
  const name = cellName(text);
  if (name === undefined) throw new Failure('invalid', words.wrongName(text));
  return name;
}

/** At most this many of the chats that stay are listed at the end. */
const MAX_LISTED_CHATS = 20;

const EXIT_LEFT = 1;
const EXIT_STOPPED = 130;

/** The next step for the person, in words, for each result. */
interface AfterMoving {
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
async function moveAway(
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
function handoverText(conversation: string, how: Handover, { move: { handover } }: ClusterTexts): string {
  if (how === 'silent') return handover.silent(conversation, String(HANDOVER_WITHIN_MS / SECOND_MS));
  return handover[how](conversation);
}
