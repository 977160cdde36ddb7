import { expect, test } from 'vitest';
import { createMcpFigures } from '../../../src/features/mcp/figures.ts';
import { listed, mcpRig, scripted } from './mcp-rig.ts';

const samples = (text: string): readonly string[] =>
  text.split('\n').filter((line) => line !== '' && !line.startsWith('#') && !line.includes('seconds'));

test('calls by server and outcome, and what is connected', async () => {
  const rig = mcpRig({
    own: {
      docs: scripted({
        tools: [listed('go'), listed('fail')],
        answers: { fail: { text: 'No.', isError: true } },
      }),
    },
  });
  const tools = await rig.sessionTools();
  const call = async (name: string) => {
    const tool = tools.find((one) => one.name === `mcp__docs__${name}`);
    const { signal } = new AbortController();
    await tool?.run({}, { session: rig.session, signal } as never, null).catch(() => undefined);
  };
  for (const name of ['go', 'go', 'fail']) await call(name);
  expect(samples(rig.figures.text())).toEqual([
    'wasap_mcp_calls_total{server="docs",outcome="ok"} 2',
    'wasap_mcp_calls_total{server="docs",outcome="error"} 1',
    'wasap_mcp_servers_up 1',
  ]);
  await rig.connections.close();
  await expect.poll(() => samples(rig.figures.text()).at(-1)).toBe('wasap_mcp_servers_up 0');
});

test('a server that ended by itself and starts again is counted as a restart', { tags: 'full' }, async () => {
  const rig = mcpRig({
    own: { docs: scripted({ tools: [listed('go'), listed('die')], answers: { die: { exit: true } } }) },
  });
  const { server, standing } = await rig.known('docs');
  if (standing.kind !== 'usable') throw new Error('it may not start');
  const signal = new AbortController().signal;
  const call = (name: string) =>
    rig.connections.use(
      { server, launch: standing.launch, folder: rig.root },
      (one) => one.call(name, {}, { timeoutMs: 5_000, signal }),
      signal,
    );
  await call('die').catch(() => undefined);
  await call('go');
  expect(samples(rig.figures.text())).toEqual([
    'wasap_mcp_restarts_total{server="docs"} 1',
    'wasap_mcp_servers_up 1',
  ]);
});

test('a repository chooses no label, and no number of names makes ever more', () => {
  const figures = createMcpFigures();
  figures.countCall({ name: 'evil"}\n', source: 'project' }, 'ok', 1);
  for (let n = 0; n < 100; n += 1) figures.countCall({ name: `own-${n}`, source: 'own' }, 'ok', 1);
  const lines = samples(figures.text());
  expect([lines[0], lines.length, lines.join('').includes('evil')]).toEqual([
    'wasap_mcp_calls_total{server="others",outcome="ok"} 81',
    22,
    false,
  ]);
});
