import { createServer, type IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { TraceStore } from '../../src/contracts/trace.ts';
import { systemClock } from '../../src/core/clock.ts';
import { type Log, silentLog } from '../../src/core/log.ts';
import { createOtlp, type OtlpOptions } from '../../src/telemetry/otlp.ts';
import { createTracing, type Tracing } from '../../src/telemetry/tracer.ts';

const NOWHERE: TraceStore = { write: () => undefined, listOfSession: () => [], deleteOld: () => 0 };

interface Posted {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Collector {
  readonly endpoint: string;
  readonly posted: Posted[];
}

/** Answers the requests in turn with these codes, then with 200. */
async function collector(...codes: number[]): Promise<Collector> {
  const posted: Posted[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    posted.push({ url: request.url, headers: request.headers, body: Buffer.concat(chunks).toString() });
    response.writeHead(codes.shift() ?? 200).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { endpoint: `http://127.0.0.1:${address.port}`, posted };
}

function tracingTo(
  endpoint: string,
  options: Partial<OtlpOptions & { cell: string }> = {},
  log: Log = silentLog,
): Tracing {
  const parts = {
    endpoint,
    headers: {},
    content: false,
    version: '9.9.9',
    clock: systemClock,
    log,
    ...options,
  };
  return createTracing({
    store: NOWHERE,
    clock: systemClock,
    log,
    redact: (text) => text,
    sink: createOtlp(parts),
  });
}

/** A round with a command that failed, and a model call. */
function record({ tracer, modelSpans }: Tracing): void {
  const round = tracer.start({ name: 'agent_round:1', kind: 'agent', startMs: 1000 });
  tracer
    .start({ name: 'shell:npm', kind: 'tool', parent: round, startMs: 1100, input: { command: 'npm test' } })
    .end({ endMs: 1200, failed: true, output: { exit_code: 1 }, attributes: { 'process.exit.code': 1 } });
  modelSpans.getTracer('com.example.sdk', '1.0.0').startSpan('example.create').end();
  round.end({ endMs: 1500 });
}

test('ended spans arrive as OTLP in JSON, grouped by who made them', async () => {
  const { endpoint, posted } = await collector();
  const tracing = tracingTo(`${endpoint}/`, { headers: { authorization: 'Bearer abc' } });
  record(tracing);
  await tracing.close();
  const [{ url, headers, body } = { url: '', headers: {}, body: '{}' }] = posted;
  expect([url, headers.authorization, headers['content-type']]).toEqual([
    '/v1/traces',
    'Bearer abc',
    'application/json',
  ]);
  const id = expect.stringMatching(/^[0-9a-f]{16}$/);
  const traceId = expect.stringMatching(/^[0-9a-f]{32}$/);
  const times = {
    startTimeUnixNano: expect.stringMatching(/^\d+$/),
    endTimeUnixNano: expect.stringMatching(/^\d+$/),
  };
  const kindOf = (kind: string) => ({ key: 'wasap.kind', value: { stringValue: kind } });
  expect(JSON.parse(body)).toEqual({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name', value: { stringValue: 'wasap-agent' } },
            { key: 'service.version', value: { stringValue: '9.9.9' } },
          ],
        },
        scopeSpans: [
          {
            scope: { name: 'wasap-agent', version: '9.9.9' },
            spans: [
              {
                traceId,
                spanId: id,
                parentSpanId: id,
                name: 'shell:npm',
                kind: 1,
                startTimeUnixNano: '1100000000',
                endTimeUnixNano: '1200000000',
                attributes: [
                  kindOf('tool'),
                  { key: 'error.type', value: { stringValue: '_OTHER' } },
                  { key: 'process.exit.code', value: { intValue: '1' } },
                ],
                status: { code: 2 },
              },
              {
                traceId,
                spanId: id,
                parentSpanId: '',
                name: 'agent_round:1',
                kind: 1,
                startTimeUnixNano: '1000000000',
                endTimeUnixNano: '1500000000',
                attributes: [kindOf('agent')],
                status: { code: 1 },
              },
            ],
          },
          {
            scope: { name: 'com.example.sdk', version: '1.0.0' },
            spans: [
              {
                traceId,
                spanId: id,
                parentSpanId: '',
                name: 'example.create',
                kind: 3,
                ...times,
                attributes: [kindOf('agent')],
                status: { code: 1 },
              },
            ],
          },
        ],
      },
    ],
  });
});

test('the spans of a cell name it', async () => {
  const { endpoint, posted } = await collector();
  const tracing = tracingTo(endpoint, { cell: 'big-one' });
  record(tracing);
  await tracing.close();
  expect(JSON.parse(posted[0]?.body ?? '{}')).toMatchObject({
    resourceSpans: [
      {
        resource: {
          attributes: [
            { key: 'service.name' },
            { key: 'service.version' },
            { key: 'service.instance.id', value: { stringValue: 'big-one' } },
            { key: 'wasap.cell', value: { stringValue: 'big-one' } },
          ],
        },
      },
    ],
  });
});

test('what was said goes along only where that is set', async () => {
  const [without, along] = [await collector(), await collector()];
  for (const [to, content] of [
    [without, false],
    [along, true],
  ] as const) {
    const tracing = tracingTo(to.endpoint, { content });
    record(tracing);
    await tracing.close();
  }
  const told = [without, along].map(({ posted }) => posted.some(({ body }) => body.includes('npm test')));
  expect(told).toEqual([false, true]);
});

test('a collector that is busy is asked again', { tags: 'full' }, async () => {
  const { endpoint, posted } = await collector(503);
  const tracing = tracingTo(endpoint);
  record(tracing);
  await tracing.close();
  expect([posted.length, posted[0]?.body === posted[1]?.body]).toEqual([2, true]);
});

test('a collector that refuses costs the spans, and the log says so', async () => {
  const { endpoint, posted } = await collector(401);
  const said: unknown[] = [];
  const tracing = tracingTo(endpoint, {}, { ...silentLog, warn: (...line) => void said.push(line) });
  record(tracing);
  await tracing.close();
  expect([posted.length, said]).toEqual([1, [['telemetry.otlp.lost', { count: 3, why: 'HTTP 401' }]]]);
});

test('a collector that was away for long gets every span when it is back', async () => {
  const { endpoint, posted } = await collector(503, 503, 503, 503, 503, 503, 503, 503);
  const said: unknown[] = [];
  // Time passes at once: eight waits come to minutes.
  const clock = { ...systemClock, sleep: () => Promise.resolve() };
  const log = { ...silentLog, warn: (...line: unknown[]) => void said.push(line) };
  const tracing = tracingTo(endpoint, { clock } as Partial<OtlpOptions>, log);
  record(tracing);
  await tracing.close();
  const names = posted.at(-1)?.body.match(/"name":"(?:shell:npm|agent_round:1|example.create)"/g);
  expect({ tries: posted.length, names: names?.length, said }).toEqual({ tries: 9, names: 3, said: [] });
});

test('what was said stands under the names that collectors know', async () => {
  const { endpoint, posted } = await collector();
  const tracing = tracingTo(endpoint, { content: true });
  const { tracer } = tracing;
  tracer
    .start({ name: 'shell:npm', kind: 'tool', input: { command: 'npm test' } })
    .end({ output: { exit_code: 0 } });
  tracer
    .start({ name: 'invoke_agent', kind: 'agent', input: { task: 'fix it' } })
    .end({ output: { outcome: 'done' } });
  tracer
    .start({ name: 'gateway:in', kind: 'system', input: { length: 3 } })
    .end({ output: { state: 'done' } });
  await tracing.close();
  const spans = JSON.parse(posted[0]?.body ?? '{}').resourceSpans[0].scopeSpans[0].spans as readonly {
    readonly attributes: readonly {
      readonly key: string;
      readonly value: { readonly stringValue: string };
    }[];
  }[];
  const told = spans.map(({ attributes }) =>
    Object.fromEntries(
      attributes.filter(({ key }) => key !== 'wasap.kind').map(({ key, value }) => [key, value.stringValue]),
    ),
  );
  expect(told).toEqual([
    { 'gen_ai.tool.call.arguments': '{"command":"npm test"}', 'gen_ai.tool.call.result': '{"exit_code":0}' },
    {
      'gen_ai.input.messages':
        '[{"role":"user","parts":[{"type":"text","content":"{\\"task\\":\\"fix it\\"}"}]}]',
      'gen_ai.output.messages':
        '[{"role":"assistant","finish_reason":"stop","parts":[{"type":"text","content":"{\\"outcome\\":\\"done\\"}"}]}]',
    },
    { 'wasap.input': '{"length":3}', 'wasap.output': '{"state":"done"}' },
  ]);
});
