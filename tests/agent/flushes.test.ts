import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool } from '../../src/contracts/tool.ts';
import { Failure } from '../../src/core/failure.ts';
import { type AgentRig, agentRig, SESSION, type Step } from '../support/agent-rig.ts';
import { edit } from '../support/edit-tool.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

/** How much of what was stored before each run a power cut would take back. */
const unsafe: number[] = [];

const measured = {
  ...edit,
  async run() {
    unsafe.push(rig.flushes().since);
    return { text: 'done', data: {} };
  },
};

const command = defineTool({
  name: 'command',
  description: 'Changes anything.',
  effect: 'executes',
  ...UNLISTED,
  input: z.object({ path: z.string() }),
  output: z.object({}),
  async run() {
    unsafe.push(rig.flushes().since);
    return { text: 'done', data: {} };
  },
});

async function flushesOf(steps: readonly Step[]): Promise<number> {
  rig = agentRig({ steps: [...steps, { text: 'Done.' }], tools: [measured, command] });
  rig.create();
  unsafe.splice(0);
  await rig.run();
  return rig.flushes().all;
}

const look = (name: string): Step => ({ calls: [['look', { name }]] });

test.each([
  ['reads', look('a'), look('b'), 0],
  [
    'edits a file that it names',
    { calls: [['edit', { path: 'a' }]] },
    { calls: [['edit', { path: 'b' }]] },
    1,
  ],
  ['runs a command', { calls: [['command', { path: 'a' }]] }, { calls: [['command', { path: 'b' }]] }, 2],
  [
    'reads and edits',
    {
      calls: [
        ['look', {}],
        ['edit', { path: 'a' }],
      ],
    },
    {
      calls: [
        ['look', {}],
        ['edit', { path: 'b' }],
      ],
    },
    1,
  ],
] as const satisfies readonly (readonly [string, Step, Step, number])[])(
  'how often a round that %s waits for the disk',
  async (_title, first, second, count) => {
    const one = await flushesOf([first]);
    rig.remove();
    expect((await flushesOf([first, second])) - one).toBe(count);
  },
);

test('before anything has an effect all that was stored is safe from a power cut', async () => {
  await flushesOf([
    look('a'),
    { calls: [['edit', { path: 'a' }]] },
    look('b'),
    { calls: [['command', { path: 'a' }]] },
    {
      calls: [
        ['edit', { path: 'b' }],
        ['command', { path: 'b' }],
      ],
    },
  ]);
  expect(unsafe).toEqual([0, 0, 0, 0]);
});

test('what the person is told at the end is safe from a power cut', async () => {
  await flushesOf([look('a'), { calls: [['edit', { path: 'a' }]] }]);
  expect(rig.flushes().since).toBe(0);
});

test('the first request of a task is sent when the task is stored, and waits for no disk', async () => {
  const atRequest: unknown[] = [];
  rig = agentRig({
    steps: [{ text: 'Done.' }],
    onRequest: () => atRequest.push([rig.store.history.all(SESSION).length, rig.flushes().all]),
  });
  rig.create();
  await rig.run();
  expect(atRequest).toEqual([[1, 0]]);
});

test('that a run begins is stored with the first message: both, or neither', async () => {
  const requests: unknown[] = [];
  rig = agentRig({
    steps: [{ text: 'Done.' }],
    onRequest: (request) => requests.push(request),
    onWorking: () => {
      throw new Failure('unavailable', 'The disk is full.');
    },
  });
  rig.create();
  await expect(rig.run()).rejects.toThrow('The disk is full.');
  expect([rig.store.history.all(SESSION), requests]).toEqual([[], []]);
});
