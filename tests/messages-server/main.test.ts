/** The server as a process of its own, bundled as crash tests and benchmarks start it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Anthropic from '@anthropic-ai/sdk';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { fails } from '../support/messages-server/faults.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import type { LogLine } from '../support/messages-server/request-log.ts';
import { readScriptFile, type ScriptFile } from '../support/messages-server/script-file.ts';
import { ASK } from './observe.ts';

const folder = mkdtempSync(join(tmpdir(), 'messages-server-'));
const bundle = join(folder, 'main.mjs');

beforeAll(async () => {
  const entry = fileURLToPath(new URL('../support/messages-server/main.ts', import.meta.url));
  await build({ entryPoints: [entry], outfile: bundle, bundle: true, platform: 'node', format: 'esm' });
});
afterAll(() => rmSync(folder, { recursive: true }));

function start(name: string, file: ScriptFile, ...flags: readonly string[]) {
  const [script, log] = [join(folder, `${name}.json`), join(folder, `${name}.jsonl`)];
  writeFileSync(script, JSON.stringify(file));
  const child = spawn(process.execPath, [bundle, '--script', script, '--log', log, ...flags], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = once(child.stdout, 'data').then(
    ([line]) => /^listening (http:\S+)\n$/.exec(String(line))?.[1] ?? '',
  );
  const lines = (): readonly LogLine[] =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { child, url, lines, exited: once(child, 'exit') };
}

test('speaks the script its file names, logs each request, and ends with its standard input', async () => {
  const file: ScriptFile = {
    chunkSize: 3,
    scripts: [
      { keyword: 'docs', steps: [says('Docs.')] },
      { steps: [[fails(529), calls(['git_status', {}])], says('Done.')] },
    ],
  };
  const server = start('speaks', file, '--bodies');
  const client = new Anthropic({ apiKey: 'k', baseURL: await server.url, maxRetries: 0, logLevel: 'off' });
  const say = (messages: Anthropic.MessageParam[]) =>
    client.messages
      .stream({ ...ASK, messages })
      .finalMessage()
      .then(
        ({ content }) => content,
        () => [],
      );
  const task = { role: 'user', content: 'Fix it.' } as const;
  await say([task]);
  const content = await say([task]);
  const result = { type: 'tool_result', tool_use_id: 'toolu_1_1', content: 'clean' } as const;
  const last = await say([task, { role: 'assistant', content }, { role: 'user', content: [result] }]);
  const other = await say([{ role: 'user', content: 'Write docs.' }]);
  server.child.stdin.end();
  expect(await server.exited).toEqual([0, null]);
  expect([last, other]).toEqual([
    [expect.objectContaining({ text: 'Done.' })],
    [expect.objectContaining({ text: 'Docs.' })],
  ]);
  const lines = server.lines();
  const [first, , third] = lines;
  expect(lines).toEqual([
    logged({ index: 0, messages: 1, sharedPrefix: 0 }),
    logged({ index: 1, messages: 1, sharedPrefix: first?.bytes, sha256: first?.sha256 }),
    logged({ index: 2, messages: 3, sharedPrefix: sharedLength(first?.body, third?.body) }),
    logged({ index: 3, messages: 1, sharedPrefix: 0 }),
  ]);
});

function logged(facts: object) {
  return {
    timeMs: expect.any(Number),
    session: expect.stringMatching(/^[0-9a-f]{12}$/),
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    bytes: expect.any(Number),
    refusal: null,
    body: expect.any(String),
    ...facts,
  };
}

function sharedLength(one = '', other = ''): number {
  return [...one].findIndex((char, at) => char !== other[at]);
}

test('ends after the given seconds, its log being there from the start', { tags: 'full' }, async () => {
  const server = start('seconds', { scripts: [] }, '--seconds', '0.05');
  await server.url;
  expect([server.lines(), await server.exited]).toEqual([[], [0, null]]);
});

test.each([
  ['{', 'The script file is not valid: expected { "scripts": […] }.'],
  ['{"scripts":[{}]}', 'The script file is not valid: scripts[0]: expected { "steps": […] }.'],
  [
    '{"scripts":[{"steps":[{"kind":"message","blocks":[]},{"say":"x"}]}]}',
    'The script file is not valid: scripts[0].steps[1]: expected a reply or a list of replies.',
  ],
])('a script file that is wrong is named by place: %s', (raw, message) => {
  expect(() => readScriptFile(raw)).toThrow(message);
});
