import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { libsignalOfOurs } from '../../../config/build/libsignal.mjs';
import { muteLibsignal } from '../../../src/channels/whatsapp/client.ts';
import { dataFolder } from './rig.ts';

const CANARY = 'private-key-canary';
const METHODS = ['debug', 'error', 'info', 'log', 'warn'] as const;

const require = createRequire(import.meta.url);
const before = METHODS.map((method) => console[method]);
const printed: unknown[] = [];

beforeAll(() => {
  for (const method of METHODS) console[method] = (...items: unknown[]) => void printed.push(...items);
});
beforeEach(() => void printed.splice(0));
afterAll(() => {
  for (const [at, method] of METHODS.entries()) console[method] = before[at] ?? console[method];
});

interface Records {
  readonly SessionRecord: new () => { closeSession(session: object): void };
}

/** What the library does to a session that is replaced. */
function closeSession({ SessionRecord }: Records): void {
  new SessionRecord().closeSession({ indexInfo: { closed: -1 }, privateKey: CANARY });
}

test('the library as it is prints keys: if this fails, the rest here proves nothing', () => {
  closeSession(require('libsignal'));
  expect(JSON.stringify(printed)).toContain(CANARY);
});

test('in the built program it prints nothing', async () => {
  const folder = dataFolder();
  await build({
    stdin: { contents: `module.exports = require('libsignal');`, resolveDir: path.resolve('.') },
    outfile: path.join(folder, 'whiskeysockets-baileys.cjs'),
    bundle: true,
    platform: 'node',
    plugins: [libsignalOfOurs],
  });
  closeSession(require(path.join(folder, 'whiskeysockets-baileys.cjs')));
  expect(printed).toEqual([]);
});

test('as it is installed it prints nothing either, and others go on printing', () => {
  muteLibsignal(console);
  muteLibsignal(console);
  closeSession(require('libsignal'));
  console.info('ours');
  expect(printed).toEqual(['ours']);
});
