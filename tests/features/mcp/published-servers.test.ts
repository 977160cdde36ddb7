/**
 * One of the long runs.
 * @module-tag full
 */
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { AgentRig } from '../../support/agent-rig.ts';
import { mcpRig, published } from './mcp-rig.ts';

const resultsIn = (agent: AgentRig): readonly string[] =>
  (agent.requests.at(-1)?.messages ?? []).flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'tool_result' ? String(block.content) : [])),
  );

/** Runs to the end, with a yes to every question. */
async function runSayingYes(agent: AgentRig): Promise<number> {
  for (let questions = 0; ; questions += 1) {
    const outcome = await agent.run();
    if (outcome.kind !== 'waiting') return questions;
    agent.answer(true);
  }
}

test('server-memory remembers what the model tells it, over two tasks', async () => {
  const rig = mcpRig();
  const memory = path.join(rig.data, 'memory.jsonl');
  const entry = published('server-memory', [], {
    env: { MEMORY_FILE_PATH: memory },
    readers: ['read_graph'],
  });
  writeFileSync(path.join(rig.config, 'mcp.json'), JSON.stringify({ mcpServers: { memory: entry } }));
  const entities = [{ name: 'login', entityType: 'module', observations: ['breaks on empty passwords'] }];
  const first = rig.agent({
    steps: [
      { calls: [['find_tools', { query: 'create_entities' }]] },
      { calls: [['use_tool', { name: 'mcp__memory__create_entities', input: { entities } }]] },
      { text: 'Noted.' },
    ],
  });
  expect(await runSayingYes(first)).toBe(1);
  expect(readFileSync(memory, 'utf8')).toContain('breaks on empty passwords');
  expect(resultsIn(first)[0]).toContain('"name":"mcp__memory__create_entities"');
  const second = rig.agent({
    steps: [{ calls: [['use_tool', { name: 'mcp__memory__read_graph', input: {} }]] }, { text: 'I know.' }],
  });
  expect(await runSayingYes(second)).toBe(0);
  expect(resultsIn(second).at(-1)).toContain('breaks on empty passwords');
});

test('server-filesystem reads a file, and refuses one outside of what it was given', async () => {
  const rig = mcpRig();
  const shared = path.join(realpathSync(rig.data), 'shared');
  mkdirSync(shared);
  writeFileSync(path.join(shared, 'plan.txt'), 'ship it on Friday');
  const entry = published('server-filesystem', [shared]);
  writeFileSync(path.join(rig.config, 'mcp.json'), JSON.stringify({ mcpServers: { files: entry } }));
  const read = (file: string) =>
    ({ calls: [['use_tool', { name: 'mcp__files__read_text_file', input: { path: file } }]] }) as const;
  const agent = rig.agent({
    steps: [read(path.join(rig.root, 'own.txt')), read('/etc/hostname'), { text: 'Done.' }],
  });
  writeFileSync(path.join(rig.root, 'own.txt'), 'of the project');
  expect(await runSayingYes(agent)).toBe(2);
  // It is told the project as its root, which takes the place of the folders on its command line.
  expect(resultsIn(agent)[0]).toContain('of the project');
  expect(resultsIn(agent)[1]).toContain('reports an error');
});

test('server-everything: words, a picture for the model, an error', async () => {
  const rig = mcpRig({ own: { everything: published('server-everything') }, hasVision: true });
  const use = (name: string, input: Readonly<Record<string, string | number>> = {}) =>
    ({ calls: [['use_tool', { name: `mcp__everything__${name}`, input }]] }) as const;
  const agent = rig.agent({
    steps: [
      use('echo', { message: 'hola, ¿qué tal?' }),
      use('get-tiny-image'),
      use('get-sum', { a: 'x' }),
      { text: 'Done.' },
    ],
  });
  expect(await runSayingYes(agent)).toBe(2);
  const [echo, picture, sum] = resultsIn(agent);
  expect(echo).toContain('hola, ¿qué tal?');
  expect(picture).toContain('(picture 1 follows the results)');
  expect(sum).toMatch(/The input of mcp__everything__get-sum is not as its schema says/);
  const blocks = agent.requests.at(-1)?.messages.flatMap(({ content }) => content) ?? [];
  expect(blocks.filter(({ type }) => type === 'image')).toHaveLength(1);
});

test('the tools of a task stay as they were, and its first bytes too, when its server is gone', async () => {
  const rig = mcpRig({ own: { everything: published('server-everything') } });
  const agent = rig.agent({
    steps: [
      { calls: [['use_tool', { name: 'mcp__everything__echo', input: { message: 'a' } }]] },
      { text: 'Done.' },
    ],
  });
  expect(await agent.run()).toMatchObject({ kind: 'waiting' });
  writeFileSync(path.join(rig.config, 'mcp.json'), '{}');
  agent.answer(true);
  await agent.run();
  expect(resultsIn(agent).at(-1)).toContain('may not be used here any more');
  expect(JSON.stringify(agent.requests.at(-1)?.tools)).toBe(JSON.stringify(agent.requests[0]?.tools));
});
