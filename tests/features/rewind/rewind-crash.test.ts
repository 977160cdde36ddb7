import { afterEach, expect, test } from 'vitest';
import type { UndoPlan, UndoResult } from '../../../src/contracts/checkpoints.ts';
import { dyingAfter } from '../../support/dying-store.ts';
import { settled } from '../../support/fake-clock.ts';
import { type FakeRun, type GatewayRig, gatewayRig } from '../../support/gateway-rig.ts';
import { makeRounds } from './rounds-rig.ts';

let rig: GatewayRig;
afterEach(() => rig.remove());

/** Methods that change rows. */
const WRITES = new Set([
  ...['accept', 'finish', 'add', 'create', 'update', 'decide', 'setLocale', 'append', 'takeBack', 'setPlan'],
  ...['noteWritten', 'forgetMeasured', 'markSending', 'markSent', 'run', 'runOnRow'],
]);

const PLAN: UndoPlan = { files: [], kept: [], repository: null, unknownSteps: 0 };
const RESULT: UndoResult = {
  restored: ['a.ts'],
  removed: [],
  merged: [],
  kept: [],
  dropped: [],
  branchRemoved: null,
  commitsKept: null,
  unknownSteps: 0,
};

/** The files of the project: what a rewind restores is the same however often it is done. */
let files: Map<string, string>;

const checkpoints = {
  plan: async () => PLAN,
  apply: async () => {
    files.set('a.ts', 'one');
    return RESULT;
  },
};

const run: FakeRun = async (session, agent) => {
  if (session.usage.round > 0) return agent.end({ kind: 'done', text: 'Went on.' });
  await makeRounds(
    session,
    [
      { says: 'A plan.', plan: ['one'] },
      { writes: ['a.ts', 'one'] },
      { writes: ['a.ts', 'two'], says: 'More.' },
      { says: 'Another plan.', plan: ['two'] },
    ],
    rig,
  );
  files.set('a.ts', 'two');
  return agent.end({ kind: 'done', text: 'Made.' });
};

async function begun(): Promise<void> {
  files = new Map();
  rig = await gatewayRig({ locale: 'en', run, checkpoints });
  await rig.say('/agent do it');
}

/** A message that was not taken is delivered again, as a server does. */
async function sayIt(): Promise<void> {
  await rig.phone.say('/rewind 2 use a map', { id: 'the-rewind' }).catch(() => undefined);
  await settled();
  await settled();
}

/** What must be the same however often the program died. */
function effects() {
  const [session] = rig.sessions();
  if (session === undefined) throw new Error('there is no task');
  const { history, calls, steering, contexts } = rig.store;
  const texts = new Map(rig.phone.sent.map(({ id, body }) => [id, 'text' in body ? body.text : body.kind]));
  const said = (start: string): number => [...texts.values()].filter((text) => text.startsWith(start)).length;
  return {
    files: [...files],
    history: history.listCurrent(session.id, 0).map(({ seq }) => seq),
    rows: history.all(session.id).length,
    plan: history.plan(session.id)?.steps.map(({ title }) => title),
    calls: calls.listCurrent(session.id).map(({ id }) => id),
    takenBack: history.listTakenBack(session.id).length,
    words: steering.listUnread(session.id).map(({ text }) => text),
    status: session.state.status,
    measured: contexts.findMeasured(session.id),
    reports: said('⏪ Back at round 2'),
    wentOn: [...texts.values()].filter((text) => text.includes('Went on.')).length,
    summary: rig.gateway.summary(),
  };
}

test('killed after any write, files, history and checklist agree, and nothing is done or said twice', {
  tags: 'full',
}, async () => {
  await begun();
  await sayIt();
  const expected = effects();
  await rig.remove();
  let kills = 0;
  for (let n = 1; ; n += 1) {
    await begun();
    const dying = dyingAfter(n, rig.store, WRITES);
    rig = await rig.restart({ store: dying.store });
    await sayIt();
    if (!dying.died()) break;
    kills += 1;
    rig = await rig.restart();
    await sayIt();
    expect({ n, ...effects() }).toEqual({ n, ...expected });
    await rig.remove();
  }
  expect({ kills: kills > 10, ...expected }).toMatchObject({
    kills: true,
    files: [['a.ts', 'one']],
    plan: ['one'],
    calls: ['call-1', 'call-2'],
    takenBack: 1,
    words: ['use a map'],
    reports: 1,
    wentOn: 1,
  });
});

test('one that was cut off while files were restored is finished by the next program with the stored plan', async () => {
  await begun();
  const applied: UndoPlan[] = [];
  const states = {
    plan: async () => ({ ...PLAN, unknownSteps: applied.length + 1 }),
    apply: async (_workspace: string, plan: UndoPlan) => {
      applied.push(plan);
      return applied.length === 1 ? new Promise<UndoResult>(() => undefined) : RESULT;
    },
  };
  await rig.remove();
  rig = await gatewayRig({ locale: 'en', run, checkpoints: states });
  await rig.say('/agent do it');
  await sayIt();
  rig = await rig.restart();
  await settled();
  expect(applied.map(({ unknownSteps }) => unknownSteps)).toEqual([1, 1]);
  const said = rig.phone.texts.slice(-3);
  expect(said[0]).toBe("🔄 Restarted while rewinding: do it\nI'll finish that now.");
  expect(said[1]).toContain('⏪ Back at round 2: do it');
  expect(said[2]).toContain('Went on.');
});

test('killed while the run of the task was stopping, that ends first, unreported', async () => {
  files = new Map();
  let isStuck = true;
  const stuck: FakeRun = async (session, agent, control) => {
    if (session.state.cancelRequested || control.signal.aborted) return agent.end({ kind: 'cancelled' });
    if (session.usage.round > 0) return agent.end({ kind: 'done', text: 'Went on.' });
    await makeRounds(session, [{ writes: ['a.ts', 'one'] }, { writes: ['a.ts', 'two'] }], rig);
    return isStuck ? new Promise(() => undefined) : agent.end({ kind: 'done', text: '' });
  };
  rig = await gatewayRig({ locale: 'en', run: stuck, checkpoints });
  await rig.say('/agent do it');
  await rig.say('/rewind 1 use a map');
  expect(files.get('a.ts')).toBeUndefined();
  isStuck = false;
  const since = rig.phone.texts.length;
  rig = await rig.restart();
  await settled();
  await settled();
  const said = rig.phone.texts.slice(since);
  expect(said.some((text) => text.includes('⏪ Back at round 1'))).toBe(true);
  expect(said.at(-1)).toContain('Went on.');
  expect(said.some((text) => text.startsWith('🛑'))).toBe(false);
  expect(files.get('a.ts')).toBe('one');
});
