import type { Model, ModelAnswer, ModelRequest, ModelRetry, ToolSpec } from '../../src/contracts/model.ts';
import type { Clock } from '../../src/core/clock.ts';
import { createAnthropicModel } from '../../src/models/anthropic.ts';
import type { ModelProfiles } from '../../src/models/profile.ts';

export const READ: ToolSpec = {
  name: 'read_lines',
  description: 'Reads lines of a file.',
  input_schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

const PROFILES: ModelProfiles = {
  'claude-sonnet-5-5': {
    max_tokens: 32_000,
    effort: 'medium',
    thinking: { type: 'adaptive', display: 'summarized' },
    vision: true,
    cache: true,
  },
};

export function request(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: 'claude-sonnet-5-5',
    system: 'You are a coding agent.',
    tools: [READ],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Fix the failing test.' }] }],
    toolChoice: 'auto',
    sessionId: 'session-1',
    signal: new AbortController().signal,
    ...changes,
  };
}

/** A clock on which waiting takes no time and is written down. */
export function patientClock(startMs = 0): Clock & { readonly slept: readonly number[] } {
  const slept: number[] = [];
  let now = startMs;
  return {
    slept,
    nowMs: () => now,
    upMs: () => now,
    async sleep(ms) {
      slept.push(ms);
      now += ms;
    },
  };
}

export function anthropicAt(
  baseUrl: string,
  changes: Partial<Parameters<typeof createAnthropicModel>[0]> = {},
): ReturnType<typeof createAnthropicModel> {
  return createAnthropicModel({
    apiKey: 'test-key',
    baseUrl,
    profiles: PROFILES,
    idleTimeoutMs: 5_000,
    clock: patientClock(),
    ...changes,
  });
}

/** Asks and gives the answer together with what was said about retries. */
export async function ask(
  model: Model,
  asked: ModelRequest = request(),
): Promise<{ readonly answer: ModelAnswer; readonly retries: readonly ModelRetry[] }> {
  const retries: ModelRetry[] = [];
  const answer = await model.reply(asked, (retry) => retries.push(retry));
  return { answer, retries };
}
