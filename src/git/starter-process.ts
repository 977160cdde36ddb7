import { codeOf, messageOf } from '../core/failure.ts';
import { GIT_STARTER, type GitNews, type GitOrder } from './git-orders.ts';
import { type StartedGit, startGit } from './started-git.ts';

if (process.argv[2] === GIT_STARTER) takeOrders();

function takeOrders(): void {
  const tell = (news: GitNews): void => void process.send?.(news);
  const fail =
    (id: number) =>
    (error: unknown): void =>
      tell({ kind: 'failed', id, code: codeOf(error), message: messageOf(error) });
  const running = new Map<number, StartedGit>();
  // The program has ended or was killed. What runs finishes by itself, as it would without this process.
  process.once('disconnect', () => process.exit());
  process.on('message', (order: GitOrder) => {
    const { id } = order;
    if (order.kind === 'stop') return running.get(id)?.stop();
    try {
      const git = startGit(order, {
        stdout: (bytes) => tell({ kind: 'output', id, stream: 'stdout', bytes }),
        stderr: (bytes) => tell({ kind: 'output', id, stream: 'stderr', bytes }),
      });
      running.set(id, git);
      git.ended.then((code) => tell({ kind: 'ended', id, code }), fail(id)).finally(() => running.delete(id));
    } catch (error) {
      // Arguments that no program can be given.
      fail(id)(error);
    }
  });
  tell({ kind: 'ready' });
}
