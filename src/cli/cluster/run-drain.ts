import type { CellName } from '../../cluster/names.ts';
import { conversationsByCell } from '../../cluster/overview/overview.ts';
import { allMembers, setDraining } from '../../cluster/placement/membership.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/clock.ts';
import { Failure } from '../../core/failure.ts';
import { cellIn } from './cell-in.ts';
import { type AfterMoving, moveAway } from './move-away.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { withCluster } from './with-cluster.ts';

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
