import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Locale } from '../../../src/core/texts/texts.ts';
import { type KnownServer, serverDetails } from '../../../src/features/mcp/servers.ts';
import { mcpRig } from './mcp-rig.ts';

const NODE = { command: 'node', args: ['server.js'] };

async function standings(rig: ReturnType<typeof mcpRig>) {
  const { known, faults } = await rig.servers.inProject(rig.root);
  return {
    known: known.map(({ server, standing }) => [server.name, server.source, standing.kind]),
    faults: faults.map(({ name, why }) => [name, why]),
  };
}

function refusalOf({ standing }: KnownServer, locale: Locale): string | undefined {
  return standing.kind === 'refused' ? standing.why(locale) : undefined;
}

test("the owner's own servers may start, those of the project wait for a yes", async () => {
  const rig = mcpRig({ own: { notes: NODE }, project: { docs: NODE } });
  expect(await standings(rig)).toEqual({
    known: [
      ['notes', 'own', 'usable'],
      ['docs', 'project', 'waiting'],
    ],
    faults: [],
  });
});

test('servers of plugins carry the name of their plugin, and wait, too', async () => {
  const rig = mcpRig();
  mkdirSync(path.join(rig.root, 'plugins/tickets'), { recursive: true });
  const entry = { command: `\${CLAUDE_PLUGIN_ROOT}/run`, args: [`\${CLAUDE_PROJECT_DIR}`] };
  writeFileSync(
    path.join(rig.root, 'plugins/tickets/.mcp.json'),
    JSON.stringify({ mcpServers: { jira: entry } }),
  );
  expect((await standings(rig)).known).toEqual([['plugin_tickets_jira', 'plugin', 'waiting']]);
  await rig.accept('plugin_tickets_jira');
  const { standing } = await rig.known('plugin_tickets_jira');
  expect(standing).toMatchObject({
    kind: 'usable',
    launch: { argv: [path.join(rig.root, 'plugins/tickets/run'), rig.root] },
  });
});

test.each([
  ['a name with two _', { mcpServers: { a__b: NODE } }, 'its name'],
  ['a name with a blank', { mcpServers: { 'a b': NODE } }, 'its name'],
  ['no command and no address', { mcpServers: { a: {} } }, 'command:'],
  ['the older transport', { mcpServers: { a: { type: 'sse', url: 'https://x.example' } } }, 'type: "sse"'],
  ['another scheme', { mcpServers: { a: { url: 'file:///etc/passwd' } } }, 'url: begins with'],
  ['a hidden character', { mcpServers: { a: { command: 'node', args: ['a\u202eb'] } } }, 'args.0:'],
  ['a second line', { mcpServers: { a: { command: 'node', args: ['a\nb'] } } }, 'args.0:'],
  ['the mark of our processes', { mcpServers: { a: { ...NODE, env: { WASAP_PROCESS_ID: 'x' } } } }, 'env'],
  [
    'a password in its address',
    { mcpServers: { a: { url: 'https://u:p@x.example/' } } },
    'its address holds',
  ],
  ['a placeholder in its address', { mcpServers: { a: { url: `https://x.example/\${KEY}` } } }, 'an address'],
  [
    'a placeholder in a header',
    { mcpServers: { a: { url: 'https://x.example/', headers: { K: `\${KEY}` } } } },
    'an address',
  ],
])('%s in the file of a project is a fault, and the others stay', async (_what, file, why) => {
  const rig = mcpRig();
  const all = { mcpServers: { ...file.mcpServers, well: NODE } };
  writeFileSync(path.join(rig.root, '.mcp.json'), JSON.stringify(all));
  const found = await standings(rig);
  expect(found.known).toEqual([['well', 'project', 'waiting']]);
  expect(found.faults).toEqual([[Object.keys(file.mcpServers)[0], expect.stringContaining(why)]]);
});

test.each([
  ['no JSON', '{', 'is not JSON'],
  ['another shape', '{"mcpServers":[]}', 'mcpServers:'],
  [
    'too many servers',
    JSON.stringify({ mcpServers: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`s${n}`, NODE])) }),
    'more than 20',
  ],
  ['a huge file', ' '.repeat(300 * 1024), 'larger than'],
])('a file with %s is one fault', async (_what, text, why) => {
  const rig = mcpRig();
  writeFileSync(path.join(rig.root, '.mcp.json'), text);
  expect((await standings(rig)).faults).toEqual([[undefined, expect.stringContaining(why)]]);
});

test('a link in place of the file is not followed', async () => {
  const rig = mcpRig();
  const elsewhere = path.join(rig.data, 'elsewhere.json');
  writeFileSync(elsewhere, JSON.stringify({ mcpServers: { a: NODE } }));
  symlinkSync(elsewhere, path.join(rig.root, '.mcp.json'));
  expect(await standings(rig)).toEqual({
    known: [],
    faults: [[undefined, expect.stringContaining('ELOOP')]],
  });
});

test('a project cannot take the place of a server of the owner', async () => {
  const rig = mcpRig({ own: { notes: NODE }, project: { notes: { command: 'evil' } } });
  expect(await standings(rig)).toEqual({
    known: [['notes', 'own', 'usable']],
    faults: [['notes', 'another server has this name']],
  });
});

test('a project may not say that its tools need no question, nor open places', async () => {
  const rig = mcpRig({ project: { docs: { ...NODE, readers: ['wipe'], writable: ['/'], readable: ['/'] } } });
  const { server } = await rig.known('docs');
  expect(server).toMatchObject({ readers: [], writable: [], readable: [] });
});

test.each([
  ['another argument', { docs: { ...NODE, args: ['server.js', '--all'] } }],
  ['another variable', { docs: { ...NODE, env: { A: '1' } } }],
  ['writing', { docs: { ...NODE, writes: true } }],
])('a yes does not survive %s', async (_what, changed) => {
  const rig = mcpRig({ project: { docs: NODE } });
  await rig.accept('docs');
  expect((await rig.known('docs')).standing.kind).toBe('usable');
  writeFileSync(path.join(rig.root, '.mcp.json'), JSON.stringify({ mcpServers: changed }));
  expect((await rig.known('docs')).standing.kind).toBe('changed');
});

test('a yes does not survive another script behind the same command line', async () => {
  const rig = mcpRig({ project: { docs: NODE } });
  writeFileSync(path.join(rig.root, 'server.js'), 'console.log("kind")');
  await rig.accept('docs');
  expect((await rig.known('docs')).standing.kind).toBe('usable');
  writeFileSync(path.join(rig.root, 'server.js'), 'console.log("evil")');
  expect((await rig.known('docs')).standing.kind).toBe('changed');
});

test('what may never run as a command does not start as a server, whatever was accepted', async () => {
  const rig = mcpRig({ project: { docs: NODE }, verdict: 'deny' });
  await rig.accept('docs');
  expect(refusalOf(await rig.known('docs'), 'en')).toBe('That is never run.');
});

test("only tasks of owners use the owner's own servers", async () => {
  const options = { own: { notes: NODE }, project: { docs: NODE } };
  const names = async (isOwners: boolean) => {
    const rig = mcpRig({ ...options, isOwners });
    await rig.accept('docs');
    return (await rig.servers.usableIn(rig.session)).map(({ server }) => server.name);
  };
  expect(await names(true)).toEqual(['notes', 'docs']);
  expect(await names(false)).toEqual(['docs']);
});

test('placeholders are filled in from what the owner configured, and from nothing else', async () => {
  process.env.MCP_TEST_SECRET = 'of the program';
  const rig = mcpRig({
    own: {
      mine: { command: 'node', args: [`\${A}`, `\${B:-b}`, `\${A}-\${A}`], env: { T: `\${A}` } },
      lacks: { command: 'node', args: [`\${MCP_TEST_SECRET}`] },
    },
    ownFile: { variables: { A: 'value-of-a-1234' }, projectVariables: { P: 'value-of-p-1234' } },
    project: { theirs: { command: 'node', args: [`\${P}`] }, curious: { command: 'node', args: [`\${A}`] } },
  });
  expect((await rig.known('mine')).standing).toMatchObject({
    launch: {
      argv: ['node', 'value-of-a-1234', 'b', 'value-of-a-1234-value-of-a-1234'],
      variables: { T: 'value-of-a-1234' },
    },
  });
  const lacks = await rig.known('lacks');
  expect([
    refusalOf(lacks, 'en'),
    refusalOf(lacks, 'es'),
    refusalOf(await rig.known('curious'), 'en'),
  ]).toEqual([
    'The MCP server lacks needs MCP_TEST_SECRET. Set it under "variables" in your mcp.json.',
    'El servidor MCP lacks necesita MCP_TEST_SECRET. Ponla en "variables" de tu mcp.json.',
    'The MCP server curious needs A. Set it under "projectVariables" in your mcp.json.',
  ]);
  const theirs = await rig.known('theirs');
  expect(serverDetails(theirs.server)).toEqual({ what: `node '\${P}'`, variables: [], names: ['P'] });
  expect(rig.learned).toEqual(expect.arrayContaining(['value-of-a-1234', 'value-of-p-1234']));
  delete process.env.MCP_TEST_SECRET;
});
