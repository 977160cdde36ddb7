import { afterEach, describe, expect, test } from 'vitest';
import { isEmptyReply, latestNarration } from '../../src/agent/latest-narration.ts';
import type { RunEvent } from '../../src/contracts/run-events.ts';
import { anthropicAt } from '../models/support.ts';
import { type AgentRig, agentRig, SESSION } from '../support/agent-rig.ts';
import { pausesTurn, refuses, reply, text, thinking, toolUse } from '../support/messages-server/replies.ts';
import type { Reply } from '../support/messages-server/reply.ts';
import { blocksOf } from '../support/messages-server/request.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';

const said = (words: string) => ({ type: 'text', text: words });
const thought = (words: string) => ({ type: 'thinking', thinking: words, signature: 's' });
const call = { type: 'tool_use', id: 'a', name: 'look', input: {} };
const hidden = { type: 'redacted_thinking', data: 'x' };

test.each([
  ['words', [thought('Hm.'), said('I look.'), call], 'I look.'],
  ['a thought where there are no words', [thought('First the login.'), call], 'First the login.'],
  ['the last of several', [thought('One.'), thought('Two.'), thought(''), call], 'Two.'],
  ['blank words are none', [thought('Hm.'), said(' \n'), call], 'Hm.'],
  ['nothing', [hidden, thought(''), call], ''],
])('what a reply tells on its way: %s', (_what, content, words) => {
  expect(latestNarration(content)).toBe(words);
});

test.each([
  ['no block', [], 'end_turn', true],
  ['thinking alone', [thought('Hm.'), hidden], 'end_turn', true],
  ['thinking that was cut off', [thought('Hm')], 'max_tokens', true],
  ['a turn that only paused', [thought('Hm.')], 'pause_turn', false],
  ['a call', [thought('Hm.'), call], 'tool_use', false],
  ['words', [said('Done.')], 'end_turn', false],
] as const)('whether a reply says nothing: %s', (_what, content, stopReason, expected) => {
  expect(isEmptyReply({ content, stopReason })).toBe(expected);
});

describe('through the client library', () => {
  let rig: AgentRig;
  let server: MessagesServer;
  afterEach(async () => {
    rig.remove();
    await server.close();
  });

  async function run(script: readonly Reply[]): Promise<readonly RunEvent[]> {
    server = await startMessagesServer({ script, strictPrefix: true });
    rig = agentRig({ steps: [], model: anthropicAt(server.url) });
    rig.create({ prompt: { model: 'claude-sonnet-5-5' } });
    const events: RunEvent[] = [];
    const { signal } = new AbortController();
    await rig.agent().run(SESSION, { signal, onEvent: (event) => void events.push(event) });
    return events;
  }

  test('progress that comes as thinking is told, and its blocks go back as they came, also after a restart', async () => {
    const events = await run([
      reply([thinking(''), thinking('First the login.'), toolUse('look', {})]),
      reply([thinking('Then the rest.'), text('I look again.'), toolUse('look', { name: 'b' })]),
      reply([text('Done.')]),
    ]);
    const words = events.flatMap((event) => (event.kind === 'model-said' ? [event.words] : []));
    rig.store.steering.add({ session: SESSION, text: 'more', inboxSeq: 9, atMs: 1 });
    server.push(reply([text('More.')]));
    await rig.run();
    const [, first, , second] = server.requests.at(-1)?.body.messages ?? [];
    const signature = expect.stringMatching(/.+/);
    const sent = [first, second].map((message) => blocksOf(message).slice(0, -1));
    expect({ words, refusals: server.refusals, sent }).toEqual({
      words: ['First the login.', 'I look again.'],
      refusals: [],
      sent: [
        [
          { type: 'thinking', thinking: '', signature },
          { type: 'thinking', thinking: 'First the login.', signature },
        ],
        [
          { type: 'thinking', thinking: 'Then the rest.', signature },
          { type: 'text', text: 'I look again.', citations: null },
        ],
      ],
    });
  });

  test('a turn that only paused goes on behind its own words, unchanged and with nothing in between', async () => {
    await run([pausesTurn(reply([thinking('Hm.'), text('I look')])), reply([text('Here it is.')])]);
    const sent = server.requests[1]?.body.messages ?? [];
    const signature = expect.stringMatching(/.+/);
    expect({ status: rig.session().state.status, sent: sent.slice(1), refusals: server.refusals }).toEqual({
      status: 'done',
      sent: [
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Hm.', signature },
            { type: 'text', text: 'I look', citations: null },
          ],
        },
      ],
      refusals: [],
    });
  });

  test.each([
    ['a refusal', refuses('Declined.', 'I will not'), { status: 'parked', reason: 'refused', asked: 1 }],
    [
      'a reply that filled the window',
      reply([text('I will not')], { stopReason: 'model_context_window_exceeded' }),
      { status: 'parked', reason: 'too-long', asked: 1 },
    ],
  ] as const)('%s is paid for, and its words do not stand in the history', async (_what, lost, ended) => {
    await run([lost]);
    const { status, reason } = rig.session().state;
    const words = JSON.stringify(rig.store.history.all(SESSION));
    expect({
      ended: { status, reason, asked: server.requests.length },
      isKept: words.includes('I will not'),
      isPaid: rig.store.spending.usageOf(SESSION).outputTokens > 0,
    }).toEqual({ ended, isKept: false, isPaid: true });
  });

  test('a reply that only thinks is no answer: the model is asked again, and it does not stand in the history', async () => {
    await run([reply([thinking('What now?')]), reply([text('Here it is.')])]);
    expect({
      status: rig.session().state.status,
      roles: rig.store.history.all(SESSION).map(({ role }) => role),
      told: blocksOf(server.requests[1]?.body.messages.at(-1)).map(({ text: words }) => words),
      paid: rig.store.spending.usageOf(SESSION).outputTokens > 0,
      refusals: server.refusals,
    }).toEqual({
      status: 'done',
      roles: ['user', 'user', 'assistant'],
      told: ['Your last reply was empty. Go on with the task, or say in a few words that it is finished.'],
      paid: true,
      refusals: [],
    });
  });
});
