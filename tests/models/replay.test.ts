import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelMessage } from '../../src/contracts/model.ts';
import { createReplayModel, readRecordings } from '../../src/models/replay.ts';
import { ask, patientClock, request } from './support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wasap-recordings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const TWO_RECORDINGS = `
recordings:
  - keyword: greeting
    steps:
      - text: I will look.
        calls:
          - { tool: read_lines, input: { path: a.ts, start: 1 } }
        usage: { input: 900, output: 40 }
  - steps:
      - text: How can I help?
`;

test('the first recording whose keyword occurs in the first message speaks', async () => {
  const { answer } = await say('Fix the greeting test.');
  expect(answer).toEqual({
    kind: 'reply',
    reply: {
      content: [
        { type: 'text', text: 'I will look.' },
        { type: 'tool_use', id: 'replay_1_1', name: 'read_lines', input: { path: 'a.ts', start: 1 } },
      ],
      text: 'I will look.',
      calls: [{ id: 'replay_1_1', name: 'read_lines', input: { path: 'a.ts', start: 1 } }],
      stopReason: 'tool_use',
      usage: { inputTokens: 900, outputTokens: 40, cacheReadTokens: 0, cacheWriteTokens: 0 },
    },
  });
});

test('a recording without keyword speaks to everyone else', async () => {
  const { answer } = await say('Hello');
  expect(answer).toMatchObject({ kind: 'reply', reply: { text: 'How can I help?', stopReason: 'end_turn' } });
});

test('past its end the recording says so', async () => {
  const { answer } = await say('Hello', [{ role: 'assistant', content: [] }]);
  const detail = 'the recording ends after reply 1';
  expect(answer).toEqual({ kind: 'fault', fault: { kind: 'request', detail } });
});

test('a reply takes its typing time', async () => {
  const clock = patientClock();
  const recordings = await readRecordings(write(TWO_RECORDINGS));
  await ask(createReplayModel({ recordings, clock, typingMs: 400 }));
  expect(clock.slept).toEqual([400]);
});

describe('a file that is wrong is refused with its path and field', () => {
  test.each([
    ['no YAML', 'recordings: [', /flow collection|Flow sequence/i],
    ['no recordings', 'recordings: []', /at recordings/],
    [
      'an unknown field',
      'recordings: [{ steps: [{ text: a, txet: b }] }]',
      /txet.*at recordings\[0\]\.steps\[0\]/s,
    ],
    ['an empty step', 'recordings: [{ steps: [{}] }]', /`text` or `calls`.*steps\[0\]/s],
    [
      'an input that is no object',
      'recordings: [{ steps: [{ calls: [{ tool: a, input: [1] }] }] }]',
      /expected an object.*calls\[0\]\.input/s,
    ],
  ])('%s', async (_name, content, message) => {
    const path = write(content);
    await expect(readRecordings(path)).rejects.toMatchObject({ kind: 'invalid', message });
    await expect(readRecordings(path)).rejects.toThrow(path);
  });

  test('a missing file', async () => {
    const path = join(folder, 'none.yaml');
    await expect(readRecordings(path)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

async function say(text: string, later: readonly ModelMessage[] = []) {
  const recordings = await readRecordings(write(TWO_RECORDINGS));
  const model = createReplayModel({ recordings, clock: patientClock(), typingMs: 0 });
  const first: ModelMessage = { role: 'user', content: [{ type: 'text', text }] };
  return ask(model, request({ messages: [first, ...later] }));
}

function write(content: string): string {
  const path = join(folder, 'recordings.yaml');
  writeFileSync(path, content);
  return path;
}
