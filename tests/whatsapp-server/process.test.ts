/**
 * The server as a process of its own, told what to do by lines of JSON.
 * @module-tag full
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { muteSignal } from '../support/whatsapp-server/quiet-signal.ts';
import { createClient } from './client.ts';
import { ACCOUNT, ANA } from './rig.ts';

/** Packages are found from here. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/wasap-agent/', import.meta.url));
const bundle = join(folder, `whatsapp-server-${process.pid}.mjs`);

beforeAll(async () => {
  mkdirSync(folder, { recursive: true });
  const entry = fileURLToPath(new URL('../support/whatsapp-server/main.ts', import.meta.url));
  const options = { bundle: true, packages: 'external', platform: 'node', format: 'esm' } as const;
  await build({ entryPoints: [entry], outfile: bundle, ...options });
});
afterAll(() => rmSync(bundle, { force: true }));

function start() {
  const flags = ['--phone', ACCOUNT.phone, '--lid', ACCOUNT.lid];
  const child = spawn(process.execPath, [bundle, ...flags], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async (): Promise<string> => (await lines.next()).value ?? '';
  return {
    next,
    url: next().then((line) => line.replace('listening ', '')),
    async notify(command: object): Promise<unknown> {
      child.stdin.write(`${JSON.stringify(command)}\n`);
      return JSON.parse(await next());
    },
    end() {
      child.stdin.end();
      return once(child, 'exit');
    },
  };
}

test('links a client, says something, shows the answer, and ends with its standard input', async () => {
  const server = start();
  // No server runs in this process, so nobody else mutes the client's library here.
  onTestFinished(muteSignal());
  const client = createClient(await server.url);
  const qr = await client.until(() => client.codes[0], 'a QR code');
  expect(await server.notify({ do: 'scan', qr })).toEqual({ done: null });
  await client.until(() => client.closes[0], 'the restart');
  client.connect();
  await client.opened();
  await server.notify({ do: 'person', ...ANA });
  expect(await server.notify({ do: 'says', who: 'Ana', text: 'hola' })).toEqual({ done: expect.any(String) });
  await client.until(
    () => client.upserts.find(({ message }) => message.message?.conversation === 'hola'),
    'hola',
  );
  const id = await client.text('5491155550001@s.whatsapp.net', 'buenas');
  expect(JSON.parse(await server.next())).toEqual({
    received: 'Ana',
    id,
    chat: '5491100000001@s.whatsapp.net',
    copy: 1,
    content: { kind: 'text', text: 'buenas' },
  });
  expect(await server.notify({ do: 'reacts', who: 'Ana', id, emoji: '👍' })).toEqual({
    done: expect.any(String),
  });
  expect(await server.notify({ do: 'verify' })).toEqual({ done: null });
  await client.end();
  expect(await server.end()).toEqual([0, null]);
});

test('what cannot be carried out is answered with why', async () => {
  const server = start();
  await server.url;
  expect([
    await server.notify({ do: 'says', who: 'Ana', text: 'hola' }),
    await server.notify({ do: 'enter-code', code: 'ABCDEFGH' }),
    await server.notify({ do: 'fault', name: 'failure' }),
  ]).toEqual([
    { failed: 'nobody here is called Ana' },
    { failed: 'no client waits to be paired' },
    { failed: 'failure needs a number' },
  ]);
  await server.end();
});
