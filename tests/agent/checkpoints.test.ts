import { afterEach, expect, test } from 'vitest';
import type { AgentParts } from '../../src/agent/parts.ts';
import type { WorkspaceState } from '../../src/contracts/checkpoints.ts';
import { type AgentRig, agentRig, Crash, SESSION, type Step } from '../support/agent-rig.ts';
import { edit } from '../support/edit-tool.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

const REST = { skipped: [], moreSkipped: 0, exclude: '', git: null };

/** States that tell how they came about: `whole 1`, `whole 1 + a.txt`, `? + a.txt`. */
function tellingStates(): AgentParts['checkpoints'] {
  let whole = 0;
  return {
    async take() {
      whole += 1;
      return { trees: [{ root: '', tree: `whole ${whole}` }], ...REST };
    },
    async takeFiles(_workspace, paths, since = { trees: [{ root: '', tree: null }], ...REST }) {
      const over = paths.map((path) => ({ path, entry: null }));
      const trees = since.trees.map((tree) => ({ ...tree, over }));
      return { state: { ...since, trees }, onDisk: Promise.resolve() };
    },
  };
}

function told(state: WorkspaceState | undefined): string | undefined {
  return state?.trees
    .map(({ tree, over = [] }) => [tree ?? '?', ...over.map(({ path }) => path)].join(' + '))
    .join();
}

function rigWith(steps: readonly Step[]): AgentRig {
  rig = agentRig({ steps, tools: [edit], checkpoints: tellingStates() });
  rig.create();
  return rig;
}

const states = () =>
  rig.store.checkpoints.listCurrent(SESSION).map(({ before, after }) => [told(before), told(after)]);

test('around a call that names its files only these are looked at, after any other the whole project', async () => {
  await rigWith([
    { calls: [['edit', { path: 'a.txt' }]] },
    { calls: [['edit', { path: 'b.txt' }]] },
    { calls: [['change', {}]] },
    { calls: [['edit', { path: 'a.txt' }]] },
    { text: 'Done.' },
  ]).run();
  expect(states()).toEqual([
    ['? + a.txt', '? + a.txt'],
    ['? + b.txt', '? + b.txt'],
    ['whole 1', 'whole 2'],
    ['whole 2 + a.txt', 'whole 2 + a.txt'],
  ]);
});

test('what a call did that was cut off is told from its own state from before, not from a new one', async () => {
  rigWith([{ calls: [['edit', { path: 'a.txt' }]] }, { text: 'Done.' }]);
  // The result of the call, behind its reply and its intent.
  rig.crashAtCommit(4);
  await expect(rig.run()).rejects.toThrow(Crash);
  rig.crashAtCommit(Number.POSITIVE_INFINITY);
  await rig.run();
  expect(states()).toEqual([['? + a.txt', '? + a.txt']]);
});

test('a call whose files lie elsewhere after a restart answers for no others', async () => {
  let folder = '';
  const moving = { ...edit, files: () => [`${folder}a.txt`] };
  rig = agentRig({
    steps: [{ calls: [['edit', { path: 'a.txt' }]] }, { text: 'Done.' }],
    tools: [moving],
    checkpoints: tellingStates(),
  });
  rig.create();
  rig.crashAtCommit(4);
  await expect(rig.run()).rejects.toThrow(Crash);
  folder = 'moved/';
  rig.crashAtCommit(Number.POSITIVE_INFINITY);
  await rig.run();
  const [step] = rig.store.checkpoints.listCurrent(SESSION);
  expect([told(step?.before), step?.after, step?.problem]).toEqual([
    '? + a.txt',
    undefined,
    'its files are no longer where they were before it',
  ]);
});

test('behind the first look at the project a reply and the intent of its change are one commit', async () => {
  const commitsFor = async (...files: readonly string[]): Promise<number> => {
    const edits = files.map((path) => ({ calls: [['edit', { path }]] as const }));
    await rigWith([...edits, { text: 'Done.' }]).run();
    const commits = rig.commits();
    rig.remove();
    return commits;
  };
  const one = await commitsFor('a.txt');
  expect([
    (await commitsFor('a.txt', 'b.txt')) - one,
    (await commitsFor('a.txt', 'b.txt', 'c.txt')) - one,
  ]).toEqual([2, 4]);
  rigWith([]);
});

test('a change whose reply was lost with its intent is asked for again, and made once', async () => {
  rigWith([
    { calls: [['edit', { path: 'a.txt' }]] },
    { calls: [['edit', { path: 'b.txt' }]] },
    { text: 'Done.' },
  ]);
  // Behind the first request, its reply, its intent and its result.
  rig.crashAtCommit(5);
  await expect(rig.run()).rejects.toThrow(Crash);
  expect(rig.store.calls.all(SESSION).map(({ state }) => state)).toEqual(['done']);
  rig.crashAtCommit(Number.POSITIVE_INFINITY);
  await rig.run();
  expect(states()).toEqual([
    ['? + a.txt', '? + a.txt'],
    ['? + b.txt', '? + b.txt'],
  ]);
});
