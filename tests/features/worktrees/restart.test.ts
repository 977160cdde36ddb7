import { afterEach, expect, test } from 'vitest';
import type { Worktrees } from '../../../src/contracts/worktrees.ts';
import { settled } from '../../support/fake-clock.ts';
import { MADE, POSSIBLE, removeRigs, worktreeRig } from './worktree-rig.ts';

afterEach(removeRigs);

const firstLine = (text: string) => text.split('\n')[0];
const NEVER = new Promise<never>(() => undefined);

/** Worktrees of which one method hangs until the program that waits for it is gone. */
function hanging(method: keyof Worktrees) {
  let isHanging = true;
  const hang = async <T>(value: T): Promise<T> => (isHanging ? NEVER : value);
  const all = {
    make: () => hang(MADE),
    planApply: () => hang(POSSIBLE),
    planMerge: () => hang(POSSIBLE),
    land: () => hang({ files: ['src/a.ts'], commits: [], left: [] }),
    commitRest: () => hang(undefined),
    countBehind: () => hang(0),
    remove: () => hang(undefined),
  };
  return {
    worktrees: { [method]: all[method] } as Partial<Worktrees>,
    release() {
      isHanging = false;
    },
  };
}

const RESUMED = '🔄 Restarted before I was done: try it';

test.each([
  ['planApply', 'apply', [RESUMED, '✅ Applied: try it'], ['land', 'remove -']],
  // The plan that was stored is the one that is carried out.
  ['land', 'apply', [RESUMED, '✅ Applied: try it'], ['plan apply', 'remove -']],
  // What was chosen is done: only its folder is left.
  ['remove', 'apply', [], ['plan apply', 'land']],
  ['remove', 'discard', [RESUMED, '🗑️ Discarded: try it'], []],
] as const)('killed in %s after %s: the next program goes on', async (method, choice, told, done) => {
  const { worktrees, release } = hanging(method);
  const one = await worktreeRig({ worktrees });
  await one.ask('/agent? try it');
  await one.ask(choice);
  release();
  const since = one.rig.phone.texts.length;
  const next = await one.restart();
  await settled();
  const [session] = next.rig.sessions();
  expect({
    told: next.rig.phone.texts.slice(since).map(firstLine),
    done: next.done.slice(1),
    state: session && next.rig.store.worktrees.get(session.id)?.state,
    again: (await next.ask(choice)).map(firstLine),
  }).toEqual({
    told,
    done,
    state: 'gone',
    again: [choice === 'apply' ? 'Already applied: try it' : 'Already discarded: try it'],
  });
});

test.each([
  [
    'commitRest',
    'merge',
    ['✅ Merged `wasap/notes` into `main`.'],
    ['plan merge wasap/notes', 'land', 'remove wasap/notes'],
  ],
  [
    'planMerge',
    'merge',
    ['✅ Merged `wasap/notes` into `main`.'],
    ['commit feat: write notes', 'commit feat: write notes', 'land', 'remove wasap/notes'],
  ],
  ['commitRest', 'keep', ['🌿 Branch kept: `wasap/notes`'], ['remove -']],
] as const)('killed in %s after %s: the branch goes on as well', async (method, choice, told, done) => {
  const { worktrees, release } = hanging(method);
  const one = await worktreeRig({ worktrees });
  await one.branch();
  await one.ask(choice);
  release();
  const since = one.rig.phone.texts.length;
  const next = await one.restart();
  await settled();
  expect({ told: next.rig.phone.texts.slice(since + 1).map(firstLine), done: next.done.slice(1) }).toEqual({
    told,
    done,
  });
});

test('killed while the copy is made: it is made by the next program, and the task runs once', async () => {
  const { worktrees, release } = hanging('make');
  const one = await worktreeRig({ worktrees });
  await one.ask('/agent? try it');
  release();
  const since = one.rig.phone.texts.length;
  const next = await one.restart();
  await settled();
  expect({
    told: next.rig.phone.texts.slice(since).map(firstLine),
    before: one.rig.started,
    after: next.rig.started,
  }).toEqual({
    told: [
      '🔄 Restarted while working on: #1 try it',
      '#1 ✅ Done: try it',
      '#1 🔎 Bring this into your project?',
    ],
    before: [],
    after: ['try it'],
  });
});

test('/cancel while the copy is made ends the task, and what there is of the copy goes', async () => {
  const { ask, done, rig } = await worktreeRig({
    worktrees: {
      make: ({ signal }) =>
        new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(new Error('stopped'))),
        ),
    },
  });
  await ask('/agent? try it');
  const said = await ask('/cancel');
  expect({ said, done, status: rig.sessions()[0]?.state.status }).toEqual({
    said: ['🛑 Stopping: #1 try it\n/agent-resume #1 continues it later.', '#1 🛑 Stopped: try it'],
    done: ['remove -'],
    status: 'cancelled',
  });
});

test('while something is brought over, nothing begins in the project, and nothing is undone', async () => {
  let release: () => void = () => undefined;
  const { rig, ask } = await worktreeRig({
    worktrees: {
      land: () =>
        new Promise((resolve) => {
          release = () => resolve({ files: [], commits: [], left: [] });
        }),
    },
  });
  await ask('/agent? try it');
  await ask('apply');
  await ask('/agent fix it');
  const during = { started: [...rig.started], twice: await ask('apply #1') };
  release();
  await settled();
  expect({ during, after: rig.started }).toEqual({
    during: { started: ['try it'], twice: ["I'm already doing that: try it"] },
    after: ['try it', 'fix it'],
  });
});
