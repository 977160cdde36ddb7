import { expect, test } from 'vitest';
import { createSpeaker } from '../../src/models/speech.ts';
import { opusOf } from '../support/opus-files.ts';
import { floods, hangs, refuses, type SpeechAnswer, speaks, speechServer } from '../support/speech-server.ts';

const SETUP = { key: 'secret-key', model: 'tts-1', voices: { en: 'alloy', es: 'nova' }, timeoutMs: 5000 };
const { signal } = new AbortController();

test.each([
  ['en', 'alloy', 'Done: fix the login.'],
  ['es', 'nova', 'Listo: arregla el inicio de sesión.'],
] as const)(
  'a text is sent with the voice of its language (%s), and a recording comes back',
  async (locale, voice, input) => {
    const { url, asked } = await speechServer(speaks(2, 'audio/opus; rate=48000'));
    const recording = await createSpeaker({ ...SETUP, url: `${url}/` })(input, locale, signal);
    expect([recording.bytes.equals(opusOf(2)), recording.seconds, asked]).toEqual([
      true,
      expect.closeTo(2, 5),
      [
        {
          path: '/v1/audio/speech',
          authorization: 'Bearer secret-key',
          body: { model: 'tts-1', voice, input, response_format: 'opus' },
        },
      ],
    ]);
  },
);

test('without a key none is sent', async () => {
  const { url, asked } = await speechServer();
  await createSpeaker({ ...SETUP, url, key: undefined })('Yes.', 'en', signal);
  expect(asked[0]?.authorization).toBeUndefined();
});

const says =
  (type: string, body: string | Buffer): SpeechAnswer =>
  (response) =>
    response.writeHead(200, { 'content-type': type }).end(body);

test.each<[string, SpeechAnswer, string]>([
  ['a refused key', refuses(401), 'denied'],
  ['an unknown address', refuses(404), 'invalid'],
  ['a refused text', refuses(400), 'invalid'],
  ['a busy service', refuses(429), 'unavailable'],
  ['a broken service', refuses(502), 'unavailable'],
  ['HTML', says('text/html', '<!doctype html><title>Sign in</title>'), 'invalid'],
  ['HTML that calls itself a recording', says('audio/ogg', '<!doctype html>'), 'invalid'],
  ['a recording that calls itself HTML', says('text/html', opusOf(1)), 'invalid'],
  ['an MP3', says('audio/mpeg', Buffer.from('ID3\u0004 and sound', 'latin1')), 'invalid'],
  ['JSON', says('application/json', '{"audio":"T2dnUw=="}'), 'invalid'],
  ['nothing', says('audio/ogg', ''), 'invalid'],
  ['100 MB', floods(100 * 1024 * 1024), 'invalid'],
  ['a connection that breaks', (response) => response.destroy(), 'unavailable'],
  [
    'a redirection to the services of a cloud',
    refuses(307, { location: 'http://169.254.169.254/latest/meta-data/' }),
    'unavailable',
  ],
  [
    'a redirection elsewhere, which would take the key along',
    refuses(302, { location: 'http://127.0.0.1:1/' }),
    'unavailable',
  ],
])('%s is a failure that says so', async (_what, answer, kind) => {
  const { url, asked } = await speechServer(answer);
  await expect(createSpeaker({ ...SETUP, url })('Hello.', 'en', signal)).rejects.toMatchObject({
    name: 'Failure',
    kind,
    message: expect.not.stringContaining('secret-key'),
  });
  expect(asked).toHaveLength(1);
});

test('a service that hangs is left after the time limit, and at once when it is stopped', async () => {
  const { url } = await speechServer(hangs);
  const speak = createSpeaker({ ...SETUP, url, timeoutMs: 100 });
  await expect(speak('Hello.', 'en', signal)).rejects.toMatchObject({
    kind: 'timeout',
    message: 'The speech service took longer than 0.1 s. Try again later.',
  });
  const stop = new AbortController();
  const spoken = createSpeaker({ ...SETUP, url })('Hello.', 'en', stop.signal);
  stop.abort();
  await expect(spoken).rejects.toMatchObject({ name: 'Failure', kind: 'unavailable' });
});

test('a service that is not there', async () => {
  const { url, close } = await speechServer();
  await close();
  await expect(createSpeaker({ ...SETUP, url })('Hello.', 'en', signal)).rejects.toMatchObject({
    kind: 'unavailable',
    message: "I can't reach the speech service (ECONNREFUSED). Check the network and SPEECH_URL.",
  });
});
