import type { RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages/messages';
import { expect, test } from 'vitest';
import { finishReply, ReplyDraft } from '../../src/models/reply.ts';

test('blocks and deltas of unknown kinds are kept or passed over, never an error', () => {
  const draft = draftOf([
    { type: 'content_block_start', index: 0, content_block: { type: 'redacted_thinking', data: 'xyz' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'hologram', beams: [1, 2] } },
    { type: 'content_block_delta', index: 1, delta: { type: 'beam_delta', beam: 3 } },
    { type: 'content_block_delta', index: 9, delta: { type: 'text_delta', text: 'lost' } },
    { type: 'weather', wind: 'west' },
    { type: 'message_stop' },
  ]);
  expect({ complete: draft.complete, content: finishReply(draft, { messages: [] }).content }).toEqual({
    complete: true,
    content: [
      { type: 'redacted_thinking', data: 'xyz' },
      { type: 'hologram', beams: [1, 2] },
    ],
  });
});

test('citations are collected', () => {
  const draft = draftOf([
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: null } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'So it is.' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: { title: 'A' } } },
    { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: { title: 'B' } } },
  ]);
  expect(finishReply(draft, { messages: [] }).content).toEqual([
    { type: 'text', text: 'So it is.', citations: [{ title: 'A' }, { title: 'B' }] },
  ]);
});

test('the last counts win, and those that are absent stay', () => {
  const draft = draftOf([
    {
      type: 'message_start',
      message: { usage: { input_tokens: 9, output_tokens: 1, cache_read_input_tokens: 5 } },
    },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 40 } },
  ]);
  expect(draft.usage).toEqual({ inputTokens: 9, outputTokens: 40, cacheReadTokens: 5, cacheWriteTokens: 0 });
});

test('what the cache keeps for an hour is told at the beginning alone', () => {
  const draft = draftOf([
    {
      type: 'message_start',
      message: {
        usage: {
          input_tokens: 9,
          cache_creation_input_tokens: 70,
          cache_creation: { ephemeral_5m_input_tokens: 20, ephemeral_1h_input_tokens: 50 },
        },
      },
    },
    {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
      usage: { output_tokens: 4, cache_creation_input_tokens: 70 },
    },
  ]);
  expect(draft.usage).toEqual({
    inputTokens: 9,
    outputTokens: 4,
    cacheReadTokens: 0,
    cacheWriteTokens: 70,
    cacheWriteHourTokens: 50,
  });
});

test('a server that counts nothing does no harm', () => {
  const draft = draftOf([
    { type: 'message_start', message: {} },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' } },
  ]);
  expect(draft.usage).toEqual({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 });
});

/** Events as another server, or a newer API, might send them. */
function draftOf(events: readonly unknown[]): ReplyDraft {
  const draft = new ReplyDraft();
  for (const event of events) draft.take(event as RawMessageStreamEvent);
  return draft;
}
