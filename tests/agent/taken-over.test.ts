import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, type Effect } from '../../src/contracts/tool.ts';
import type { InstanceId } from '../../src/core/ids.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

/** Another program adopts the session while this one carries out a call. */
function takenOverDuring(effect: Effect) {
  return defineTool({
    name: 'act',
    description: 'Acts.',
    effect,
    ...UNLISTED,
    input: z.object({}),
    output: z.object({}),
    run: async () => {
      const winner = 'winner' as InstanceId;
      rig.store.sessions.update(SESSION, { instance: winner, usage: { round: 7 }, atMs: 0 });
      return { text: 'acted', data: {} };
    },
  });
}

test.each<Effect>(['reads', 'writes'])(
  'a program that lost its session stops at the next commit and stores nothing (%s)',
  async (effect) => {
    rig = agentRig({
      steps: [{ calls: [['act', {}]] }, { text: 'never' }],
      tools: [takenOverDuring(effect)],
    });
    rig.create();
    await expect(rig.run()).rejects.toMatchObject({
      kind: 'conflict',
      message: expect.stringMatching(/^Another program has taken over session/),
    });
    const { instance } = rig.session();
    const { status } = rig.session().state;
    const { round } = rig.session().usage;
    expect([instance, status, round, rig.store.history.all(SESSION).map(({ role }) => role)]).toEqual([
      'winner',
      'running',
      7,
      ['user', 'assistant'],
    ]);
  },
);
