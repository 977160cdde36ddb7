import { describe } from 'vitest';
import { MINUTE_MS, systemClock } from '../../src/core/clock.ts';
import { createReplayModel, type Recording } from '../../src/models/replay.ts';
import { reply, says, slow, text, toolUse, withUsage } from '../support/messages-server/replies.ts';
import { byTranscript } from '../support/messages-server/script.ts';
import { startMessagesServer } from '../support/messages-server/server.ts';
import { modelContract } from './contract.ts';
import { anthropicAt } from './support.ts';

describe('the Anthropic model', () => {
  modelContract(async () => {
    const first = withUsage(reply([text('I will look.'), toolUse('read_lines', { path: 'a.ts' })]), {
      input_tokens: 100,
      output_tokens: 20,
      cache_read_input_tokens: 7,
      cache_creation_input_tokens: 3,
    });
    const server = await startMessagesServer({ script: byTranscript([first, says('All green.')]) });
    const slowServer = await startMessagesServer({ script: () => slow(first, MINUTE_MS) });
    return {
      model: anthropicAt(server.url),
      slowModel: () => anthropicAt(slowServer.url),
      async close() {
        await Promise.all([server.close(), slowServer.close()]);
      },
    };
  });
});

describe('the replay model', () => {
  modelContract(async () => {
    const recordings: readonly Recording[] = [
      {
        steps: [
          {
            text: 'I will look.',
            calls: [{ tool: 'read_lines', input: { path: 'a.ts' } }],
            usage: { input: 100, output: 20, cache_read: 7, cache_write: 3 },
          },
          {
            text: 'All green.',
            calls: [],
            usage: { input: 0, output: 0, cache_read: 0, cache_write: 0 },
          },
        ],
      },
    ];
    const replay = (typingMs: number) => createReplayModel({ recordings, clock: systemClock, typingMs });
    return { model: replay(0), slowModel: () => replay(MINUTE_MS), close: async () => undefined };
  });
});
