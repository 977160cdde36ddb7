import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { askControl } from '../../src/cli/control/control-client.ts';
import type { ControlAnswer, ControlRequest } from '../../src/cli/control/control-protocol.ts';
import { type ControlAnswerer, serveControl } from '../../src/cli/control/control-server.ts';
import { Failure } from '../../src/core/failure.ts';
import { silentLog } from '../../src/core/log.ts';
import { tempFolder } from '../support/program.ts';

const LINK: ControlAnswer = { say: 'link', link: { state: { at: 'open', sinceMs: 1 }, sinceMs: 1 } };
const echo: ControlAnswerer = async (_request, reply) => reply(LINK);

function dataFolder(name = 'data'): string {
  const folder = tempFolder('control');
  onTestFinished(() => folder.remove());
  const data = path.join(folder.path, name);
  mkdirSync(data, { recursive: true });
  return data;
}

async function serving(folder: string, answer: ControlAnswerer = echo) {
  const server = await serveControl(folder, { answer, log: silentLog });
  if (server !== undefined) onTestFinished(() => server.close());
  return server;
}

async function asked(folder: string, request: ControlRequest, limitMs = 5000) {
  const answers = await askControl(folder, request, AbortSignal.timeout(limitMs));
  if (answers === undefined) return 'nobody';
  const all: ControlAnswer[] = [];
  for await (const answer of answers) {
    all.push(answer);
    if (request.ask === 'link') break;
  }
  return all;
}

/** What the server says to these bytes until it hangs up. */
function sent(folder: string, bytes: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(path.join(folder, 'control.sock'));
    let heard = '';
    socket.on('data', (chunk) => {
      heard += String(chunk);
      socket.end();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
    socket.write(bytes);
  });
}

test('a running program answers, to this user alone', async () => {
  const folder = dataFolder();
  await serving(folder);
  expect(await asked(folder, { ask: 'link' })).toEqual([LINK]);
  expect(statSync(path.join(folder, 'control.sock')).mode & 0o777).toBe(0o600);
});

test('where no program runs nobody answers', async () => {
  expect(await asked(dataFolder(), { ask: 'link' })).toBe('nobody');
});

test('the socket of a program that is gone is replaced', async () => {
  const folder = dataFolder();
  writeFileSync(path.join(folder, 'control.sock'), '');
  await serving(folder);
  expect(await asked(folder, { ask: 'link' })).toEqual([LINK]);
});

test('the socket of a program that lives is left to it', async () => {
  const folder = dataFolder();
  await serving(folder, async (_request, reply) => reply({ say: 'refused', why: 'the first' }));
  expect(await serving(folder)).toBeUndefined();
  expect(await asked(folder, { ask: 'link' })).toEqual([{ say: 'refused', why: 'the first' }]);
});

test('a data folder with a longer path than sockets may have is reached all the same', async () => {
  const folder = dataFolder(`${'long/'.repeat(30)}data`);
  await serving(folder);
  expect(await asked(folder, { ask: 'link' })).toEqual([LINK]);
});

test.each([
  ['no JSON', 'link\n'],
  ['an unknown request', '{"ask":"secrets"}\n'],
  ['more than a request holds', '{"ask":"doctor","path":"/"}\n'],
  ['a number that is none', '{"ask":"pair","phone":"0; rm"}\n'],
])('%s is refused', async (_title, line) => {
  const folder = dataFolder();
  await serving(folder);
  expect(await sent(folder, line)).toBe(
    '{"say":"refused","why":"This is no request that I know.","inSpanish":"No conozco ese pedido."}\n',
  );
});

test('a line without an end is cut off', async () => {
  const folder = dataFolder();
  await serving(folder);
  expect(await sent(folder, 'x'.repeat(200_000))).toBe('');
});

test('one that hangs up is answered no longer', async () => {
  const folder = dataFolder();
  const gone = new Promise<void>((resolve) => {
    void serving(folder, async (_request, reply, signal) => {
      reply(LINK);
      await new Promise((end) => signal.addEventListener('abort', end, { once: true }));
      resolve();
    });
  });
  await expect.poll(() => asked(folder, { ask: 'link' })).toEqual([LINK]);
  await gone;
});

test('what can be expected to fail is told, and the next question is answered', async () => {
  const folder = dataFolder();
  let first = true;
  await serving(folder, async (_request, reply) => {
    if (!first) return reply(LINK);
    first = false;
    throw new Failure('unavailable', 'Not now.');
  });
  expect(await asked(folder, { ask: 'doctor' })).toEqual([{ say: 'refused', why: 'Not now.' }]);
  expect(await asked(folder, { ask: 'link' })).toEqual([LINK]);
});

test('a program of a different version is told apart from one that is silent', async () => {
  const folder = dataFolder();
  const server = createServer((socket) => socket.end('{"say":"news"}\n'));
  await new Promise<void>((resolve) => void server.listen(path.join(folder, 'control.sock'), resolve));
  onTestFinished(() => void server.close());
  await expect(asked(folder, { ask: 'link' })).rejects.toMatchObject({
    message: expect.stringMatching(/a different version/),
  });
});
