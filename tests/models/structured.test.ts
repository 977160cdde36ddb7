import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { StructuredAnswer } from '../../src/models/ask-structured.ts';
import { askStructured } from '../../src/models/ask-structured.ts';
import { reply, says, text } from '../support/messages-server/replies.ts';
import { byTranscript, type Step } from '../support/messages-server/script.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { anthropicAt } from './support.ts';

const SHAPE = z.object({ agent: z.string().max(20), confidence: z.number().min(0).max(100) });

let server: MessagesServer | undefined;
afterEach(() => server?.close());

async function answerTo(
  step: Step,
  format?: { type: 'object' },
): Promise<StructuredAnswer<z.infer<typeof SHAPE>>> {
  server = await startMessagesServer({ script: byTranscript([step]) });
  return await askStructured(anthropicAt(server.url), {
    model: 'claude-sonnet-5-5',
    system: 'You match requests to agents.',
    text: 'review the login',
    shape: SHAPE,
    ...(format === undefined ? {} : { format }),
    sessionId: 'secretary/1',
    signal: new AbortController().signal,
  });
}

test('a reply in the shape is its value, with what it cost', async () => {
  const answer = await answerTo(says('{"agent":"a:b","confidence":92}'));
  expect(answer).toEqual({
    kind: 'answer',
    value: { agent: 'a:b', confidence: 92 },
    usage: expect.objectContaining({ outputTokens: expect.any(Number) }),
  });
});

test('the API is told the shape as far as it takes it, the rest in words', async () => {
  await answerTo(says('{}'));
  expect(server?.requests[0]?.body).toMatchObject({
    output_config: {
      effort: 'low',
      format: {
        type: 'json_schema',
        schema: {
          type: 'object',
          additionalProperties: false,
          required: ['agent', 'confidence'],
          properties: { agent: { type: 'string', description: expect.stringContaining('maxLength') } },
        },
      },
    },
  });
});

test('a format of its own is sent in place of the shape', async () => {
  await answerTo(says('{}'), { type: 'object' });
  expect(server?.requests[0]?.body).toMatchObject({
    output_config: { format: { schema: { type: 'object', properties: {}, additionalProperties: false } } },
  });
});

test.each([
  ['prose', says('I would take the reviewer.'), 'the answer is not JSON'],
  ['a list', says('[1]'), 'the answer is not JSON'],
  ['a missing member', says('{"agent":"a:b"}'), 'expected number'],
  ['a value out of range', says('{"agent":"a:b","confidence":101}'), '<=100'],
  ['a refusal', reply([text('No.')], { stopReason: 'refusal' }), 'the model would not answer'],
  ['half an answer', reply([text('{"agent":')], { stopReason: 'max_tokens' }), 'the answer was cut off'],
] as const)('%s is unusable, and says why', async (_, step, detail) => {
  expect(await answerTo(step)).toMatchObject({ kind: 'unusable', detail: expect.stringContaining(detail) });
});

test('a fenced object of a model without structured output is read', async () => {
  const answer = await answerTo(says('```json\n{"agent":"a:b","confidence":1}\n```'));
  expect(answer).toMatchObject({ kind: 'answer', value: { agent: 'a:b', confidence: 1 } });
});
