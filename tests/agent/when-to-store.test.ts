import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { NOT_STORED } from '../../src/contracts/store.ts';
import { type AnyTool, defineTool } from '../../src/contracts/tool.ts';
import { Failure } from '../../src/core/failure.ts';
import { delegate } from '../../src/tools/delegate.ts';
import { type AgentRig, agentRig, Crash, SESSION, type Step } from '../support/agent-rig.ts';
import { edit } from '../support/edit-tool.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

const noting = defineTool({
  name: 'noting',
  description: 'Looks, and has something to add.',
  effect: 'reads',
  ...UNLISTED,
  input: z.object({}),
  output: z.object({}),
  run: async () => ({ text: 'Seen.', data: {}, note: Promise.resolve('Line 1 is odd.') }),
});

const full = defineTool({
  name: 'full',
  description: 'Meets a full disk.',
  effect: 'reads',
  ...UNLISTED,
  input: z.object({}),
  output: z.object({}),
  async run() {
    throw new Failure('unavailable', 'No room.', { facts: { rule: NOT_STORED } });
  },
});

/** Messages that were stored when each request came, and when all was over. */
async function storedBy(steps: readonly Step[]): Promise<readonly number[]> {
  const stored: number[] = [];
  const look = () => void stored.push(rig.store.history.all(SESSION).length);
  rig = agentRig({
    steps: [...steps, { text: 'Done.' }],
    subSteps: [{ text: 'It is a door.' }],
    tools: [edit, full, noting, delegate],
    onRequest: ({ sessionId }) => sessionId === SESSION && look(),
  });
  rig.create();
  await rig.run();
  look();
  return stored;
}

const CALLS: readonly (readonly [string, Step, number])[] = [
  ['reads', { calls: [['look', {}]] }, 2],
  ['edits files that it names', { calls: [['edit', { path: 'a' }]] }, 2],
  ['reads, and is told more than the result', { calls: [['noting', {}]] }, 3],
  ['hands a question to a sub-agent', { calls: [['delegate', { task: 'What is it?' }]] }, 3],
  ['changes anything', { calls: [['change', {}]] }, 3],
  [
    'reads, and changes anything',
    {
      calls: [
        ['look', {}],
        ['change', {}],
      ],
    },
    3,
  ],
];

test.each(CALLS)(
  'a round that %s: what the model is asked with, and what is stored then',
  async (_what, step, stored) => {
    expect(await storedBy([step])).toEqual([1, stored, 4]);
    const asked = rig.requests.filter(({ sessionId }) => sessionId === SESSION);
    expect(asked.map(({ messages }) => messages.length)).toEqual([1, 3]);
  },
);

test.each([
  ['look', {}, 3],
  ['edit', { path: 'a' }, 4],
])(
  'where the results of %s cannot be stored, the model is asked with them once and not at each try',
  async (tool, input, commitOfResults) => {
    rig = agentRig({ steps: [{ calls: [[tool, input]] }, { text: 'Done.' }], tools: [edit] });
    rig.create();
    // Behind the beginning, the reply and, for the first edit, what is meant to be done.
    rig.crashAtCommit(commitOfResults);
    await expect(rig.run()).rejects.toThrow(Crash);
    const asked = rig.requests.length;
    for (let tries = 0; tries < 3; tries += 1) {
      rig.crashAtCommit(1);
      await expect(rig.run()).rejects.toThrow(Crash);
    }
    expect([asked, rig.requests.length]).toEqual([2, 2]);
    rig.crashAtCommit(Number.POSITIVE_INFINITY);
    expect(await rig.run()).toMatchObject({ kind: 'done' });
    expect(rig.requests[2]?.messages).toEqual(rig.requests[1]?.messages);
  },
);

test.each([
  ['when it is carried out', 'full', [full]],
  ['when it is judged', 'judged', [{ ...full, name: 'judged', effect: 'asks', review: full.run }]],
  ['when a sub-agent makes it', 'delegate', [{ ...full, name: 'read_lines', subAgents: 'all' }, delegate]],
] as const)('that nothing can be stored is no result of a call, %s', async (_when, tool, tools) => {
  rig = agentRig({
    steps: [{ calls: [[tool, { task: 'Look.' }]] }, { text: 'Done.' }],
    subSteps: [{ calls: [['read_lines', {}]] }, { text: 'Seen.' }],
    tools: tools as unknown as readonly AnyTool[],
  });
  rig.create();
  await expect(rig.run()).rejects.toMatchObject({ message: 'No room.', facts: { rule: NOT_STORED } });
  expect(rig.store.calls.all(SESSION)).toMatchObject([{ state: 'open' }]);
});

test('words that the model is asked with are no longer unread: who wrote them cannot change them then', async () => {
  const unread: number[] = [];
  rig = agentRig({
    steps: [{ calls: [['look', {}]] }, { text: 'Done.' }],
    onRequest: (_request, index) => {
      if (index === 0) rig.store.steering.add({ session: SESSION, text: 'in Spanish', inboxSeq: 2, atMs: 1 });
      else unread.push(rig.store.steering.listUnread(SESSION).length);
    },
  });
  rig.create();
  await rig.run();
  expect(unread).toEqual([0]);
});

test('the person reads of a round that is over before the model is said to think about the next one', async () => {
  rig = agentRig({ steps: [{ calls: [['look', {}]] }, { text: 'Done.' }] });
  rig.create();
  const { signal } = new AbortController();
  await rig.agent().run(SESSION, {
    signal,
    onEvent: (event) => {
      if (event.kind === 'model-asked') rig.said.push(`asked for round ${event.round}`);
    },
  });
  expect(rig.said.slice(0, -1)).toEqual(['asked for round 1', 'round 1', 'asked for round 2']);
});
