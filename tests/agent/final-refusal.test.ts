import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import { notices } from '../../src/agent/notices.ts';
import { defineTool } from '../../src/contracts/tool.ts';
import { type AgentRig, agentRig } from '../support/agent-rig.ts';
import { auditOf } from '../support/audit-of.ts';
import { offers } from '../support/offers.ts';
import { UNLISTED } from '../support/unlisted.ts';

let rig: AgentRig;
afterEach(() => rig.remove());

const command = defineTool({
  name: 'command',
  description: 'Runs a line.',
  effect: 'executes',
  ...UNLISTED,
  input: z.object({ line: z.string() }),
  output: z.object({}),
  async review({ line }) {
    const risk = { writesOutsideGit: 'no', network: 'yes', undoable: 'no' } as const;
    const verdict = { kind: 'ask', rule: 'test', reason: 'Run it?', risk } as const;
    return { verdict, binding: line, details: line, command: line, offers: offers() };
  },
  run: async () => ({ text: 'ran', data: {} }),
});

/** What the model was told of the call before this request. */
function told(request: number): string {
  const [block] = rig.requests[request]?.messages.at(-1)?.content ?? [];
  return block?.type === 'tool_result' ? JSON.stringify(block.content) : '';
}

test('after three refusals of the same aim the model is told that it is final, and nobody is asked a fourth time', async () => {
  const lines = [
    'npm publish',
    'npm publish --tag next',
    'cd . && npm publish',
    'bash -c "npm publish"',
    'npm audit fix',
  ];
  rig = agentRig({
    steps: [
      ...lines.map((line) => ({ calls: [['command', { line }]] as const })),
      { text: 'Not published.' },
    ],
    tools: [command],
  });
  rig.create();
  let outcome = await rig.run();
  for (let no = 0; no < 3; no += 1) {
    rig.answer(false, 'no');
    outcome = await rig.run();
  }
  const asked = rig.store.approvals
    .listOfSession(rig.session().id)
    .map(({ question: { details } }) => details);
  const decisions = auditOf(rig.store)
    .listRecent(9)
    .map(({ command: line, decision }) => `${decision} ${line}`);
  const heard = [1, 2, 3, 4].map((request) => told(request).includes(notices.final));
  // The fourth was refused at once, and what is another aim is asked about as ever.
  expect({ heard, outcome: outcome.kind, asked, decisions }).toEqual({
    heard: [false, false, true, true],
    outcome: 'waiting',
    asked: ['npm publish', 'npm publish --tag next', 'cd . && npm publish', 'npm audit fix'],
    decisions: [
      'deny bash -c "npm publish"',
      'ask_rejected cd . && npm publish',
      'ask_rejected npm publish --tag next',
      'ask_rejected npm publish',
    ],
  });
});
