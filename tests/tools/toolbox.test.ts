import { expect, test } from 'vitest';
import * as z from 'zod';
import { type AnyTool, defineTool } from '../../src/contracts/tool.ts';
import { createToolboxes } from '../../src/tools/toolbox.ts';
import { sessionRecord } from '../support/session-record.ts';

function tool(name: string, effect: 'reads' | 'executes' = 'reads'): AnyTool {
  return defineTool({
    name,
    description: name,
    effect,
    doing: { en: 'looking', es: 'mirando' },
    subAgents: 'none',
    claudeCode: [],
    service: { leftOut: 'of a test' },
    input: z.object({}),
    output: z.null(),
    run: async () => ({ text: '', data: null }),
  });
}

const COMMON = [tool('a_tool'), tool('c_tool')];

function toolboxes(own: readonly AnyTool[]) {
  return createToolboxes(COMMON, { root: undefined }, async ({ number }) => (number === 2 ? own : []));
}

test('tools that only one session has stand among those of every session, by name', async () => {
  const { tools, specs } = await toolboxes([tool('d_tool'), tool('b_tool')]).of(sessionRecord({ number: 2 }));
  const names = ['a_tool', 'b_tool', 'c_tool', 'd_tool'];
  expect([tools, specs('agent')].map((list) => list.map(({ name }) => name))).toEqual([names, names]);
});

test('a session without its own has what every session has', async () => {
  const made = toolboxes([tool('b_tool')]);
  expect(await made.of(sessionRecord({ number: 1 }))).toBe(made.common);
});

test('a talk is offered only what reads', async () => {
  const { specs } = await toolboxes([tool('b_tool', 'executes')]).of(sessionRecord({ number: 2 }));
  expect(specs('talk').map(({ name }) => name)).toEqual(['a_tool', 'c_tool']);
});
