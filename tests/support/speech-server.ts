import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { opusOf } from './opus-files.ts';

/** What a speech service was asked. */
export interface Spoken {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: {
    readonly model: string;
    readonly voice: string;
    readonly input: string;
    readonly response_format: string;
  };
}

export type SpeechAnswer = (response: ServerResponse) => void;

export interface SpeechServer {
  /** Base of the API. */
  readonly url: string;
  readonly asked: Spoken[];
  /** What is said, in order. */
  readonly said: () => readonly string[];
  /** From now on; a test may change it. */
  answer: SpeechAnswer;
  close(): Promise<void>;
}

/** A speech service on this machine that answers with a recording of three seconds. Ends with the test. */
export async function speechServer(answer: SpeechAnswer = speaks(3)): Promise<SpeechServer> {
  const asked: Spoken[] = [];
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const { url: path, headers } = request;
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Spoken['body'];
    asked.push({ path, authorization: headers.authorization, body });
    service.answer(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const service: SpeechServer = {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    said: () => asked.map(({ body }) => body.input),
    answer,
    async close() {
      server.close();
      await once(server, 'close');
    },
  };
  return service;
}

/** A recording that lasts so long. */
export function speaks(seconds: number, type = 'audio/ogg'): SpeechAnswer {
  return (response) => response.writeHead(200, { 'content-type': type }).end(opusOf(seconds));
}

export function refuses(status: number, headers: Readonly<Record<string, string>> = {}): SpeechAnswer {
  return (response) => response.writeHead(status, headers).end();
}

/** So many bytes, as long as somebody reads them. */
export function floods(bytes: number, type = 'audio/ogg'): SpeechAnswer {
  return (response) => {
    response.writeHead(200, { 'content-type': type });
    const chunk = Buffer.alloc(64 * 1024);
    let left = bytes;
    const more = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk)) {
          response.once('drain', more);
          return;
        }
      }
      response.end();
    };
    more();
  };
}

/** Takes the request, and never says anything. */
export const hangs: SpeechAnswer = () => undefined;
