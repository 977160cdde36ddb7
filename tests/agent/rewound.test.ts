import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { SessionContext } from '../../src/agent/context/session-context.ts';
import { restoreSession } from '../../src/agent/restore-session.ts';
import type { Model, ModelMessage, ModelRequest } from '../../src/contracts/model.ts';
import type { CallId, InstanceId } from '../../src/core/ids.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';

const INSTANCE = 'test-instance' as InstanceId;
/** What is said in each reply; one with a word calls a tool that looks. */
const REPLIES: readonly string[] = ['first', 'second', 'third', '', 'again', ''];

/** One reply after the other, whatever is sent: after a rewind the history tells no longer which is next. */
function inOrder(requests: ModelRequest[]): Model {
  return {
    name: 'in order',
    async reply(request) {
      const place = requests.push({ ...request, messages: structuredClone(request.messages) }) - 1;
      const said = REPLIES[place] ?? '';
      const calls = said === '' ? [] : [{ id: `call_${place}` as CallId, name: 'look', input: {} }];
      const text = said === '' ? 'Done.' : said;
      const uses = calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input }));
      const usage = { inputTokens: 100, outputTokens: 10, cacheReadTokens: 0, cacheWriteTokens: 0 };
      const stopReason = calls.length > 0 ? 'tool_use' : 'end_turn';
      return {
        kind: 'reply',
        reply: { content: [{ type: 'text', text }, ...uses], text, calls, stopReason, usage },
      };
    },
  };
}

let requests: ModelRequest[];
let rig: AgentRig;
afterEach(() => rig.remove());

/** Back to the end of the first round, with other words, as `/rewind` stores it. */
function rewind(): void {
  const { history, sessions, steering } = rig.store;
  const count = history.all(SESSION).length;
  rig.store.atomically(() => {
    history.takeBack(SESSION, {
      round: 1,
      lastRound: 3,
      fromMessage: 3,
      toMessage: count,
      since: 0,
      through: 0,
      atMs: 5,
    });
    history.append(SESSION, count, { role: 'user', content: [{ type: 'text', text: 'back' }] });
    steering.add({ session: SESSION, text: 'go another way', inboxSeq: 1, atMs: 5 });
    sessions.update(SESSION, { state: { status: 'queued', endedAtMs: undefined }, atMs: 5 });
  });
}

async function rewound(): Promise<void> {
  requests = [];
  rig = agentRig({ steps: [], model: inOrder(requests) });
  rig.create();
  await rig.run();
  rewind();
  await rig.run();
}

function saidIn(messages: readonly ModelMessage[]): readonly unknown[] {
  return messages.flatMap(({ content }) =>
    content.flatMap(({ type, text }) => (type === 'text' ? [text] : [])),
  );
}

test('the model is sent the old beginning unchanged, then the new words, and nothing of what was taken back', async () => {
  await rewound();
  const [, second, , , after] = requests;
  expect(JSON.stringify(after?.messages.slice(0, 3))).toBe(JSON.stringify(second?.messages));
  expect(saidIn(after?.messages.slice(3) ?? [])).toEqual([
    'back',
    'Message from the person:\ngo another way',
  ]);
  // A server that numbers calls must not give their ids once more.
  expect(after?.earlierCallIds).toHaveLength(3);
});

test('rounds go on counting, and calls of rounds that were taken back are none of the work', async () => {
  await rewound();
  expect({
    round: rig.session().usage.round,
    standing: rig.store.calls.listCurrent(SESSION).map(({ round }) => round),
    all: rig.store.calls.all(SESSION).map(({ round }) => round),
  }).toEqual({ round: 4, standing: [1, 4], all: [1, 2, 3, 4] });
});

test('a session is restored from its transcript alone as it was taken back', async () => {
  await rewound();
  const before = new SessionContext(rig.store, SESSION);
  const other = agentRig({ steps: [] });
  other.store.instances.register({ id: INSTANCE, pid: 1, startTime: '0', atMs: 0 });
  restoreSession({
    store: other.store,
    path: path.join(rig.folder, 'agent_sessions', `${SESSION}.jsonl`),
    instance: INSTANCE,
    nowMs: 1,
  });
  const after = new SessionContext(other.store, SESSION);
  const takenBack = [rig.store, other.store].map(({ history }) => history.listTakenBack(SESSION));
  const standing = other.store.calls.listCurrent(SESSION).length;
  other.remove();
  expect(JSON.stringify(after.messages)).toBe(JSON.stringify(before.messages));
  expect(takenBack[1]).toEqual(takenBack[0]);
  expect(standing).toBe(2);
});
