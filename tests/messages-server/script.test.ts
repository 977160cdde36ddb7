import type Anthropic from '@anthropic-ai/sdk';
import { afterEach, expect, test } from 'vitest';

import { fails, times } from '../support/messages-server/faults.ts';
import { calls, says } from '../support/messages-server/replies.ts';
import { blocksOf } from '../support/messages-server/request.ts';
import { byKeyword, byTranscript, type Script } from '../support/messages-server/script.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { ASK, clientOf, observe, seenError } from './observe.ts';

let server: MessagesServer;
afterEach(() => server.close());

async function client(script: Script) {
  server = await startMessagesServer({ script });
  return clientOf(server);
}

const one = { role: 'assistant', content: 'One.' } as const;
const more = { role: 'user', content: 'More.' } as const;

function task(text: string, ...rest: readonly Anthropic.MessageParam[]) {
  return { ...ASK, messages: [{ role: 'user', content: text } as const, ...rest] };
}

test('a list is handed out in order, pushed replies follow, and then it fails at once', async () => {
  const anthropic = await client([says('One.'), says('Two.')]);
  server.push(says('Three.'));
  const seen = [];
  for (let at = 0; at < 4; at += 1) seen.push(await observe(anthropic, ASK, { maxRetries: 2 }));
  expect(seen.map(({ text }) => text)).toEqual(['One.', 'Two.', 'Three.', '']);
  expect(server.refusals).toEqual(['The script has no reply for request 4.']);
});

test('a function sees the request and its number; a pushed reply goes before it', async () => {
  const anthropic = await client((request, index) =>
    says(`${index}: ${blocksOf(request.messages[0])[0]?.text}`),
  );
  const first = await observe(anthropic);
  server.push(says('Pushed.'));
  const seen = [first, await observe(anthropic), await observe(anthropic)];
  expect(seen.map(({ text }) => text)).toEqual([
    '0: Fix the failing test.',
    'Pushed.',
    '2: Fix the failing test.',
  ]);
});

test('a function may make the model wait for something', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const anthropic = await client(() => held.then(() => says('Now.')));
  const seen = observe(anthropic);
  await server.waitForRequest(1);
  release();
  expect((await seen).text).toBe('Now.');
});

test('a function that throws is a mistake of the script, told with its message', async () => {
  const anthropic = await client(() => {
    throw new Error('no such case');
  });
  await observe(anthropic, ASK, { maxRetries: 2 });
  expect([server.requests.length, server.refusals]).toEqual([1, ['Error: no such case']]);
});

test('byTranscript gives the same transcript the same reply and the same ids, whoever asks', async () => {
  const anthropic = await client(byTranscript([says('One.'), calls(['git_status', {}], ['git_diff', {}])]));
  const grown = task('Go.', one, more);
  const again = [
    await observe(anthropic, grown),
    await observe(anthropic, task('Go.')),
    await observe(anthropic, grown),
  ];
  expect(again.map(({ content }) => content)).toEqual([
    [expect.objectContaining({ id: 'toolu_2_1' }), expect.objectContaining({ id: 'toolu_2_2' })],
    [expect.objectContaining({ text: 'One.' })],
    again[0]?.content,
  ]);
});

test('the attempts of a step are counted for each session, and the last one stays', async () => {
  const anthropic = await client(byTranscript([[...times(2, fails(529)), says('One.')]]));
  const seen = [];
  for (const text of ['A', 'A', 'B', 'A', 'A']) seen.push((await observe(anthropic, task(text))).text);
  expect(seen).toEqual(['', '', '', 'One.', 'One.']);
});

test('a step can answer what a tool returned', async () => {
  const anthropic = await client(
    byTranscript([
      calls(['git_status', {}]),
      ({ messages }) => says(`It says: ${blocksOf(messages.at(-1))[0]?.content}`),
    ]),
  );
  const { content } = await anthropic.messages.stream(task('Go.')).finalMessage();
  const result = { type: 'tool_result', tool_use_id: 'toolu_1_1', content: 'clean' } as const;
  const next = task('Go.', { role: 'assistant', content }, { role: 'user', content: [result] });
  expect((await observe(anthropic, next)).text).toBe('It says: clean');
});

test('byKeyword picks the script by the first user message', async () => {
  const anthropic = await client(
    byKeyword([{ keyword: 'docs', steps: [says('Docs.')] }, { steps: [says('Anything.')] }]),
  );
  const seen = [];
  for (const text of ['Write the docs.', 'Fix it.']) seen.push((await observe(anthropic, task(text))).text);
  expect(seen).toEqual(['Docs.', 'Anything.']);
});

test('a default id that the transcript already holds is not given again', async () => {
  const anthropic = await client(() => calls(['git_status', {}]));
  const used = { type: 'tool_use', id: 'toolu_2_1', name: 'git_status', input: {} } as const;
  const result = { type: 'tool_result', tool_use_id: 'toolu_2_1', content: 'clean' } as const;
  const kept = task('Go.', { role: 'assistant', content: [used] }, { role: 'user', content: [result] });
  expect((await observe(anthropic, kept)).content).toEqual([expect.objectContaining({ id: 'toolu_2_1_2' })]);
});

test('waitForRequest gives what came, waits for what comes, and says what is missing', async () => {
  const anthropic = await client([says('One.'), says('Two.')]);
  const second = server.waitForRequest(2);
  await observe(anthropic);
  await observe(anthropic, task('Go.'));
  const late = server.waitForRequest(3, 30);
  expect((await server.waitForRequest(1)).index).toBe(0);
  expect((await second).rawBody).toContain('Go.');
  await expect(late).rejects.toThrow('Request 3 did not come within 30 ms; 2 came.');
});

test('close() ends the waiting, twice is no harm, and nothing listens any more', async () => {
  const anthropic = await client([]);
  const waiting = expect(server.waitForRequest(1)).rejects.toThrow(
    'The server was closed; 0 of 1 requests had come.',
  );
  await server.close();
  await waiting;
  const error = await anthropic.messages
    .stream(ASK)
    .finalMessage()
    .then(() => undefined, seenError);
  expect(error?.cause).toMatch(/ECONNREFUSED/);
});
