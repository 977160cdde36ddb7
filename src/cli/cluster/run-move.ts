import type { ClusterDatabase } from '../../cluster/cluster-database.ts';
import { type CellName, cellName } from '../../cluster/names.ts';
import { MoveTrouble, move, moveAll } from '../../cluster/placements.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure, isFailure } from '../../core/failure.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { withCluster } from './with-cluster.ts';

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
      const moved = await moveAsked({ conversation, options, db, words });
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
}

/** Resolves with the line that says what moved. */
async function moveAsked({ conversation, options, db, words }: AskedMove): Promise<string> {
  const to = options.to === undefined ? undefined : cellIn(options.to, words);
  if (options.from !== undefined && conversation === undefined) {
    const moved = await moveAll(db, { from: cellIn(options.from, words), to });
    return words.move.all(String(moved.length), options.from);
  }
  if (conversation === undefined || to === undefined || options.from !== undefined)
    throw new Failure('invalid', words.move.what);
  const { carried } = await move(db, { conversation, to });
  return words.move.one(conversation, to, String(carried));
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
