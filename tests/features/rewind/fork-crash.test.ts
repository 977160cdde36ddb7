/**
 * One of the long runs.
 * @module-tag full
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { WorktreeRequest } from '../../../src/contracts/worktrees.ts';
import { dyingAfter } from '../../support/dying-store.ts';
import { settled } from '../../support/fake-clock.ts';
import { type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { MADE } from '../worktrees/worktree-rig.ts';
import { makeRounds } from './rounds-rig.ts';

let rig: GatewayRig;
let home: string;
/** What copies of the project were asked for. */
let asked: WorktreeRequest[];
afterEach(async () => {
  await rig.remove();
  rmSync(home, { recursive: true, force: true });
});

/** Methods that change rows. */
const WRITES = new Set([
  ...['accept', 'finish', 'add', 'create', 'update', 'decide', 'append', 'setPlan', 'setBaseline'],
  ...['noteWritten', 'noteSeen', 'setMade', 'setState', 'markSending', 'markSent', 'run', 'runOnRow'],
]);

/** The first task makes three rounds; the one that is begun beside it only ends. */
const run: FakeRun = async (session, agent) => {
  if (session.task !== 'do it') return agent.end({ kind: 'done', text: 'The other way.' });
  const { id } = session;
  await makeRounds(
    session,
    [
      { says: 'A plan.', plan: ['one'] },
      { writes: ['a.ts', 'one'] },
      { writes: ['a.ts', 'two'], plan: ['two'] },
    ],
    rig,
  );
  rig.store.ledger.noteSeen(id, 'README.md', 'hash');
  return agent.end({ kind: 'done', text: 'Made.' });
};

async function begun(): Promise<void> {
  home = mkdtempSync(path.join(tmpdir(), 'wasap-fork-'));
  asked = [];
  rig = await gatewayRig({
    locale: 'en',
    run,
    program: {
      worktrees: {
        folderOf: (id) => path.join(home, id),
        maxParallelTasks: 3,
        hasRepository: () => true,
        canOpenPullRequests: false,
      },
    },
    checkpoints: {
      readLeftFiles: async () => ({ head: 'a'.repeat(40), files: [] }),
      take: async () => MADE.base,
      diff: async () => ({ diff: '', leftOut: 0 }),
    },
    worktrees: {
      async make(request) {
        mkdirSync(request.folder, { recursive: true });
        asked.push(request);
        return MADE;
      },
      remove: async () => undefined,
    },
  });
  await rig.say('/agent do it', { id: 'the-task' });
}

/** A message that was not taken is delivered again, as a server does. */
async function sayAll(words: readonly string[]): Promise<void> {
  for (const [at, text] of words.entries()) {
    await rig.phone.say(text, { id: `words-${at}` }).catch(() => undefined);
    await settled();
    await settled();
  }
}

/** What must be the same however often the program died. */
function effects() {
  const { history, ledger, steering, worktrees, calls } = rig.store;
  const tasks = rig.sessions().map(({ task, state: { status } }) => `${task}: ${status}`);
  const fork = rig.sessions().find(({ task }) => task !== 'do it');
  if (fork === undefined) return { tasks };
  const place = worktrees.get(fork.id);
  const said = rig.phone.sent.map(({ id, body }) => [id, 'text' in body ? body.text : body.kind] as const);
  const times = (start: string) => [...new Map(said).values()].filter((text) => text.includes(start)).length;
  return {
    tasks: tasks.toSorted(),
    history: history.listCurrent(fork.id, 0).map(({ seq, message }) => [seq, message.role]),
    plan: history.plan(fork.id)?.steps.map(({ title }) => title),
    written: ledger.listWritten(fork.id).map((file) => file.path),
    seen: [...ledger.listSeen(fork.id)],
    calls: calls.all(fork.id),
    words: steering.listUnread(fork.id).map(({ text }) => text),
    start: place?.start,
    copies: new Set(asked.map(({ folder }) => folder)).size,
    state: place?.state,
    told: times('🔱'),
    reports: times('The other way.'),
    summary: rig.gateway.summary(),
  };
}

test.each([
  ['at once', ['/fork 2 use a map']],
  ['after the question which round', ['/fork', '2 use a map']],
] as const)('a fork %s: killed after any write there is one copy, with all of it', async (_title, words) => {
  await begun();
  await sayAll(words);
  const expected = effects();
  await rig.remove();
  rmSync(home, { recursive: true, force: true });
  let kills = 0;
  for (let n = 1; ; n += 1) {
    await begun();
    const dying = dyingAfter(n, rig.store, WRITES);
    rig = await rig.restart({ store: dying.store });
    await sayAll(words);
    if (!dying.died()) break;
    kills += 1;
    rig = await rig.restart();
    await sayAll(words);
    expect({ n, ...effects() }).toEqual({ n, ...expected });
    await rig.remove();
    rmSync(home, { recursive: true, force: true });
  }
  expect({ kills: kills > 15, ...expected }).toMatchObject({
    kills: true,
    tasks: ['do it: done', 'use a map (do it): done'],
    plan: ['one'],
    written: ['a.ts'],
    words: ['use a map'],
    start: { commit: 'a'.repeat(40) },
    copies: 1,
    told: 1,
    reports: 1,
  });
});
