import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { SECOND_MS, systemClock } from '../../../src/core/clock.ts';
import type { McpConnection } from '../../../src/features/mcp/connection/connection.ts';
import { sandboxProblem, testSandbox } from '../../support/working-sandbox.ts';
import { listed, type McpRig, mcpRig, type Script, scripted } from './mcp-rig.ts';

const NEVER = new AbortController().signal;
const LIMITS = { timeoutMs: 5 * SECOND_MS, signal: NEVER };

async function use<Result>(
  rig: McpRig,
  work: (connection: McpConnection) => Promise<Result>,
  signal: AbortSignal = NEVER,
): Promise<Result> {
  const { server, standing } = await rig.known('one');
  if (standing.kind !== 'usable') throw new Error(`it is ${standing.kind}`);
  return rig.connections.use({ server, launch: standing.launch, folder: rig.root }, work, signal);
}

function server(script: Script, more: Readonly<Record<string, unknown>> = {}): McpRig {
  return mcpRig({ own: { one: scripted({ tools: [listed('go')], ...script }, more) } });
}

const textOf = (result: Awaited<ReturnType<McpConnection['call']>>): string =>
  result.content.map((part) => (part.type === 'text' ? part.text : part.type)).join('\n');

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    // A zombie is dead, whether or not anybody has asked for its exit code.
    return !/^State:\tZ/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
};

async function gone(pids: readonly number[], withinMs = 20_000): Promise<boolean> {
  const untilMs = performance.now() + withinMs;
  while (pids.some(isAlive)) {
    if (performance.now() > untilMs) return false;
    await sleep(50);
  }
  return true;
}

const pidsIn = (file: string): readonly number[] => readFileSync(file, 'utf8').trim().split('\n').map(Number);

test('it starts with the first use, and is used again', { tags: 'full' }, async () => {
  const rig = server({});
  const { hash } = (await rig.known('one')).server;
  expect(rig.connections.stateOf(hash)).toBe('resting');
  expect(await use(rig, async (one) => textOf(await one.call('go', { a: 1 }, LIMITS)))).toBe(
    'did go with {"a":1}',
  );
  expect(await use(rig, async (one) => textOf(await one.call('go', {}, LIMITS)))).toBe('did go with {}');
  expect(rig.connections.stateOf(hash)).toBe('running');
});

test('a server has a clean environment, and the variables that were configured for it', async () => {
  process.env.MCP_TEST_KEY = 'sk-of-the-program';
  const rig = server(
    { answers: { go: { env: true } } },
    { env: { TOKEN: 'of the server', SPACED: ' a "b" $C ' } },
  );
  const seen = JSON.parse(await use(rig, async (one) => textOf(await one.call('go', {}, LIMITS))));
  delete process.env.MCP_TEST_KEY;
  expect(seen).toMatchObject({ TOKEN: 'of the server', SPACED: ' a "b" $C ', CI: '1' });
  expect(seen.MCP_TEST_KEY).toBeUndefined();
  expect(
    Object.keys(seen).filter((name) => /SECRET|ANTHROPIC|GITHUB|NODE_OPTIONS|API_KEY/.test(name)),
  ).toEqual([]);
});

test('its variables are on no command line', { tags: 'full' }, async () => {
  const rig = server({ answers: { go: { cwd: true } } }, { env: { TOKEN: 'token-on-no-command-line' } });
  await use(rig, async (one) => {
    await one.call('go', {}, LIMITS);
    const { execFileSync } = await import('node:child_process');
    const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });
    expect(lines).toContain('scripted.mjs');
    expect(lines).not.toContain('token-on-no-command-line');
  });
});

test('what it prints besides messages is passed over', async () => {
  const rig = server({ greeting: 'Welcome to my server! {"jsonrpc":' });
  expect(await use(rig, async (one) => (await one.list(NEVER)).tools.map(({ name }) => name))).toEqual([
    'go',
  ]);
});

test('a call that hangs is given up at its limit, and others go on', { tags: 'full' }, async () => {
  const rig = server({ tools: [listed('go'), listed('hang')], answers: { hang: { hang: true } } });
  await use(rig, async (one) => {
    const hanging = one.call('hang', {}, { timeoutMs: 300, signal: NEVER });
    expect(textOf(await one.call('go', {}, LIMITS))).toBe('did go with {}');
    await expect(hanging).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(/did not answer within 0.3 s. It may have acted/),
    });
    expect(textOf(await one.call('go', {}, LIMITS))).toBe('did go with {}');
  });
});

test('a stopped call ends at once', async () => {
  const rig = server({ answers: { go: { hang: true } } });
  const stop = new AbortController();
  const work = use(rig, (one) => one.call('go', {}, { ...LIMITS, signal: stop.signal }));
  setTimeout(() => stop.abort('cancel'), 600);
  await expect(work).rejects.toMatchObject({ kind: 'stopped' });
});

test('one that dies during a call fails it at once, and starts again for the next', async () => {
  const rig = server({ tools: [listed('go'), listed('die')], answers: { die: { exit: true } } });
  await expect(use(rig, (one) => one.call('die', {}, LIMITS))).rejects.toMatchObject({ kind: 'unavailable' });
  expect(await use(rig, async (one) => textOf(await one.call('go', {}, LIMITS)))).toBe('did go with {}');
});

test('one that dies again and again has to wait longer each time, and says so', {
  tags: 'full',
}, async () => {
  const rig = server({ exitAtOnce: true });
  const fail = () => use(rig, (one) => one.list(NEVER));
  await expect(fail()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(fail()).rejects.toMatchObject({ kind: 'unavailable' });
  await expect(fail()).rejects.toMatchObject({
    message: expect.stringMatching(/has failed \d times and is not tried again for 1 s/),
  });
  expect(rig.connections.stateOf((await rig.known('one')).server.hash)).toBe('failing');
});

test('10 MB in one message end it, with a sentence that says so', { tags: 'full' }, async () => {
  const rig = server({ answers: { go: { repeat: '0123456789', times: 1024 * 1024 } } });
  const fromUpMs = systemClock.upMs();
  await expect(use(rig, (one) => one.call('go', {}, LIMITS))).rejects.toMatchObject({
    kind: 'unavailable',
    message: 'The MCP server one: It was ended because it sent more than 4 MB in one message.',
  });
  expect(systemClock.upMs() - fromUpMs).toBeLessThan(5_000);
});

test('a flood of messages that nobody asked for ends it', async () => {
  const rig = server({ answers: { go: { flood: 5_000 } } });
  await expect(use(rig, (one) => one.call('go', {}, LIMITS))).rejects.toMatchObject({
    message: 'The MCP server one: It was ended because it sent 2000 messages that nobody asked for.',
  });
});

test('nothing of a server is left when it is closed, however much it wants to stay', {
  tags: 'full',
}, async () => {
  const rig = mcpRig();
  const pidFile = path.join(rig.data, 'pids');
  const stubborn = { pidFile, ignoresEnd: true, forks: true };
  writeFileSync(
    path.join(rig.config, 'mcp.json'),
    JSON.stringify({ mcpServers: { one: scripted({ tools: [listed('go')], ...stubborn }) } }),
  );
  await use(rig, (one) => one.list(NEVER));
  await expect.poll(() => pidsIn(pidFile)).toHaveLength(2);
  const pids = pidsIn(pidFile);
  await rig.connections.close();
  expect(await gone(pids)).toBe(true);
});

test('a program that is about to end starts none', async () => {
  const rig = server({});
  await rig.connections.close();
  await expect(use(rig, (one) => one.list(NEVER))).rejects.toMatchObject({ kind: 'stopped' });
});

const problem = await sandboxProblem();

test.skipIf(problem !== undefined)(
  'in the sandbox it reads the project, and writes only where it was opened',
  async () => {
    const folder = realpathSync(process.cwd());
    const watch = path.join(realpathSync('/tmp'), `mcp-watch-${process.pid}`);
    mkdirSync(watch, { recursive: true });
    const rig = mcpRig({ sandbox: testSandbox({ watchFolder: watch, hidden: [] }) });
    const secret = path.join(rig.config, 'mcp.json');
    const write = async (more: Readonly<Record<string, unknown>>, name: string): Promise<string> => {
      const target = path.join(rig.root, name);
      const entry = scripted(
        { tools: [listed('go')], answers: { go: { write: target } } },
        { ...more, readable: [folder] },
      );
      writeFileSync(secret, JSON.stringify({ mcpServers: { one: entry } }));
      const text = await use(rig, async (one) => textOf(await one.call('go', {}, LIMITS)));
      return `${text} ${existsSync(target)}`;
    };
    expect(await write({}, 'a.txt')).toMatch(/EROFS.* false$/);
    expect(await write({ writes: true }, 'b.txt')).toBe('written true');
  },
);
