import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { defineTool, type Effect } from '../../src/contracts/tool.ts';
import { Failure } from '../../src/core/failure.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

const toolWith = (effect: Effect, run: () => void) =>
  defineTool({
    name: 'act',
    description: 'Does something.',
    effect,
    ...UNLISTED,
    input: z.object({}),
    output: z.object({}),
    async run() {
      run();
      return { text: 'done', data: {} };
    },
  });

/**
 * One call of such a tool. Events in order: what other machines were asked, with what was stored then, and the tool's
 * run.
 */
async function eventsOf(
  effect: Effect,
  beforeCommand: () => void = () => undefined,
): Promise<readonly string[]> {
  const events: string[] = [];
  rig = agentRig({
    steps: [{ calls: [['act', {}]] }, { text: 'Done.' }],
    tools: [toolWith(effect, () => events.push('runs'))],
    ownership: {
      async beforeCommand() {
        const transcript = readFileSync(path.join(rig.folder, 'agent_sessions', `${SESSION}.jsonl`), 'utf8');
        const [call] = rig.store.calls.all(SESSION);
        events.push(
          `asked: ${call?.state}, ${transcript.includes('"act"') ? 'in' : 'not in'} the transcript`,
        );
        beforeCommand();
      },
    },
  });
  rig.create();
  await rig.run();
  return events;
}

test.each<[Effect, readonly string[]]>([
  ['executes', ['asked: started, in the transcript', 'runs']],
  ['network', ['asked: started, in the transcript', 'runs']],
  ['writes', ['runs']],
  ['reads', ['runs']],
])('a call that %s', async (effect, expected) => {
  expect(await eventsOf(effect)).toEqual(expected);
});

test('a call in a conversation that another machine has by now is not run, and the model is told', async () => {
  const events = await eventsOf('executes', () => {
    throw new Failure('denied', 'Nothing was run: it goes on elsewhere.');
  });
  const [call] = rig.store.calls.all(SESSION);
  expect({ events, state: call?.state, text: call?.result?.text }).toEqual({
    events: ['asked: started, in the transcript'],
    state: 'done',
    text: 'Nothing was run: it goes on elsewhere.',
  });
});
