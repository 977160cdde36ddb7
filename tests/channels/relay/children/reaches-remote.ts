import { execFileSync } from 'node:child_process';
import { ChatOwnership } from '../../../../src/channels/relay/chat-ownership.ts';
import { createRelayRows } from '../../../../src/channels/relay/relay-rows.ts';
import { openClusterDatabase } from '../../../../src/cluster/cluster-database.ts';
import type { CellName } from '../../../../src/cluster/names.ts';
import { systemClock } from '../../../../src/core/clock.ts';
import { conversationId } from '../../../../src/core/ids.ts';
import { silentLog } from '../../../../src/core/log.ts';
import { createGit } from '../../../../src/git/git.ts';
import { createGitHub } from '../../../../src/git/github/github.ts';
import { createPullWatch } from '../../../../src/git/github/watch-pulls.ts';
import { TOKEN } from '../../../support/github-server/server.ts';
import { openTestStore } from '../../../support/test-store.ts';
import { EMPTY_HANDED } from '../empty-handed.ts';
import { CHAT, FRONT } from '../fake-front.ts';

/**
 * `reaches-remote <url> <project | address of GitHub> cell|machine [number]`: pushes `notes`, or opens a pull request,
 * or closes the one of this number, and stands still as soon as PostgreSQL has said that the chat is its own: the
 * program alone, or with it everything that it has started.
 */
const [url = '', remote = '', what = '', closes] = process.argv.slice(2);
const cluster = await openClusterDatabase({
  url,
  name: 'test',
  supervises: false,
  clock: systemClock,
  log: silentLog,
});
await cluster.ready;
const store = openTestStore({ path: ':memory:' });
const rows = createRelayRows(store.database);
rows.noteArrival({ chat: CHAT, front: FRONT, epoch: 1 });
const ownership = new ChatOwnership(
  { cell: 'one' as CellName, cluster, rows, mover: EMPTY_HANDED, clock: systemClock },
  { isHeld: () => true, isHandingOver: () => false, stopping: new AbortController().signal },
);

async function ownsItsWork(...[whose]: Parameters<typeof ownership.ownsItsWork>): Promise<boolean> {
  const owns = await ownership.ownsItsWork(whose);
  const others = what === 'machine' ? startedBy(process.pid) : [];
  for (const pid of others) process.kill(pid, 'SIGSTOP');
  process.stdout.write(`${JSON.stringify([process.pid, ...others])}\n`);
  process.kill(process.pid, 'SIGSTOP');
  return owns;
}

/** Without the program that lists them. */
function startedBy(pid: number): readonly number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' }).trim().split('\n');
  const own = lines.map((line) => line.trim().split(/\s+/)).filter(([, parent]) => parent === String(pid));
  return own.flatMap(([child, , name]) =>
    name === 'ps' ? [] : [Number(child), ...startedBy(Number(child))],
  );
}

const conversation = conversationId('whatsapp', CHAT);
const { signal } = new AbortController();
const { PATH = '' } = process.env;
const github = { token: TOKEN, repository: { owner: 'ada', name: 'engine' }, apiUrl: remote, ownsItsWork };

function reachGitHub(): Promise<unknown> {
  const redact = (text: string) => text;
  if (closes !== undefined) {
    return createPullWatch({ ...github, nowMs: systemClock.nowMs, redact })
      .close(Number(closes), conversation, signal)
      .then((look) => (look.kind === 'facts' ? look : Promise.reject(new Error(JSON.stringify(look)))));
  }
  return createGitHub(github, redact).createPullRequest({
    title: 'Notes',
    body: 'Two notes.',
    head: 'notes',
    base: 'main',
    draft: false,
    marker: 's-1/c-1',
    conversation,
    signal,
  });
}

const work = /^https?:/.test(remote)
  ? reachGitHub()
  : createGit({ root: remote, environment: { PATH }, token: undefined, ownsItsWork }).remotes.push({
      remote: 'origin',
      branch: 'notes',
      force: false,
      conversation,
      signal,
    });
await work.catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
await cluster.close();
store.close();
