import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CliHost } from '../../../src/contracts/sub-command.ts';
import { logIn } from '../../../src/features/mcp/cli/log-in.ts';
import { listServers, type OpenMcp, testServers } from '../../../src/features/mcp/cli/show-servers.ts';
import { type McpRigOptions, mcpRig } from './mcp-rig.ts';

const NODE = { command: 'node', args: ['server.js'] };

/** The sub-commands on this rig, and what they say. */
function terminal(options: McpRigOptions = {}) {
  const { root, servers, connections, logins } = mcpRig(options);
  const said: string[] = [];
  const host = { output: { write: (text: string) => said.push(text) > 0 } } as unknown as CliHost;
  const open: OpenMcp = async () => ({
    project: root,
    locale: 'en',
    servers,
    connections,
    logins,
    close: async () => undefined,
  });
  return {
    root,
    said,
    list: () => listServers(host, {}, open),
    test: (name?: string) => testServers(host, { workspace: undefined, name }, open),
    logIn: (name: string) => logIn(host, { name }, open),
  };
}

test('a file that cannot be read is told, and not that there are no servers; mcp test fails', async () => {
  const { root, said, list, test: testAll } = terminal();
  writeFileSync(path.join(root, '.mcp.json'), '{');
  await list();
  const code = await testAll();
  const fault = expect.stringMatching(/^⚠️ `\.mcp\.json`: .*\n$/);
  expect([said, code]).toEqual([[fault, fault], 1]);
});

test('an entry that cannot be used is told by mcp test with its name', async () => {
  const { said, test: testOne } = terminal({ project: { docs: { command: 7 } } });
  expect([await testOne('docs'), said]).toEqual([
    1,
    [expect.stringMatching(/^⚠️ `docs` \(`\.mcp\.json`\): /)],
  ]);
  expect([await testOne('other'), said.at(-1)]).toEqual([
    1,
    "There's no MCP server other here. List them: wasap mcp list\n",
  ]);
});

test('mcp login says what is in the way: no yes yet, or no address', async () => {
  const { said, logIn: tryLogin } = terminal({
    own: { notes: NODE },
    project: { docs: { type: 'http', url: 'https://docs.example/mcp' } },
  });
  expect([await tryLogin('docs'), await tryLogin('notes'), said]).toEqual([
    1,
    1,
    [
      "docs isn't allowed yet, so I can't log in.\nAllow it in the chat: /mcp allow docs\n",
      'notes has no address, so it takes no login.\n',
    ],
  ]);
});
