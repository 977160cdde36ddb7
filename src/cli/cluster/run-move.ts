import { type CellName, cellName } from '../../cluster/names.ts';
import { move, moveAll } from '../../cluster/placements.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import type { MoveOptions } from './cluster.ts';
import type { ClusterTexts } from './texts/texts.ts';
import { withCluster } from './with-cluster.ts';

export async function moveChats(
  host: CliHost,
  conversation: string | undefined,
  options: MoveOptions,
): Promise<void> {
  await withCluster(host, async ({ db, words }) => {
    const to = options.to === undefined ? undefined : cellIn(options.to, words);
    const say = (line: string): void => void host.output.write(`${line}\n${words.move.left}\n`);
    if (options.from !== undefined && conversation === undefined) {
      const moved = await moveAll(db, { from: cellIn(options.from, words), to });
      return say(words.move.all(String(moved.length), options.from));
    }
    if (conversation === undefined || to === undefined || options.from !== undefined)
      throw new Failure('invalid', words.move.what);
    const { carried } = await move(db, { conversation, to });
    say(words.move.one(conversation, to, String(carried)));
  });
}

export function cellIn(text: string, words: ClusterTexts): CellName {
  const name = cellName(text);
  if (name === undefined) throw new Failure('invalid', words.wrongName(text));
  return name;
}
