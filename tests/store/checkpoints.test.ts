import { expect, test } from 'vitest';
import type { UndoPlan, WorkspaceState } from '../../src/contracts/checkpoints.ts';
import type { CallId, ConversationId, InstanceId } from '../../src/core/ids.ts';
import { createUndoStore } from '../../src/features/undo/undo.ts';
import { openStore } from '../../src/store/open.ts';
import { sessionRecord } from '../support/session-record.ts';

const INSTANCE = 'instance-a' as InstanceId;
const session = sessionRecord({ instance: INSTANCE, state: { status: 'done' } });

function state(tree: string): WorkspaceState {
  return { trees: [{ root: '', tree }], skipped: [], moreSkipped: 0, exclude: 'e', git: null };
}

function filled() {
  const store = openStore({ path: ':memory:' });
  store.sessions.create(session);
  const step = (call: string) => {
    const about = { session: session.id, call: call as CallId, problem: undefined };
    store.checkpoints.begin({ ...about, before: state(`before ${call}`) });
    store.checkpoints.end({ ...about, after: state(`after ${call}`) });
  };
  const undos = createUndoStore(store.database);
  const undo = (through: number) =>
    undos.add({
      instance: INSTANCE,
      session: session.id,
      conversation: session.conversation,
      locale: 'en',
      requester: 'ana',
      through,
    });
  return { store, undos, step, undo };
}

test('steps come back in order, with what could not be kept', () => {
  const { store, step } = filled();
  step('one');
  const about = { session: session.id, call: 'two' as CallId };
  store.checkpoints.begin({ ...about, before: undefined, problem: 'no room' });
  store.checkpoints.end({ ...about, after: state('after two'), problem: undefined });
  expect(store.checkpoints.listCurrent(session.id)).toEqual([
    { seq: 1, call: 'one', before: state('before one'), after: state('after one'), problem: undefined },
    { seq: 2, call: 'two', before: undefined, after: state('after two'), problem: 'no room' },
  ]);
});

test('a call that is begun again has only its second beginning', () => {
  const { store, step } = filled();
  step('one');
  const about = { session: session.id, call: 'one' as CallId, problem: undefined };
  store.checkpoints.begin({ ...about, before: state('later') });
  expect(store.checkpoints.listCurrent(session.id)).toEqual([
    { seq: 1, call: 'one', before: state('later'), after: undefined, problem: undefined },
  ]);
});

test('what was undone stands no more; what a failed undo was about does', () => {
  const { store, undos, step, undo } = filled();
  step('one');
  step('two');
  const seqs = () => store.checkpoints.listCurrent(session.id).map(({ seq }) => seq);
  undos.fail(undo(2));
  expect(seqs()).toEqual([1, 2]);
  undo(2);
  step('three');
  expect(seqs()).toEqual([3]);
  expect(store.checkpoints.listThrough(session.id, 3).map(({ seq }) => seq)).toEqual([3]);
  expect(store.checkpoints.listThrough(session.id, 2).map(({ seq }) => seq)).toEqual([1, 2]);
});

test('an undo keeps its plan, is unfinished until it ends, and goes to whoever takes over', () => {
  const { store, undos, step, undo } = filled();
  step('one');
  const seq = undo(1);
  const plan: UndoPlan = { files: [], kept: [], repository: null, unknownSteps: 0 };
  undos.setPlan(seq, plan);
  const later = 'instance-b' as InstanceId;
  store.instances.register({ id: INSTANCE, pid: 1, startTime: '', atMs: 0 });
  store.instances.adopt(INSTANCE, later);
  const unfinished = undos
    .listUnfinished(later)
    .map((one) => ({ seq: one.seq, state: one.state, plan: one.plan }));
  const wasBusy = undos.isBusy(session.workspace);
  undos.fail(seq);
  expect({ unfinished, wasBusy, isBusy: undos.isBusy(session.workspace) }).toEqual({
    unfinished: [{ seq, state: 'acting', plan }],
    wasBusy: true,
    isBusy: false,
  });
});

test('the card of a session that has ended still means that session', () => {
  const { store } = filled();
  store.cards.put(session.id, { id: 'CARD', openedAtMs: 1 });
  store.cards.remove(session.id);
  const elsewhere = 'phone:bob' as ConversationId;
  expect(
    [session.conversation, elsewhere].map((chat) => store.sessions.findByReport(chat, 'CARD')?.id),
  ).toEqual([session.id, undefined]);
});
