import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { ControlAnswer } from '../../src/cli/control/control-protocol.ts';
import { type ControlAnswerer, serveControl } from '../../src/cli/control/control-server.ts';
import { askHealth } from '../../src/cli/health.ts';
import { silentLog } from '../../src/core/log.ts';
import { Program, type ProgramOptions, tempFolder } from '../support/program.ts';

const LINK: ControlAnswer = { say: 'link', link: { state: { at: 'open', sinceMs: 1 }, sinceMs: 1 } };

function places() {
  const folder = tempFolder('health');
  onTestFinished(() => folder.remove());
  const workspace = path.join(folder.path, 'project');
  const dataDir = path.join(folder.path, 'data');
  mkdirSync(workspace);
  mkdirSync(dataDir);
  return { workspace, dataDir, configDir: path.join(folder.path, 'config') };
}

async function serving(folder: string, answer: ControlAnswerer): Promise<void> {
  const server = await serveControl(folder, { answer, log: silentLog });
  onTestFinished(() => server?.close());
}

/** What `wasap health` says and returns. */
async function health(
  at: Pick<ProgramOptions, 'workspace' | 'dataDir' | 'configDir'>,
  { args = [], env = {} }: { readonly args?: readonly string[]; readonly env?: ProgramOptions['env'] } = {},
) {
  const program = new Program({
    ...at,
    modelUrl: 'http://127.0.0.1:9',
    args: ['health', ...args],
    env: { COLUMNS: '80', ...env },
  });
  const code = await program.exit;
  return { code, output: program.output, errors: program.errors };
}

test('the help', { tags: 'full' }, async () => {
  const { output } = await health(places(), { args: ['--help'] });
  await expect(output).toMatchFileSnapshot('health-help.golden.txt');
});

test('a program that answers is well, and its link is told', async () => {
  const at = places();
  await serving(at.dataDir, async (_request, reply) => reply(LINK));
  expect(await health(at)).toEqual({
    code: 0,
    output: `Running on ${at.dataDir}; link: connected.\n`,
    errors: '',
  });
});

test('where none runs it says how to start one, in the language of its reader', {
  tags: 'full',
}, async () => {
  const at = places();
  expect(await health(at, { env: { LOCALE: 'es' } })).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(/^No hay nada en marcha en .*wasap start\n$/),
  });
});

test('a program without WhatsApp is well from soon after its start to its end, with another beside it', {
  tags: 'full',
}, async () => {
  const at = places();
  const start = () => new Program({ ...at, modelUrl: 'http://127.0.0.1:9' });
  const program = start();
  await expect
    .poll(() => health(at), { timeout: 20_000 })
    .toEqual({
      code: 0,
      output: `Running on ${at.dataDir}; WhatsApp is not used.\n`,
      errors: '',
    });
  const other = start();
  await other.hangUp();
  const still = await health(at);
  await program.hangUp();
  expect([still.code, (await health(at)).code, program.errors, other.errors]).toEqual([0, 1, '', '']);
});

test('wrong settings are 1 as well, and named', { tags: 'full' }, async () => {
  const found = await health(places(), { env: { CHANNELS: 'pigeons' } });
  expect(found).toEqual({ code: 1, output: '', errors: expect.stringContaining('CHANNELS') });
});

test('one that takes the question and says nothing is silent', async () => {
  const { dataDir } = places();
  await serving(dataDir, (_request, _reply, signal) => {
    return new Promise((end) => signal.addEventListener('abort', () => end(), { once: true }));
  });
  expect(await askHealth(dataDir, 50)).toEqual({ is: 'silent' });
});

test('one that refuses the question is told with its words', async () => {
  const { dataDir } = places();
  await serving(dataDir, async (_request, reply) => reply({ say: 'refused', why: 'Not now.' }));
  expect(await askHealth(dataDir, 5000)).toEqual({
    is: 'other',
    why: expect.objectContaining({ message: 'Not now.' }),
  });
});

test('one of a different version is told as such', async () => {
  const { dataDir } = places();
  const server = createServer((socket) => socket.end('{"say":"news"}\n'));
  await new Promise<void>((resolve) => void server.listen(path.join(dataDir, 'control.sock'), resolve));
  onTestFinished(() => void server.close());
  expect(await askHealth(dataDir, 5000)).toEqual({
    is: 'other',
    why: expect.objectContaining({ message: expect.stringContaining('a different version') }),
  });
});
