import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eachInFull } from '../support/each-in-full.ts';
import {
  cutsStream,
  endsEarly,
  errorEvent,
  fails,
  promptTooLong,
  stalls,
  times,
} from '../support/messages-server/faults.ts';
import { says, slow } from '../support/messages-server/replies.ts';
import type { BreakPoint } from '../support/messages-server/reply.ts';
import { type MessagesServer, startMessagesServer } from '../support/messages-server/server.ts';
import { anthropicAt, ask, patientClock, request } from './support.ts';

let server: MessagesServer;
beforeEach(async () => {
  server = await startMessagesServer({ script: [] });
});
afterEach(() => server.close());

const DONE = { kind: 'reply', reply: { text: 'Done.' } };

describe('what is tried again', () => {
  test.each([429, 500, 529] as const)('status %i: four times', async (status) => {
    server.push(...times(4, fails(status)), says('Done.'));
    const { answer, retries } = await ask(anthropicAt(server.url));
    expect({ answer, attempts: retries.map(({ attempt }) => attempt) }).toMatchObject({
      answer: DONE,
      attempts: [1, 2, 3, 4],
    });
  });

  test('the fifth refusal of a busy server is the last', async () => {
    server.push(...times(5, fails(529)));
    const { answer } = await ask(anthropicAt(server.url));
    expect(answer).toEqual({ kind: 'fault', fault: { kind: 'busy', detail: 'Overloaded' } });
    expect(server.requests).toHaveLength(5);
  });

  const breakPoints: readonly BreakPoint[] = [
    'headers',
    'first-text',
    'mid-tool-json',
    'tool-call',
    'stop-reason',
  ];
  test.each(breakPoints)('a stream cut after %s: twice', async (after) => {
    server.push(cutsStream({ after }), endsEarly({ after }), says('Done.'));
    const { answer } = await ask(anthropicAt(server.url));
    expect(answer).toMatchObject(DONE);
  });

  test('a stream that breaks three times is given up', async () => {
    server.push(...times(3, cutsStream({ after: 'mid-tool-json' })));
    const { answer } = await ask(anthropicAt(server.url));
    expect(answer).toMatchObject({ kind: 'fault', fault: { kind: 'unreachable' } });
    expect(server.requests).toHaveLength(3);
  });

  test('an overload that is reported inside the stream', async () => {
    server.push(errorEvent(), says('Done.'));
    expect((await ask(anthropicAt(server.url))).answer).toMatchObject(DONE);
  });

  test.each(['overloaded_error', 'rate_limit_error'])(
    'an %s inside the stream counts as a busy server, also when it is given up',
    async (type) => {
      server.push(...times(5, errorEvent({ type, message: 'Overloaded' })));
      const { answer } = await ask(anthropicAt(server.url));
      expect(answer).toEqual({ kind: 'fault', fault: { kind: 'busy', detail: 'Overloaded' } });
      expect(server.requests).toHaveLength(5);
    },
  );

  test('no connection at all: five tries, and the cause is named', async () => {
    await server.close();
    const { answer, retries } = await ask(anthropicAt(server.url));
    expect(answer).toEqual({ kind: 'fault', fault: { kind: 'unreachable', detail: 'ECONNREFUSED' } });
    expect(retries).toHaveLength(4);
  });

  eachInFull<BreakPoint>(['before-headers', 'headers', 'first-text', 'mid-tool-json'])(
    'silence after %s: once',
    async (after) => {
      server.push(...times(2, stalls({ after })));
      const { answer } = await ask(anthropicAt(server.url, { idleTimeoutMs: 200 }));
      expect(answer).toMatchObject({ kind: 'fault', fault: { kind: 'silent' } });
      expect(server.requests).toHaveLength(2);
    },
  );

  test('pings do not count as words', async () => {
    server.push(stalls({ after: 'first-text', pingEveryMs: 20 }), says('Done.'));
    expect((await ask(anthropicAt(server.url, { idleTimeoutMs: 300 }))).answer).toMatchObject(DONE);
  });

  test('a slow stream that goes on speaking is not silent', { tags: 'full' }, async () => {
    await server.close();
    server = await startMessagesServer({
      script: [says('One word after the other, slowly.')],
      chunkDelayMs: 60,
    });
    const { answer, retries } = await ask(anthropicAt(server.url, { idleTimeoutMs: 500 }));
    expect({ kind: answer.kind, retries }).toEqual({ kind: 'reply', retries: [] });
  });
});

describe('how long is waited', () => {
  test('longer each time, up to eight seconds', async () => {
    server.push(...times(5, fails(500)));
    const clock = patientClock();
    await ask(anthropicAt(server.url, { clock }));
    const limits = [500, 1_000, 2_000, 4_000];
    const inRange = clock.slept.map((ms, at) => ms >= (limits[at] ?? 0) / 2 && ms <= (limits[at] ?? 0));
    expect(inRange).toEqual([true, true, true, true]);
  });

  test('as long as the server says, in seconds', async () => {
    server.push(fails(429, { retryAfter: 7 }), says('Done.'));
    const { retries } = await ask(anthropicAt(server.url));
    expect(retries).toEqual([
      { attempt: 1, waitMs: 7_000, why: 'busy', reason: 'This request would exceed your rate limit.' },
    ]);
  });

  test('what is told of the wait is why it is waited for', async () => {
    server.push(cutsStream({ after: 'headers' }), fails(500), says('Done.'));
    const { retries } = await ask(anthropicAt(server.url, { clock: patientClock() }));
    expect(retries.map(({ why }) => why)).toEqual(['unreachable', 'busy']);
  });

  test('until the date the server names', async () => {
    const nowMs = Date.parse('2026-11-20T10:00:00Z');
    server.push(fails(529, { retryAfter: 'Fri, 20 Nov 2026 10:00:42 GMT' }), says('Done.'));
    const { retries } = await ask(anthropicAt(server.url, { clock: patientClock(nowMs) }));
    expect(retries.map(({ waitMs }) => waitMs)).toEqual([42_000]);
  });

  test('more than a minute is not waited but reported, with the time', async () => {
    server.push(fails(429, { retryAfter: 61 }));
    const { answer } = await ask(anthropicAt(server.url, { clock: patientClock(1_000) }));
    expect(answer).toMatchObject({ kind: 'fault', fault: { kind: 'busy', retryAtMs: 62_000 } });
  });
});

describe('what is not tried again', () => {
  test.each([
    ['401', fails(401), { kind: 'key', detail: 'invalid x-api-key' }],
    ['403', fails(403), { kind: 'key' }],
    ['404', fails(404), { kind: 'request', detail: 'model: no-such-model' }],
    ['400', fails(400, { message: 'max_tokens: 900000 > 128000' }), { kind: 'request' }],
    ['413', fails(413), { kind: 'too-long' }],
    ['a conversation that is too long', promptTooLong(), { kind: 'too-long' }],
    ['a refused key inside the stream', errorEvent({ type: 'authentication_error' }), { kind: 'key' }],
    [
      'a refused request inside the stream',
      errorEvent({ type: 'invalid_request_error' }),
      { kind: 'request' },
    ],
  ])('%s', async (_name, reply, fault) => {
    server.push(reply);
    const { answer, retries } = await ask(anthropicAt(server.url));
    expect({ answer, retries }).toMatchObject({ answer: { kind: 'fault', fault }, retries: [] });
  });

  test('a missing key: nothing is sent', async () => {
    const { answer } = await ask(anthropicAt('https://api.invalid', { apiKey: undefined }));
    expect(answer).toEqual({ kind: 'fault', fault: { kind: 'key', detail: 'ANTHROPIC_API_KEY is not set' } });
  });

  test('a server on this machine needs no key', async () => {
    server.push(says('Done.'));
    expect((await ask(anthropicAt(server.url, { apiKey: undefined }))).answer).toMatchObject(DONE);
  });
});

describe('a stop', () => {
  test('during the wait between two tries ends it', async () => {
    server.push(fails(429, { retryAfter: 30 }), says('Done.'));
    const stop = new AbortController();
    const model = anthropicAt(server.url);
    const answer = await model.reply(request({ signal: stop.signal }), () => stop.abort());
    expect(answer).toEqual({ kind: 'fault', fault: { kind: 'stopped' } });
  });

  test('in the middle of a stream closes the connection', async () => {
    server.push(stalls({ after: 'first-text' }));
    const stop = new AbortController();
    const answered = ask(anthropicAt(server.url), request({ signal: stop.signal }));
    const received = await server.waitForRequest(1);
    stop.abort();
    expect((await answered).answer).toEqual({ kind: 'fault', fault: { kind: 'stopped' } });
    await received.ended;
    expect(received.aborted).toBe(true);
  });
});

test('the first request is announced, once', async () => {
  server.push(slow(says('One.'), 200), says('Two.'));
  let announced = 0;
  const onRequest = (): void => {
    announced += 1;
  };
  const model = anthropicAt(server.url, { onRequest });
  await ask(model);
  await ask(model);
  expect(announced).toBe(1);
});

test('a warm-up sends nothing and does not count as the first request', async () => {
  let announced = 0;
  const onRequest = (): void => {
    announced += 1;
  };
  await anthropicAt(server.url, { onRequest }).warm();
  expect({ announced, requests: server.requests }).toEqual({ announced: 0, requests: [] });
});
