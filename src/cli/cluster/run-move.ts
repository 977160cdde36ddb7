import type { CellName } from '../../cluster/names.ts';
import { conversationsByCell } from '../../cluster/overview/overview.ts';
import { moveChat } from '../../cluster/placement/move-chat.ts';
import { MoveTrouble } from '../../cluster/placement/move-trouble.ts';
import { assertTarget } from '../../cluster/placement/placements.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { cellIn } from './cell-in.ts';
import { type AfterMoving, handoverText, moveAway } from './move-away.ts';
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

interface MoveTarget {
  readonly to: CellName | undefined;
  print(line: string): void;
}

/** Parks running tasks at once; `drain --move` is the command that waits for them. */
async function moveFrom(
  from: CellName,
  { to, print }: MoveTarget,
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
