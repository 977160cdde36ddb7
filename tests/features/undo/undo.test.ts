import { afterEach, expect, test } from 'vitest';
import type {
  Checkpoints,
  UndoPlan,
  UndoResult,
  WorkspaceState,
} from '../../../src/contracts/checkpoints.ts';
import { Failure } from '../../../src/core/failure.ts';
import type { CallId, SessionId } from '../../../src/core/ids.ts';
import { createUndoStore } from '../../../src/features/undo/undo.ts';
import { FakeChannel } from '../../support/fake-channel.ts';
import { settled } from '../../support/fake-clock.ts';
import {
  ANA,
  type FakeRun,
  type GatewayRig,
  gatewayRig,
  type RigOptions,
} from '../../support/gateway-rig.ts';

const BOB = '34600999888';
const STATE: WorkspaceState = { trees: [], skipped: [], moreSkipped: 0, exclude: '', git: null };
const COMMIT = { hash: 'abcdef0123456789', subject: 'feat: task' };
const PLAN: UndoPlan = { files: [], kept: [], repository: null, unknownSteps: 0 };
const RESULT: UndoResult = {
  restored: ['src/a.ts'],
  removed: ['src/new.ts'],
  merged: [],
  kept: [{ path: 'README.md', why: 'edited' }],
  dropped: [COMMIT],
  branchRemoved: null,
  commitsKept: null,
  unknownSteps: 0,
};
const REVERTIBLE: UndoPlan = {
  ...PLAN,
  repository: {
    commits: [COMMIT],
    references: [],
    index: [],
    kept: 'pushed',
    revert: { base: 'a', last: 'b' },
  },
};
const PUSHED: UndoResult = { ...RESULT, dropped: [], commitsKept: { why: 'pushed', commits: [COMMIT] } };

const rigs: GatewayRig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.remove();
});

/** Each task changes something once. */
const changing: FakeRun = async (session, agent) => {
  noteStep(session.id);
  return agent.end({ kind: 'done', text: 'All done.' });
};

let noteStep: (id: SessionId) => void = () => undefined;

async function rigWith(states: Partial<Checkpoints>, options: RigOptions = {}): Promise<GatewayRig> {
  const checkpoints = { plan: async () => PLAN, apply: async () => RESULT, ...states };
  const rig = await gatewayRig({ run: changing, locale: 'en', ...options, checkpoints });
  let calls = 0;
  noteStep = (session) => {
    calls += 1;
    const about = { session, call: `call-${calls}` as CallId, problem: undefined };
    rig.store.checkpoints.begin({ ...about, before: STATE });
    rig.store.checkpoints.end({ ...about, after: STATE });
  };
  rigs.push(rig);
  return rig;
}

function saidAfter(rig: GatewayRig, since: number): readonly string[] {
  return rig.phone.texts.slice(since);
}

async function ask(rig: GatewayRig, text: string, change?: Parameters<GatewayRig['say']>[1]) {
  const since = rig.phone.texts.length;
  await rig.say(text, change);
  await settled();
  return saidAfter(rig, since);
}

/** The next read of this kind fails, as it does while the disk is full. */
function failOnce<T extends object>(rows: T, read: keyof T): void {
  const before = rows[read];
  const fail = (): never => {
    Object.assign(rows, { [read]: before });
    throw new Failure('unavailable', 'No room.');
  };
  Object.assign(rows, { [read]: fail });
}

test('the latest task is undone and what came of it is told', async () => {
  const rig = await rigWith({});
  await rig.say('/agent change it');
  expect(await ask(rig, '/undo')).toEqual([
    [
      '↩️ Undone: change it',
      '📄 Restored: `src/a.ts`',
      '🗑️ New files removed: `src/new.ts`',
      '💾 Commits removed: abcdef0 feat: task',
      '✋ Left alone, changed since then: `README.md`',
      'Not undone: ignored files that commands changed, files over 2 MB, and anything outside the project or on the network.',
    ].join('\n'),
  ]);
});

test('twice is said, and does nothing', async () => {
  const rig = await rigWith({});
  await rig.say('/agent change it');
  await rig.say('/undo');
  expect(await ask(rig, '/undo')).toEqual([
    'Already undone: change it\nWhat I left alone then is up to you.',
  ]);
});

test('without a task that changed anything there is nothing to undo, and nothing to show', async () => {
  const rig = await rigWith({});
  expect(await ask(rig, '/undo')).toEqual(['Nothing to undo: no task in this chat changed anything.']);
  expect(await ask(rig, '/diff')).toEqual(['Nothing to show: no task in this chat changed anything.']);
});

test('not while a task works in these files', async () => {
  const rig = await rigWith(
    {},
    {
      run: async (session, agent) => {
        noteStep(session.id);
        return session.task === 'first' ? agent.end({ kind: 'done', text: '' }) : agent.ask();
      },
    },
  );
  await rig.say('/agent first');
  await rig.say('/agent second');
  expect(await ask(rig, '/undo')).toEqual([
    'This task has to end first: second\n/cancel stops it. Then /undo.',
  ]);
});

test('a task that comes meanwhile waits until the files are back', async () => {
  const order: string[] = [];
  let release: () => void = () => undefined;
  const rig = await rigWith(
    {
      apply: () =>
        new Promise((resolve) => {
          release = () => {
            order.push('undone');
            resolve(RESULT);
          };
        }),
    },
    {
      run: async (session, agent) => {
        order.push(session.task);
        noteStep(session.id);
        return agent.end({ kind: 'done', text: '' });
      },
    },
  );
  await rig.say('/agent first');
  await rig.say('/undo');
  await rig.say('/agent second');
  release();
  await settled();
  expect(order).toEqual(['first', 'undone', 'second']);
});

test('only whoever started it, or an owner', async () => {
  const member = { phone: BOB, role: 'member', workspaces: undefined } as const;
  const owner = { phone: ANA, role: 'owner', workspaces: undefined } as const;
  const rig = await rigWith({}, { access: { people: [owner, member], groups: [] } as never });
  await rig.say('/agent change it');
  expect(await ask(rig, '/undo', { sender: BOB })).toEqual([
    'Someone else started this task.\nOnly they or an owner can steer, stop or continue it.',
  ]);
});

test('words that ask to undo are asked about first, and a yes undoes', async () => {
  const rig = await rigWith({});
  await rig.say('/agent change it');
  const [question = ''] = await ask(rig, 'undo that pls');
  expect(question.split('\n').slice(0, 2)).toEqual(['❓ Shall I undo this task?', 'change it']);
  const undone = createUndoStore(rig.store.database);
  const id = rig.sessions()[0]?.id ?? ('' as SessionId);
  expect(undone.findLast(id)).toBeUndefined();
  expect((await ask(rig, 'yes')).at(-1)).toContain('↩️ Undone: change it');
  expect(undone.findLast(id)?.state).toBe('done');
});

test('a no to that undoes nothing, and it can be asked again', async () => {
  const rig = await rigWith({}, { locale: 'es' });
  await rig.say('/agent cambia esto');
  const [question = ''] = await ask(rig, 'deshaz eso porfa');
  expect(question.split('\n')[0]).toBe('❓ ¿Deshago esta tarea?');
  await rig.say('no');
  const [id] = rig.sessions().map((session) => session.id);
  expect(createUndoStore(rig.store.database).findLast(id ?? ('' as SessionId))).toBeUndefined();
  expect((await ask(rig, 'deshazlo'))[0]).toContain('❓ ¿Deshago esta tarea?');
});

test('such words where no task changed anything are for the model', async () => {
  const rig = await rigWith({});
  await ask(rig, 'undo that');
  expect(rig.sessions().map(({ mode }) => mode)).toEqual(['talk']);
});

test('what was pushed stays, and a yes commits the revert', async () => {
  const reverted: UndoPlan[] = [];
  const rig = await rigWith({
    plan: async () => REVERTIBLE,
    apply: async () => PUSHED,
    revert: async (_workspace, plan) => {
      reverted.push(plan);
      return { hash: '1234567890', subject: 'revert: feat: task' };
    },
  });
  await rig.say('/agent change it');
  const [report, question] = await ask(rig, '/undo');
  expect(report).toContain('📌 Commits kept, already pushed: abcdef0 feat: task');
  expect(question).toContain('❓ May I commit a revert of this?\n`abcdef0 feat: task`');
  const answered = await ask(rig, 'yes');
  expect(answered.at(-1)).toBe(
    "✅ Committed: 1234567 revert: feat: task\nIt isn't pushed. To push it: `git push`",
  );
  expect({ reverted, statuses: rig.sessions().map(({ state: { status } }) => status) }).toEqual({
    reverted: [REVERTIBLE],
    statuses: ['done'],
  });
});

test('a bug in the revert is told as one, not in its own words', async () => {
  const revert = () => Promise.reject(new Error('reading "head" of undefined'));
  const rig = await rigWith({ plan: async () => REVERTIBLE, apply: async () => PUSHED, revert });
  await rig.say('/agent change it');
  await ask(rig, '/undo');
  expect(await ask(rig, 'yes')).toContain(
    "❌ I didn't revert it. I hit an internal error. The log has the details.",
  );
});

test('a no makes no revert', async () => {
  const rig = await rigWith({ plan: async () => REVERTIBLE, apply: async () => PUSHED });
  await rig.say('/agent change it');
  await rig.say('/undo');
  await rig.say('no');
  expect(
    createUndoStore(rig.store.database).findLast(rig.sessions()[0]?.id ?? ('' as SessionId))?.revert,
  ).toBeUndefined();
});

test('an undo that fails says so, and can be tried again', async () => {
  let attempts = 0;
  const rig = await rigWith({
    plan: async () => {
      attempts += 1;
      if (attempts === 1) throw new Failure('unavailable', 'No room.');
      return PLAN;
    },
  });
  await rig.say('/agent change it');
  expect(await ask(rig, '/undo')).toEqual([
    "❌ I couldn't undo this: change it\nNo room.\nI changed nothing more. /undo tries again.",
  ]);
  expect((await ask(rig, '/undo'))[0]).toContain('↩️ Undone: change it');
});

test('when what follows an undo fails, the next undo of this program is still done', async () => {
  let undone = 0;
  const rig = await rigWith({
    apply: async () => {
      undone += 1;
      if (undone === 1) failOnce(rig.store.sessions, 'listByStatus');
      return RESULT;
    },
  });
  for (const task of ['first', 'second']) {
    await rig.say(`/agent ${task}`);
    await ask(rig, '/undo');
  }
  expect(undone).toBe(2);
});

test('one that was cut off is finished by the next program, with the plan that was stored, and says so', async () => {
  const applied: UndoPlan[] = [];
  let isKilled = true;
  const rig = await rigWith({
    plan: async () => (isKilled ? { ...PLAN, unknownSteps: 3 } : PLAN),
    apply: async (_workspace, plan) => {
      applied.push(plan);
      return isKilled ? new Promise(() => undefined) : RESULT;
    },
  });
  await rig.say('/agent change it');
  await rig.say('/undo');
  isKilled = false;
  const since = rig.phone.texts.length;
  const next = await rig.restart();
  await settled();
  rigs.push(next);
  expect(applied.map(({ unknownSteps }) => unknownSteps)).toEqual([3, 3]);
  const said = next.phone.texts.slice(since);
  expect(said[0]).toBe("🔄 Restarted while undoing: change it\nI'll finish that now.");
  expect(said[1]).toContain('↩️ Undone: change it');
});

test.each(['↩️', '↩'])('the reaction %s on the report undoes its task', async (emoji) => {
  const phone = new FakeChannel('phone');
  const rig = await rigWith({}, { channels: [phone] });
  await rig.say('/agent change it');
  const report = phone.sent.findLast(({ body }) => body.kind === 'text' && body.text.includes('All done.'));
  const since = rig.phone.texts.length;
  await rig.say('', { gesture: { kind: 'reaction', target: report?.id ?? '', emoji } });
  await settled();
  expect(saidAfter(rig, since)[0]).toContain('↩️ Undone: change it');
});

test('the diff of a task is shown as one, and says what does not fit', async () => {
  const rig = await rigWith({ diff: async () => ({ diff: 'diff --git a/x b/x\n', leftOut: 2 }) });
  await rig.say('/agent change it');
  expect(await ask(rig, '/diff')).toEqual(['```\ndiff --git a/x b/x\n```', "2 more files don't fit here."]);
});

test('a task without changes has no diff', async () => {
  const rig = await rigWith({ diff: async () => ({ diff: '', leftOut: 0 }) });
  await rig.say('/agent change it');
  expect(await ask(rig, '/diff')).toEqual(['No changes so far: change it']);
});
