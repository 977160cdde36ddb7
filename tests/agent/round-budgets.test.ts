import { afterEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { notices } from '../../src/agent/notices.ts';
import { type AnyTool, defineTool } from '../../src/contracts/tool.ts';
import { type AgentRig, agentRig, Crash, type RigOptions, SESSION, type Step } from '../support/agent-rig.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

/** Gives a file the content that it is called with, as an edit does, and remembers how often. */
function editor(made: string[]): AnyTool {
  return defineTool({
    name: 'edit',
    description: 'Edits.',
    effect: 'writes',
    ...UNLISTED,
    input: z.object({ content: z.string() }),
    output: z.object({}),
    prepare: async ({ content }) => ({ path: 'a.ts', before: made.at(-1) ?? null, after: content }),
    recover: async ({ content }) =>
      made.at(-1) === content ? { kind: 'done', answer: { text: 'edited', data: {} } } : { kind: 'rerun' },
    async run({ content }) {
      made.push(content);
      return { text: 'edited', data: {} };
    },
  });
}

const edit = (content: string): Step => ({ calls: [['edit', { content }]] });
const look = (name: string): Step => ({ calls: [['look', { name }]] });

function begin(options: Omit<RigOptions, 'tools'>): { readonly made: readonly string[] } {
  const made: string[] = [];
  rig = agentRig({ ...options, limits: { maxRounds: 4, ...options.limits }, tools: [editor(made)] });
  rig.create();
  return { made };
}

/** What the model was told beside results. */
function told(): readonly string[] {
  return (
    rig.requests
      .at(-1)
      ?.messages.slice(1)
      .flatMap(({ role, content }) => (role === 'user' ? content : []))
      .flatMap(({ text }) => (typeof text === 'string' ? [text] : [])) ?? []
  );
}

describe('a task that advances', () => {
  const TEN = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? edit(`v${n}`) : look(`${n}`)));

  test('goes on by itself: no closing reply, no word about its end, and rounds that count on', async () => {
    begin({ steps: [...TEN, { text: 'finished' }] });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'finished' });
    expect({
      choices: new Set(rig.requests.map(({ toolChoice }) => toolChoice)),
      requests: rig.requests.length,
      told: told(),
      said: rig.said.slice(0, -1),
      session: rig.session().usage.runStartRound,
    }).toEqual({
      choices: new Set(['auto']),
      requests: 11,
      told: [],
      said: Array.from({ length: 10 }, (_, n) => `round ${n + 1}`),
      session: 0,
    });
  });

  test('pauses after each round budget where a person wants it so', async () => {
    begin({ steps: [...TEN, { text: 'so far' }], limits: { continuesByItself: false } });
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'rounds', detail: '4' });
    expect(told()).toEqual([notices.wrapUp(2), notices.lastReply]);
  });

  test('stops at the money limit as ever', async () => {
    begin({ steps: TEN, limits: { maxCostMicroUsd: 1_500 } });
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'money' });
    expect(rig.session().usage.round).toBe(5);
  });

  test('has a limit of all its rounds, and is told before it', async () => {
    begin({ steps: Array.from({ length: 99 }, (_, n) => edit(`v${n}`)) });
    expect(await rig.run()).toMatchObject({ kind: 'parked', reason: 'rounds', detail: '80' });
    expect(told()).toEqual([notices.wrapUp(2), notices.lastReply]);
  });
});

describe('a task without progress', () => {
  const STILL = [edit('v0'), ...Array.from({ length: 9 }, (_, n) => look(`${n}`))];

  test('pauses after the first round budget without progress, and goes on when a person says so', async () => {
    begin({ steps: [...STILL.slice(0, 8), { text: 'I am stuck.' }, look('again'), { text: 'done' }] });
    expect(await rig.run()).toEqual({
      kind: 'parked',
      reason: 'no-progress',
      detail: '8',
      text: 'I am stuck.',
    });
    expect(told()).toEqual([notices.wrapUp(2), notices.standsStill]);
    expect(rig.said.at(-2)).toBe('round 8 (last)');
    rig.store.sessions.update(SESSION, { state: { status: 'queued' }, usage: { runStartRound: 8 }, atMs: 1 });
    expect(await rig.run()).toEqual({ kind: 'done', text: 'done' });
  });
});

test.each([
  ['advances', [edit('a'), look('1'), edit('b'), look('2'), { text: 'finished' }], 'done'],
  ['stands still', [look('1'), look('2'), look('3'), look('4'), { text: 'stuck' }], 'parked'],
] as const)(
  'killed at any commit around the end of a round budget, a task that %s decides the same',
  { tags: 'full' },
  async (_what, steps, kind) => {
    const limits = { maxRounds: 2 };
    begin({ steps, limits });
    const whole = await rig.run();
    const [commits, history] = [rig.commits(), rig.store.history.all(SESSION).slice(1)];
    expect(whole.kind).toBe(kind);
    for (let commit = 1; commit <= commits; commit += 1) {
      rig.remove();
      const { made } = begin({ steps, limits });
      rig.crashAtCommit(commit);
      const first = await rig.run().catch((error: unknown) => error);
      const outcome = first instanceof Crash ? await rig.run() : first;
      const found = { outcome, history: rig.store.history.all(SESSION).slice(1), made };
      expect(found).toEqual({ outcome: whole, history, made: kind === 'done' ? ['a', 'b'] : [] });
    }
  },
);
