import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { createTranscriber } from '../../src/models/speech.ts';

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

interface Heard {
  url: string | undefined;
  authorization: string | undefined;
  body: string;
}

/** A service of its own that answers every request with `answer`. */
async function service(
  answer: (response: ServerResponse) => void,
): Promise<{ readonly url: string; readonly heard: Heard[] }> {
  const heard: Heard[] = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { url, headers } = request;
    heard.push({ url, authorization: headers.authorization, body: Buffer.concat(chunks).toString('latin1') });
    answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/v1/`, heard };
}

const SETUP = { key: 'secret-key', model: 'whisper-1', timeoutMs: 5000 };
const VOICE = { bytes: Buffer.from('OggS sound'), mimeType: 'audio/ogg; codecs=opus' };

test('a recording is sent as a form, and its words come back', async () => {
  const { url, heard } = await service((response) => response.end('{"text":" Run the tests. "}'));
  expect(await createTranscriber({ ...SETUP, url })(VOICE)).toBe('Run the tests.');
  expect(heard).toEqual([
    {
      url: '/v1/audio/transcriptions',
      authorization: 'Bearer secret-key',
      body: expect.stringMatching(
        /name="model"\r\n\r\nwhisper-1\r\n[\s\S]*name="file"; filename="voice\.ogg"\r\nContent-Type: audio\/ogg\r\n\r\nOggS sound\r\n/,
      ),
    },
  ]);
});

test('without a key none is sent', async () => {
  const { url, heard } = await service((response) => response.end('{"text":"Yes"}'));
  await createTranscriber({ ...SETUP, url, key: undefined })(VOICE);
  expect(heard[0]?.authorization).toBeUndefined();
});

test.each<[string, (response: ServerResponse) => void, string]>([
  ['a refused key', (response) => response.writeHead(401).end(), 'denied'],
  ['an unknown address', (response) => response.writeHead(404).end('nothing here'), 'invalid'],
  ['a refused recording', (response) => response.writeHead(400).end('bad format'), 'invalid'],
  ['a recording that is too large', (response) => response.writeHead(413).end(), 'invalid'],
  ['a busy service', (response) => response.writeHead(429).end(), 'unavailable'],
  ['a broken service', (response) => response.writeHead(502).end(), 'unavailable'],
  ['an answer that is no JSON', (response) => response.end('<html>'), 'invalid'],
  ['an answer without words', (response) => response.end('{"words":[]}'), 'invalid'],
  ['silence', (response) => response.end('{"text":"  "}'), 'not-found'],
  ['an endless answer', (response) => response.end('x'.repeat(2 * 1024 * 1024)), 'invalid'],
  ['a connection that breaks', (response) => response.destroy(), 'unavailable'],
  [
    'a redirection, which would take the key along',
    (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    'unavailable',
  ],
])('%s is a failure that says so', async (_what, answer, kind) => {
  const { url } = await service(answer);
  await expect(createTranscriber({ ...SETUP, url })(VOICE)).rejects.toMatchObject({
    name: 'Failure',
    kind,
  });
});

test('a service that does not answer is given up', async () => {
  const { url } = await service(() => undefined);
  const hanging = createTranscriber({ ...SETUP, url, timeoutMs: 50 })(VOICE);
  await expect(hanging).rejects.toMatchObject({ kind: 'timeout' });
});

test('a service that is not there is named with the reason', async () => {
  const { url } = await service(() => undefined);
  server?.close();
  await expect(createTranscriber({ ...SETUP, url })(VOICE)).rejects.toMatchObject({
    kind: 'unavailable',
    message: "I can't reach the transcription service (ECONNREFUSED). Check the network and TRANSCRIBE_URL.",
  });
});
