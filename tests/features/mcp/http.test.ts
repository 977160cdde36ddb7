import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { CliHost } from '../../../src/contracts/sub-command.ts';
import { logIn } from '../../../src/features/mcp/cli/log-in.ts';
import { guardedFetch } from '../../../src/features/mcp/connection/transports.ts';
import { httpMcp } from './http-server.ts';
import { listed, type McpRig, mcpRig } from './mcp-rig.ts';

const NEVER = new AbortController().signal;
const TOOLS = [listed('go')];

async function call(rig: McpRig, name = 'far'): Promise<string> {
  const { server, standing } = await rig.known(name);
  if (standing.kind !== 'usable') throw new Error(`it is ${standing.kind}`);
  const request = { server, launch: standing.launch, folder: rig.root };
  const result = await rig.connections.use(
    request,
    (one) => one.call('go', {}, { timeoutMs: 3_000, signal: NEVER }),
    NEVER,
  );
  return result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

test('a server is reached with the headers that the owner wrote, and tells its tools', async () => {
  const { url, requests } = await httpMcp({ tools: TOOLS });
  const rig = mcpRig({
    own: { far: { type: 'http', url, headers: { Authorization: `Bearer \${KEY}` } } },
    ownFile: { variables: { KEY: 'key-for-the-server' } },
  });
  expect(await call(rig)).toBe('did go');
  expect(new Set(requests.map((line) => line.split(' ').slice(2).join(' ')))).toEqual(
    new Set(['Bearer key-for-the-server']),
  );
  expect(rig.learned).toContain('key-for-the-server');
});

test('its tools leave this machine: their effect is the network', async () => {
  const { url } = await httpMcp({ tools: TOOLS });
  const rig = mcpRig({ own: { far: { url } } });
  expect((await rig.sessionTools()).map(({ name, effect }) => [name, effect])).toEqual([
    ['mcp__far__go', 'network'],
  ]);
});

test('a redirect is not followed, wherever it leads', async () => {
  const inside = await httpMcp({ tools: TOOLS });
  const { url } = await httpMcp({
    tools: TOOLS,
    instead(_request, response) {
      response.writeHead(307, { location: inside.url }).end();
      return true;
    },
  });
  const rig = mcpRig({ own: { far: { url } } });
  await expect(call(rig)).rejects.toMatchObject({
    kind: 'denied',
    message: expect.stringContaining('answers with a redirect, which is not followed'),
  });
  expect(inside.requests).toEqual([]);
});

test('a server cannot send us to a login on this machine', async () => {
  const inside = await httpMcp({ tools: TOOLS });
  const { url } = await httpMcp({
    tools: TOOLS,
    instead(_request, response) {
      const metadata = `Bearer resource_metadata="${new URL(inside.url).origin}/secret"`;
      response.writeHead(401, { 'www-authenticate': metadata }).end();
      return true;
    },
  });
  const rig = mcpRig({ own: { far: { url } } });
  await expect(logIn(hostOf([]), { name: 'far' }, openOf(rig))).rejects.toThrow();
  expect(inside.requests).toEqual([]);
});

test.each<[string, string, readonly string[]]>([
  ['a name of this machine', 'https://login.example.com/token', ['127.0.0.1']],
  ['a name of this machine in IPv6', 'https://login.example.com/token', ['::1']],
  ['the metadata of a cloud', 'https://login.example.com/token', ['169.254.169.254']],
  [
    'a public address, and a private one behind it',
    'https://login.example.com/token',
    ['93.184.216.34', '10.0.0.1'],
  ],
  ['a name that nobody knows', 'https://login.example.com/token', []],
])(
  'for a login a server points to %s: the one look decides, and nothing connects',
  async (_what, target, found) => {
    const looks: string[] = [];
    const guarded = guardedFetch(new URL('https://mcp.example.com/mcp'), async (name) => {
      looks.push(name);
      // What a later look would give, if there were one.
      return looks.length === 1
        ? found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
        : [{ address: '93.184.216.34', family: 4 }];
    });
    await expect(
      guarded(target, { method: 'POST', body: new URLSearchParams({ code: 'x' }) }),
    ).rejects.toMatchObject({
      kind: 'denied',
      message: 'The server points to login.example.com, which is no public https address.',
    });
    expect(looks).toEqual(['login.example.com']);
  },
);

test.each([
  'http://login.example.com/token',
  'https://127.0.0.1/token',
  'https://[::1]/token',
  'https://0x7f000001/token',
  'https://2130706433/token',
  'https://169.254.169.254/latest',
  'https://localhost/token',
  'https://metadata.internal/token',
])('for a login a server points to %s, where nothing is looked up', async (target) => {
  const looks: string[] = [];
  const guarded = guardedFetch(new URL('https://mcp.example.com/mcp'), async (name) => {
    looks.push(name);
    return [];
  });
  await expect(guarded(target)).rejects.toMatchObject({ kind: 'denied' });
  expect(looks).toEqual([]);
});

test('an answer of 10 MB is broken off', async () => {
  const { url } = await httpMcp({
    tools: TOOLS,
    instead(_request, response) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(`"${'x'.repeat(10_000_000)}"`);
      return true;
    },
  });
  const rig = mcpRig({ own: { far: { url } } });
  await expect(call(rig)).rejects.toMatchObject({ message: expect.stringContaining('sent more than 4 MB') });
});

test('a server of a project is reached only once an owner has seen its address', async () => {
  const { url, requests } = await httpMcp({ tools: TOOLS });
  const rig = mcpRig({ project: { far: { type: 'http', url } } });
  expect(await rig.sessionTools()).toEqual([]);
  expect(requests).toEqual([]);
  await rig.accept('far');
  expect((await rig.sessionTools()).map(({ name }) => name)).toEqual(['mcp__far__go']);
});

/** What of the command line a login needs. */
function hostOf(said: string[]): CliHost {
  return { output: { write: (text: string) => said.push(text) > 0 } } as unknown as CliHost;
}

function openOf(rig: McpRig) {
  return async () => ({ ...rig, project: rig.root, locale: 'en' as const, close: async () => undefined });
}

test('a server that wants a login says what to do, and has its token afterwards', async () => {
  const { url } = await httpMcp({ tools: TOOLS, token: 'token-of-the-login' });
  const rig = mcpRig({ own: { far: { url } } });
  await expect(call(rig)).rejects.toMatchObject({
    message: 'The MCP server far wants a login. In a terminal of this machine: wasap mcp login far',
  });
  const said: string[] = [];
  const loggingIn = logIn(hostOf(said), { name: 'far' }, openOf(rig));
  await expect.poll(() => said.join('')).toContain('/authorize?');
  const page = new URL(/http\S+/.exec(said.join(''))?.[0] ?? '');
  expect(page.searchParams.get('code_challenge_method')).toBe('S256');
  const back = new URL(page.searchParams.get('redirect_uri') ?? '');
  expect(back.hostname).toBe('127.0.0.1');
  expect((await fetch(new URL('/guessed?code=right-code', back))).status).toBe(404);
  back.searchParams.set('code', 'right-code');
  expect(await (await fetch(back)).text()).toBe('Logged in. You can close this page.');
  expect(await loggingIn).toBe(0);
  await rig.connections.end((await rig.known('far')).server.hash);
  expect(await call(rig)).toBe('did go');
  const [file = ''] = readdirSync(path.join(rig.data, 'mcp'));
  expect(statSync(path.join(rig.data, 'mcp', file)).mode & 0o777).toBe(0o600);
  expect(rig.learned).toEqual(expect.arrayContaining(['token-of-the-login', 'refresh-me-later']));
});

test('a token belongs to its address: the same name elsewhere gets none of it', async () => {
  const { url } = await httpMcp({ tools: TOOLS, token: 'token-of-the-login' });
  const rig = mcpRig({ own: { far: { url } } });
  const { server } = await rig.known('far');
  if (server.transport !== 'http') throw new Error('it is reached by HTTP');
  rig.logins.begin(server, new URL(url), { backTo: url, show: () => undefined }).saveTokens({
    access_token: 'token-of-the-login',
    token_type: 'Bearer',
  });
  expect(rig.logins.of(server, new URL(url))).toBeDefined();
  expect(rig.logins.of(server, new URL('http://127.0.0.1:1/mcp'))).toBeUndefined();
  const kept = path.join(rig.data, 'mcp', `${server.hash}.json`);
  expect(readFileSync(kept, 'utf8')).toContain('token-of-the-login');
  writeFileSync(kept, 'not JSON');
  expect(rig.logins.of(server, new URL(url))).toBeUndefined();
});
