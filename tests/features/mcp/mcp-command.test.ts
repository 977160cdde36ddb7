import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SandboxState } from '../../../src/contracts/exec.ts';
import { Failure } from '../../../src/core/failure.ts';
import { createMcpStore } from '../../../src/features/mcp/mcp-store.ts';
import { fixedWorkspaces } from '../../support/fixed-workspaces.ts';
import { ANA, type GatewayRig, gatewayRig, type RigOptions } from '../../support/gateway-rig.ts';

let rig: GatewayRig;
let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(realpathSync(tmpdir()), 'mcp-chat-'));
  for (const name of ['shop', 'config']) mkdirSync(path.join(home, name));
});
afterEach(async () => {
  await rig?.remove();
  rmSync(home, { recursive: true, force: true });
});

const ASKED = {
  kind: 'ask',
  rule: 'test',
  reason: 'It is not configured.',
  risk: { writesOutsideGit: 'no', network: 'no', undoable: 'no' },
} as const;

function write(name: 'shop/.mcp.json' | 'config/mcp.json', servers: object): void {
  writeFileSync(path.join(home, name), JSON.stringify({ mcpServers: servers }));
}

async function open(options: Partial<RigOptions> = {}, mcp: RigOptions['mcp'] = {}): Promise<void> {
  rig = await gatewayRig({
    locale: 'en',
    allowed: [ANA],
    program: { workspaces: fixedWorkspaces(path.join(home, 'shop')) },
    mcp: {
      config: path.join(home, 'config'),
      policy: { judge: async () => ({ verdict: ASKED, execution: undefined, base: '', display: '' }) },
      connections: {
        use: () => Promise.reject(new Failure('unavailable', 'It cannot be asked in this test.')),
        stateOf: () => 'resting',
        end: async () => undefined,
        close: async () => undefined,
      },
      ...mcp,
    },
    ...options,
  });
}

const last = (): string => (rig.phone.texts.at(-1) ?? '').replaceAll(home, '~');

const IN_GROUP = { chat: 'group', group: { addressed: true } };

function people(role: 'owner' | 'member'): Partial<RigOptions> {
  const ana = { phone: ANA, role, workspaces: undefined };
  return { access: { people: [ana], groups: [{ id: 'group', people: [ANA] }] } };
}

/** Files are read for an answer, which takes longer than a turn. */
async function say(line: string, replies = 1): Promise<void> {
  const before = rig.phone.texts.length;
  await rig.say(line);
  await expect.poll(() => rig.phone.texts.length).toBe(before + replies);
}

const DOCS = { command: 'node', args: ['docs server.js'], env: { MODE: 'read' } };

test('without servers it says where to put them', async () => {
  await open();
  await say('/mcp');
  expect(last()).toBe(
    'No MCP servers yet.\nPut them in .mcp.json of the project,\nor in mcp.json of your configuration folder.',
  );
});

test('it lists the servers of the owner and of the project, and what is wrong', async () => {
  write('config/mcp.json', { notes: { command: 'notes' } });
  write('shop/.mcp.json', { docs: DOCS, old: { type: 'sse', url: 'https://x.example/' } });
  await open();
  await say('/mcp');
  expect(last()).toBe(
    [
      '🔌 MCP servers of shop:',
      "• `notes`, the owner's: not tried yet · starts when needed",
      '• `docs`, from `.mcp.json`: waits for a yes: /mcp allow docs',
      '⚠️ `old` (`.mcp.json`): type: "sse" is not supported; most such servers also speak "http"',
      'Tools of one: /mcp notes',
    ].join('\n'),
  );
});

test('a yes needs the exact words for exactly what was shown', async () => {
  write('shop/.mcp.json', { docs: DOCS });
  await open();
  await say('/mcp allow docs');
  expect(last()).toBe(
    [
      '🔌 Allow the MCP server docs?',
      'It comes from `.mcp.json` and starts exactly this:',
      "`node 'docs server.js'`",
      'With `MODE=read`',
      'It runs in the sandbox and reads this project.',
      'It can use the network.',
      'I still ask before each of its calls.',
      'If it changes, I ask again.',
      'To allow exactly this: /mcp allow docs yes',
    ].join('\n'),
  );
  await say('/mcp allow docs yes');
  expect(last()).toMatch(/^✅ Allowed docs as it is now\./);
  await say('/mcp');
  expect(last()).toContain('• `docs`, from `.mcp.json`: not tried yet · starts when needed');
});

test('a yes to a server that nobody was shown only shows it', async () => {
  write('shop/.mcp.json', { docs: DOCS });
  await open();
  await say('/mcp allow docs yes');
  expect(last()).toMatch(/^🔌 Allow the MCP server docs\?/);
});

test('a server that changes between the question and the yes is shown again', async () => {
  write('shop/.mcp.json', { docs: DOCS });
  await open();
  await say('/mcp allow docs');
  write('shop/.mcp.json', { docs: { ...DOCS, args: ['evil.js'] } });
  await say('/mcp allow docs yes', 2);
  expect(rig.phone.texts.slice(-2).map((text) => text.split('\n')[0])).toEqual([
    '⚠️ docs has changed since I showed it. Now it is:',
    '🔌 Allow the MCP server docs?',
  ]);
});

async function questionSays(line: string, state: () => Promise<SandboxState>): Promise<void> {
  write('shop/.mcp.json', { docs: DOCS });
  await open({}, { sandbox: { state } });
  const before = rig.phone.texts.length;
  await rig.say('/mcp allow docs');
  await expect.poll(() => rig.phone.texts.length, { timeout: 10_000 }).toBe(before + 1);
  expect(last().split('\n')[4]).toBe(line);
}

test.each<[string, () => Promise<SandboxState>, string]>([
  [
    'only found out after the question',
    () =>
      new Promise((resolve) => setTimeout(resolve, 300, { kind: 'on', name: 'bubblewrap', version: '1' })),
    'It runs in the sandbox and reads this project.',
  ],
  [
    'off',
    async () => ({ kind: 'off', problem: 'missing', detail: '' }),
    'No sandbox here: it can do anything your user can.',
  ],
])('where the sandbox is %s, the question says what is so', (_how, state, line) => questionSays(line, state));

test(
  'where the sandbox is not known for long, the question says so',
  {
    tags: 'full',
    timeout: 15_000,
  },
  () => questionSays("I don't know yet if there's a sandbox.", () => new Promise(() => undefined)),
);

test('an address is shown as it is, and what it means', async () => {
  write('shop/.mcp.json', { far: { type: 'http', url: 'http://169.254.169.254/latest?a=b' } });
  await open();
  await say('/mcp allow far');
  expect(last().split('\n').slice(1, 4)).toEqual([
    'It comes from `.mcp.json` and is reached at exactly this address:',
    "`'http://169.254.169.254/latest?a=b'`",
    'Whatever a tool is given leaves this machine.',
  ]);
});

test('off takes the yes back', async () => {
  write('shop/.mcp.json', { docs: DOCS });
  await open();
  for (const line of ['/mcp allow docs', '/mcp allow docs yes', '/mcp off docs']) await say(line);
  expect(last()).toBe('🔌 docs is off.\nTo use it again: /mcp allow docs');
  await say('/mcp');
  expect(last()).toContain('• `docs`, from `.mcp.json`: off. Switch it on: /mcp allow docs');
});

test("the owner's own server is switched off and on without a question", async () => {
  write('config/mcp.json', { notes: { command: 'notes' } });
  await open();
  await say('/mcp off notes');
  await say('/mcp allow Notes');
  expect(last()).toBe('✅ notes is on again.\nNew tasks can use it.');
});

test('the tools of a server are shown in its words, as code', async () => {
  write('config/mcp.json', { notes: { command: 'notes', readers: ['find'] } });
  await open();
  const rows = createMcpStore(rig.store.database);
  const { findServers } = await import('../../../src/features/mcp/config/find-servers.ts');
  const places = { config: path.join(home, 'config'), project: path.join(home, 'shop') };
  const [server] = findServers(places).servers;
  const tool = (name: string, description: string, onlyReads: boolean) => ({
    server: 'notes',
    serverHash: server?.hash ?? '',
    isElsewhere: false,
    tool: name,
    name: `mcp__notes__${name}`,
    description,
    schema: { type: 'object' },
    hints: { onlyReads, destroys: !onlyReads },
    hash: '',
  });
  const offer = { tools: [tool('find', 'Finds *notes*.', true), tool('drop', '', false)], prompts: [] };
  rows.keepOffer(server?.hash ?? '', path.join(home, 'shop'), offer, 1);
  await say('/mcp notes');
  expect(last()).toBe(
    [
      '🔌 notes has 2 tools:',
      '• `find` (without asking, says it only reads): `Finds *notes*.`',
      '• `drop` (says it may destroy data)',
      "These are the server's words. I ask before each call.",
    ].join('\n'),
  );
});

test.each<[string, Partial<RigOptions>, object]>([
  ['a member', people('member'), {}],
  ['an owner in a group', people('owner'), IN_GROUP],
])('%s allows nothing, and is shown no command line', async (_who, options, where) => {
  write('shop/.mcp.json', { docs: DOCS });
  await open(options);
  await rig.say('/mcp allow docs', where);
  await expect.poll(last).not.toBe('');
  expect(last()).not.toContain('node');
  expect(createMcpStore(rig.store.database).findShown(path.join(home, 'shop'), 'docs')).toBeUndefined();
});

test('in Spanish', async () => {
  write('shop/.mcp.json', { docs: DOCS });
  await open({ locale: 'es' });
  await say('/mcp permitir docs');
  expect(last()).toBe(
    [
      '🔌 ¿Permites el servidor MCP docs?',
      'Viene de `.mcp.json` e inicia exactamente esto:',
      "`node 'docs server.js'`",
      'Con `MODE=read`',
      'Corre en el sandbox y lee este proyecto.',
      'Puede usar la red.',
      'Igual pregunto antes de cada llamada.',
      'Si cambia, pregunto otra vez.',
      'Para permitir exactamente esto: /mcp permitir docs sí',
    ].join('\n'),
  );
  await say('/mcp permitir docs sí');
  expect(last()).toMatch(/^✅ Permití docs tal como está\./);
});

test.each([
  ['/mcp allow nothing', "There's no MCP server nothing here.\nTo see them: /mcp"],
  ['/mcp allow', '/mcp allow docs - see what would start, and allow it'],
])('%s says what there is', async (line, expected) => {
  await open();
  await say(line);
  expect(last()).toContain(expected);
});
