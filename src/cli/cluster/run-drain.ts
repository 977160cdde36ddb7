import { members, setDraining } from '../../cluster/membership.ts';
import { conversationsByCell } from '../../cluster/overview.ts';
import type { CliHost } from '../../contracts/sub-command.ts';
import { Failure } from '../../core/failure.ts';
import { cellIn } from './run-move.ts';
import { withCluster } from './with-cluster.ts';

/** @param isOver true: the cell gets new chats again */
export async function drainCell(host: CliHost, name: string, isOver: boolean): Promise<void> {
  await withCluster(host, async ({ db, words }) => {
    const cell = cellIn(name, words);
    const isThere = (await members(db)).some((one) => one.kind === 'cell' && one.name === name);
    if (!isThere) throw new Failure('not-found', words.drain.unknown(name));
    await setDraining(db, cell, !isOver);
    const chats = (await conversationsByCell(db)).get(name) ?? 0;
    host.output.write(`${isOver ? words.drain.ended(name) : words.drain.begun(name, String(chats))}\n`);
  });
}
