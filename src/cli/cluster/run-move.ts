import type { ClusterDatabase } from '../../cluster/cluster-database.ts';
import { type CellName, cellName } from '../../cluster/names.ts';
import { askForHandover, type Handover } from '../../cluster/placement/handovers.ts';
import { HANDOVER_WITHIN_MS, moveChat } from '../../cluster/placement/move-chat.ts';
import { MoveTrouble } from '../../cluster/placement/move-trouble.ts';
import { moveAll } from '../../cluster/placement/placements.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { systemClock } from '../../core/clock.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import { SECOND_MS } from '../../core/time.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { withCluster } from './with-cluster.ts';

const HANDOVER = { clock: systemClock, withinMs: HANDOVER_WITHIN_MS };

export interface MoveOptions {
  readonly to?: string;
  readonly from?: string;
}

export async function moveChats(
  host: CliHost,
  conversation: string | undefined,
  options: MoveOptions,
): Promise<void> {
  await withCluster(host, async ({ db, words }) => {
    try {
      const tell = (line: string): void => void host.output.write(`${line}\n`);
      const moved = await moveAsked({ conversation, options, db, words, tell });
      host.output.write(`${moved}\n${words.move.left}\n`);
    } catch (error) {
      throw inWords(error, words);
    }
  });
}

interface AskedMove {
  readonly conversation: string | undefined;
  readonly options: MoveOptions;
  readonly db: ClusterDatabase;
  readonly words: ClusterTexts;
  /** Says how far it is. */
  tell(line: string): void;
}

/** Resolves with the line that says what moved. */
async function moveAsked({ conversation, options, db, words, tell }: AskedMove): Promise<string> {
  const to = options.to === undefined ? undefined : cellIn(options.to, words);
  if (options.from !== undefined && conversation === undefined) {
    const moved = await moveAll(db, { from: cellIn(options.from, words), to }, async (chat) =>
      tell(handoverText(chat, await askForHandover(db, chat, HANDOVER), words)),
    );
    return words.move.all(String(moved.length), options.from);
  }
  if (conversation === undefined || to === undefined || options.from !== undefined)
    throw new Failure('invalid', words.move.what);
  const { carried } = await moveChat(
    db,
    { conversation, to },
    { clock: systemClock, handedOver: (how) => tell(handoverText(conversation, how, words)) },
  );
  return words.move.one(conversation, to, String(carried));
}

function handoverText(conversation: string, how: Handover, { move: { handover } }: ClusterTexts): string {
  if (how === 'silent') return handover.silent(conversation, String(HANDOVER_WITHIN_MS / SECOND_MS));
  return handover[how](conversation);
}

/** The same failure in the person's language, where it is one of moving. */
function inWords(error: unknown, { move: { trouble: said } }: ClusterTexts): unknown {
  if (!isFailure(error)) return error;
  const trouble = MoveTrouble.safeParse(error.facts.trouble).data;
  if (trouble === undefined) return error;
  return new Failure(error.kind, said[trouble], { cause: error, facts: error.facts });
}

export function cellIn(text: string, words: ClusterTexts): CellName {
  const name = cellName(text);
  if (name === undefined) throw new Failure('invalid', words.wrongName(text));
  return name;
}
