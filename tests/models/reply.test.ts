import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ModelReply } from '../../src/contracts/model.ts';
import { cutByMaxTokens, malformedToolInput } from '../support/messages-server/faults.ts';
import {
  calls,
  emptyReply,
  maxTokensText,
  pausesTurn,
  refuses,
  reply,
  says,
  text,
  thinking,
  toolUse,
} from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { anthropicAt, ask, request } from './support.ts';

let server: MessagesServer;
beforeEach(async () => {
  server = await startMessagesServer({ script: [] });
});
afterEach(() => server.close());

describe('the input of a call that is not whole, valid JSON is never used', () => {
  const INCOMPLETE = 'The input of this call is not complete, valid JSON.';
  const CUT = 'The reply was cut off at the token limit, maybe inside this call.';
  test.each([
    ['cut in the middle', malformedToolInput('run_command', '{"command":"rm -rf /tmp/a'), INCOMPLETE],
    ['no JSON at all', malformedToolInput('run_command', 'rm -rf /tmp/a'), INCOMPLETE],
    ['two values', malformedToolInput('run_command', '{"a":1}{"b":2}'), INCOMPLETE],
    ['a list', malformedToolInput('run_command', '["rm"]'), 'The input of this call must be a JSON object.'],
    [
      'half a character',
      malformedToolInput('run_command', '{"command":"echo \\ud83d"}'),
      'The input of this call holds half of a Unicode character.',
    ],
    [
      'cut by the token limit',
      cutByMaxTokens({ tool: 'run_command', partialJson: '{"command":"rm -rf /' }),
      CUT,
    ],
    [
      'cut by the token limit, valid by chance',
      cutByMaxTokens({ tool: 'run_command', partialJson: '{"command":"rm -rf /tmp"}' }),
      CUT,
    ],
    ['cut by the token limit before it began', cutByMaxTokens({ tool: 'run_command', partialJson: '' }), CUT],
  ])('%s', async (_name, scripted, malformed) => {
    const { calls: found, content } = await replyTo(scripted);
    const call = { id: 'toolu_2_1', name: 'run_command', input: {} };
    expect({ found, content }).toEqual({
      found: [{ ...call, malformed }],
      content: [{ type: 'tool_use', ...call }],
    });
  });

  test('a call in a reply that was refused on the way', async () => {
    const { calls: found } = await replyTo({
      ...calls(['run_command', { command: 'ls' }]),
      stopReason: 'refusal',
    });
    expect(found[0]?.malformed).toBe('The reply was broken off by a refusal, maybe inside this call.');
  });
});

describe('the input of a call arrives as it was sent', () => {
  test.each([
    ['an empty object', '{}', {}],
    ['spaces and order', '{ "b" : 1,\n"a" : [ ] }', { b: 1, a: [] }],
    ['an emoji in escapes', '{"a":"\\ud83d\\ude00"}', { a: '😀' }],
    ['a backslash that only looks like an escape', '{"a":"\\\\ud83d"}', { a: '\\ud83d' }],
    ['text in other scripts', '{"a":"señal — 信号"}', { a: 'señal — 信号' }],
  ])('%s', async (_name, json, input) => {
    const { calls: found } = await replyTo(malformedToolInput('read_lines', json));
    expect(found).toEqual([{ id: 'toolu_2_1', name: 'read_lines', input }]);
  });
});

test('thinking is kept with its signature, also when it is empty', async () => {
  const { content, text: words } = await replyTo(reply([thinking(''), thinking('Hm.'), text('Done.')]));
  expect(content).toEqual([
    { type: 'thinking', thinking: '', signature: expect.stringMatching(/.+/) },
    { type: 'thinking', thinking: 'Hm.', signature: expect.stringMatching(/.+/) },
    { type: 'text', text: 'Done.', citations: null },
  ]);
  expect(words).toBe('Done.');
});

test('thinking that was cut off has no signature and is left out, because it could not be sent back', async () => {
  const cut = reply([thinking('Hm.'), text('First.'), thinking('And th')], { stopReason: 'max_tokens' });
  const { content } = await replyTo(cut);
  expect(content.map(({ type }) => type)).toEqual(['thinking', 'text']);
});

test('the visible words are joined by a blank line', async () => {
  expect((await replyTo(reply([text('One.'), text('Two.')]))).text).toBe('One.\n\nTwo.');
});

test('blank text is left out, because it could not be sent back', async () => {
  const { content } = await replyTo(reply([text('\n'), toolUse('read_lines', {})]));
  expect(content.map(({ type }) => type)).toEqual(['tool_use']);
});

describe('why the model stopped', () => {
  test.each([
    ['end_turn', says('Done.'), 'end_turn'],
    ['tool_use', calls(['read_lines', {}]), 'tool_use'],
    ['max_tokens', maxTokensText('And th'), 'max_tokens'],
    ['refusal', refuses(), 'refusal'],
    ['pause_turn', pausesTurn(says('Wait.')), 'pause_turn'],
    ['an empty reply', emptyReply(), 'end_turn'],
    ['a stop sequence', reply([text('Done.')], { stopReason: 'stop_sequence' }), 'end_turn'],
    ['a full window', reply([text('Do')], { stopReason: 'model_context_window_exceeded' }), 'window-full'],
  ])('%s', async (_name, scripted, stopReason) => {
    expect((await replyTo(scripted)).stopReason).toBe(stopReason);
  });
});

describe('a call id that could not be sent back is replaced by a free one', () => {
  test.each([
    ['twice in one reply', ['a', 'a', 'a'], ['a', 'a-2', 'a-3']],
    ['used before', ['old'], ['old-2']],
    ['empty', ['', ''], ['call', 'call-2']],
    ['with characters the API refuses', ['functions.read:0'], ['functions_read_0']],
  ])('%s', async (_name, ids, expected) => {
    const { calls: found, content } = await replyTo(
      calls(...ids.map((id) => ['read_lines', {}, id] as const)),
    );
    expect({ calls: found.map(({ id }) => id), content: content.map(({ id }) => id) }).toEqual({
      calls: expected,
      content: expected,
    });
  });
});

async function replyTo(scripted: Reply): Promise<ModelReply> {
  server.push(scripted);
  const asked = request();
  const { answer } = await ask(anthropicAt(server.url), {
    ...asked,
    messages: [
      ...asked.messages,
      { role: 'assistant', content: [{ type: 'tool_use', id: 'old', name: 'read_lines', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'old', content: 'L1: x' }] },
    ],
  });
  if (answer.kind === 'fault') throw new Error(JSON.stringify(answer.fault));
  return answer.reply;
}
