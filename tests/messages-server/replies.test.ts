/** What the client library makes of each kind of reply, finished ones and those that only look finished. */
import { afterEach, expect, test } from 'vitest';

import { cutByMaxTokens, malformedToolInput, unknownTool } from '../support/messages-server/faults.ts';
import { signatureOf } from '../support/messages-server/finish-reply.ts';
import {
  calls,
  emptyReply,
  maxTokensText,
  pausesTurn,
  refuses,
  reply,
  says,
  slow,
  text,
  thinking,
  thinks,
  toolUse,
  withUsage,
} from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { ASK, clientOf, observe, type Seen, seenError } from './observe.ts';

let server: MessagesServer;
afterEach(() => server.close());

async function client(...script: readonly Reply[]) {
  server = await startMessagesServer({ script });
  return clientOf(server);
}

function call(name: string, input: unknown, id = 'toolu_1_1') {
  return { type: 'tool_use', id, name, input };
}

function said(content: string) {
  return { type: 'text', text: content, citations: null };
}

function thought(content: string) {
  return { type: 'thinking', thinking: content, signature: signatureOf(content) };
}

const NOTHING: Seen = { text: '', rawInput: '', stopReason: 'end_turn', content: [], error: undefined };
const CUT: Seen = { ...NOTHING, stopReason: 'max_tokens' };

test.each<[string, Reply, Seen]>([
  [
    'text',
    says('Añadí «42» — 😀.'),
    { ...NOTHING, text: 'Añadí «42» — 😀.', content: [said('Añadí «42» — 😀.')] },
  ],
  [
    'two calls, ids from their place in the transcript',
    calls(['read_lines', { path: 'año.ts', find: '"😀"\n\\' }], ['git_status', {}]),
    {
      ...NOTHING,
      rawInput: '{"path":"año.ts","find":"\\"😀\\"\\n\\\\"}{}',
      stopReason: 'tool_use',
      content: [
        call('read_lines', { path: 'año.ts', find: '"😀"\n\\' }),
        call('git_status', {}, 'toolu_1_2'),
      ],
    },
  ],
  [
    'a call with an id of its own',
    calls(['git_status', {}, 'toolu_mine']),
    { ...NOTHING, rawInput: '{}', stopReason: 'tool_use', content: [call('git_status', {}, 'toolu_mine')] },
  ],
  ['thinking alone', thinks('Hm.'), { ...NOTHING, content: [thought('Hm.')] }],
  [
    'thinking (an empty block too), text and a call together',
    reply([thinking('Let me see.'), thinking(''), text('I look.'), toolUse('git_status', {})]),
    {
      ...NOTHING,
      text: 'I look.',
      rawInput: '{}',
      stopReason: 'tool_use',
      content: [thought('Let me see.'), thought(''), said('I look.'), call('git_status', {})],
    },
  ],
  ['an empty reply is no error', emptyReply(), NOTHING],
  [
    'text cut by the token limit',
    maxTokensText('The reason is'),
    { ...CUT, text: 'The reason is', content: [said('The reason is')] },
  ],
  ['a refusal', refuses(), { ...NOTHING, stopReason: 'refusal' }],
  [
    'a refusal in mid-sentence',
    refuses('Not this.', 'First, '),
    { ...NOTHING, text: 'First, ', stopReason: 'refusal', content: [said('First, ')] },
  ],
  [
    'a paused turn',
    pausesTurn(says('Wait.')),
    { ...NOTHING, text: 'Wait.', stopReason: 'pause_turn', content: [said('Wait.')] },
  ],
  [
    'a tool nobody offered',
    unknownTool('no_such_tool', { a: 1 }),
    { ...NOTHING, rawInput: '{"a":1}', stopReason: 'tool_use', content: [call('no_such_tool', { a: 1 })] },
  ],
  [
    'a call cut by the token limit loses the value that was cut: only stop_reason and the raw text tell',
    cutByMaxTokens({ tool: 'run_command', partialJson: '{"command":"rm -rf build","cwd":"/tmp/on' }),
    {
      ...CUT,
      rawInput: '{"command":"rm -rf build","cwd":"/tmp/on',
      content: [call('run_command', { command: 'rm -rf build' })],
    },
  ],
  [
    'a call cut where its JSON happens to be valid: only stop_reason tells',
    cutByMaxTokens({ tool: 'run_command', partialJson: '{"command":"rm -rf /"}' }),
    { ...CUT, rawInput: '{"command":"rm -rf /"}', content: [call('run_command', { command: 'rm -rf /' })] },
  ],
  [
    'a call cut before its input began looks like one without parameters: only stop_reason tells',
    cutByMaxTokens({ tool: 'git_push', partialJson: '' }),
    { ...CUT, content: [call('git_push', {})] },
  ],
  [
    'an incomplete input with stop_reason tool_use is repaired: only the raw text tells',
    malformedToolInput('run_command', '{"command":"ls"'),
    {
      ...NOTHING,
      rawInput: '{"command":"ls"',
      stopReason: 'tool_use',
      content: [call('run_command', { command: 'ls' })],
    },
  ],
  [
    'an input that is valid JSON but no object is handed on as it is',
    malformedToolInput('run_command', '["ls"]'),
    { ...NOTHING, rawInput: '["ls"]', stopReason: 'tool_use', content: [call('run_command', ['ls'])] },
  ],
])('%s', async (_, given, seen) => {
  expect(await observe(await client(given))).toEqual(seen);
});

test.each([
  ['an unknown word', '{"command": ls}'],
  ['a closing bracket too many', '{"command":"ls"}}'],
  ['a raw line break in a string', '{"command":"a\nb"}'],
  ['a comma too many', '{"command":"ls",}'],
])(
  'an input with %s fails the whole stream, without a status and before the stop reason',
  async (_, rawJson) => {
    expect(await observe(await client(malformedToolInput('run_command', rawJson)))).toEqual({
      text: '',
      rawInput: rawJson,
      stopReason: null,
      content: undefined,
      error: {
        class: 'AnthropicError',
        status: undefined,
        type: undefined,
        message: expect.stringMatching(/JSON/),
        cause: expect.stringMatching(/^SyntaxError: /),
      },
    });
  },
);

test('the beta stream fails too, with the raw text in its message', async () => {
  const anthropic = await client(malformedToolInput('run_command', '{"command": ls}'));
  const stream = anthropic.beta.messages.stream({ ...ASK, messages: [{ role: 'user', content: 'Go.' }] });
  const error = await stream.finalMessage().then(() => undefined, seenError);
  expect(error).toEqual({
    class: 'AnthropicError',
    status: undefined,
    type: undefined,
    message: expect.stringMatching(/^Unable to parse tool parameter JSON .* JSON: \{"command": ls\}$/),
    cause: undefined,
  });
});

test('raw events of `create` with stream: true neither repair nor fail on a malformed input', async () => {
  const anthropic = await client(malformedToolInput('run_command', '{"command": ls}'));
  const events = await anthropic.messages.create({ ...ASK, stream: true });
  const seen: string[] = [];
  for await (const event of events) {
    if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta') {
      seen.push(event.delta.partial_json);
    }
    if (event.type === 'message_delta') seen.push(String(event.delta.stop_reason));
  }
  expect(seen.join('')).toBe('{"command": ls}tool_use');
});

test('a whole message, its usage merged from start and end of the stream', async () => {
  const anthropic = await client(
    withUsage(says('Done.'), { input_tokens: 7, output_tokens: 9, cache_read_input_tokens: 4000 }),
  );
  const message = await anthropic.messages.stream(ASK).finalMessage();
  expect(message).toEqual({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-5-5',
    content: [said('Done.')],
    stop_reason: 'end_turn',
    stop_sequence: null,
    stop_details: null,
    container: null,
    diagnostics: null,
    parsed_output: null,
    usage: {
      input_tokens: 7,
      output_tokens: 9,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 4000,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      service_tier: 'standard',
    },
  });
});

test('a refusal says why in stop_details', async () => {
  const anthropic = await client(refuses('Not this.'));
  const { stop_details } = await anthropic.messages.stream(ASK).finalMessage();
  expect(stop_details).toEqual({ type: 'refusal', category: 'cyber', explanation: 'Not this.' });
});

test('a request without stream gets the same message as JSON', async () => {
  const anthropic = await client(
    ...[1, 2].map(() => reply([thinking('Hm.'), text('Hi.'), toolUse('git_status', {})])),
  );
  const streamed = await anthropic.messages.stream(ASK).finalMessage();
  const whole = await anthropic.messages.create(ASK);
  expect({ ...whole, parsed_output: null }).toEqual(streamed);
});

test('a slow reply sends nothing before its time', async () => {
  const anthropic = await client(slow(says('Late.'), 120));
  const started = performance.now();
  const stream = anthropic.messages.stream(ASK);
  await stream.emitted('connect');
  expect(performance.now() - started).toBeGreaterThan(100);
  expect(await stream.finalText()).toBe('Late.');
});
