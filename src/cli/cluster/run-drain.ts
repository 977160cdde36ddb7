import { conversationsByCell, setDraining } from '../../cluster/overview.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import { cellIn } from './run-move.ts';
import { withCluster } from './with-cluster.ts';

/** @param isOver true: the cell gets new chats again */
export async function drainCell(host: CliHost, name: string, isOver: boolean): Promise<void> {
  await withCluster(host, async ({ db, words }) => {
    const cell = cellIn(name, words);
    if (!(await setDraining(db, cell, !isOver)))
      throw new Failure('not-found', words.drain.unknown(name));
    const chats = (await conversationsByCell(db)).get(name) ?? 0;
    host.output.write(`${isOver ? words.drain.ended(name) : words.drain.begun(name, String(chats))}\n`);
  });
}
