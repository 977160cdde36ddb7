import { get, request } from 'node:http';
import { networkInterfaces } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { Failure } from '../../../src/core/failure.ts';
import { silentLog } from '../../../src/core/log.ts';
import {
  type MetricsEndpoint,
  serveMetrics,
} from '../../../src/features/metrics/prometheus/serve-figures.ts';
import { says } from '../../support/messages-server/replies.ts';
import { useScenes } from '../../support/scene.ts';

const scene = useScenes();
const open: MetricsEndpoint[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((endpoint) => endpoint.close()));
});

async function served(text: () => Promise<string> = async () => 'wasap_up 1\n'): Promise<MetricsEndpoint> {
  const endpoint = await serveMetrics(0, { text, log: silentLog });
  if (typeof endpoint === 'string') throw new Error(endpoint);
  open.push(endpoint);
  return endpoint;
}

interface Asked {
  readonly path?: string;
  readonly method?: string;
  readonly host?: string;
  readonly address?: string;
}

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

function ask(
  port: number,
  { path = '/metrics', method = 'GET', host, address }: Asked = {},
): Promise<Answer> {
  const headers = { host: host ?? `127.0.0.1:${port}` };
  return new Promise((resolve, reject) => {
    request({ port, path, method, host: address ?? '127.0.0.1', headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode, type: response.headers['content-type'], body }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('answers with the figures as Prometheus reads them', async () => {
  const { port } = await served();
  expect(await ask(port)).toEqual({
    status: 200,
    type: 'text/plain; version=0.0.4; charset=utf-8',
    body: 'wasap_up 1\n',
  });
});

test.each([
  ['another path', { path: '/' }, 404],
  ['another method', { method: 'POST' }, 405],
  ['a web page whose own name was made to lead here', { host: 'evil.example:9464' }, 403],
])('%s is refused, with nothing in the answer', async (_what, asked, status) => {
  const { port } = await served();
  expect(await ask(port, asked)).toEqual({ status, type: undefined, body: '' });
});

test('figures that cannot be read now are no end of the program', async () => {
  const { port } = await served(() => {
    throw new Failure('unavailable', 'The disk is full.');
  });
  expect(await ask(port)).toMatchObject({ status: 503, body: '' });
});

test('is not there for other machines', async (context) => {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4');
  if (own === undefined) context.skip('this machine has no address but loopback');
  const { port } = await served();
  await expect(ask(port, { address: own?.address ?? '' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('a port that is taken is told, not fatal', async () => {
  const { port } = await served();
  expect(await serveMetrics(port, { text: async () => '', log: silentLog })).toBe('EADDRINUSE');
});

test('once it is closed nobody is answered, and a connection that was kept is gone', async () => {
  const { port, close } = await served();
  const kept = new Promise((resolve) => {
    get({ port, host: '127.0.0.1', path: '/metrics', agent: false }, (response) =>
      response.socket.once('close', () => resolve('closed')).resume(),
    );
  });
  await ask(port);
  await close();
  open.splice(0);
  expect(await kept).toBe('closed');
  await expect(ask(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

test('METRICS_PORT opens it for as long as the program runs, and without it there is none', {
  tags: 'full',
}, async () => {
  const { port, close } = await served();
  await close();
  open.splice(0);
  const { start } = await scene({
    script: [says('Hello.'), says('Hello.')],
    env: { METRICS_PORT: String(port) },
  });
  const program = start();
  program.say('hello');
  await program.heard(/Hello\./);
  const { status, body } = await ask(port);
  const code = await program.hangUp();
  expect([
    status,
    /^wasap_messages_lost 0$/m.test(body),
    /^wasap_tokens_24h\{kind="output"\} [1-9]/m.test(body),
    code,
  ]).toEqual([200, true, true, 0]);
  await expect(ask(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const without = start({ env: { METRICS_PORT: '' } });
  without.say('hello');
  await without.heard(/Hello\./);
  await expect(ask(port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});
