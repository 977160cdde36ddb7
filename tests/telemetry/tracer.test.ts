import { expect, test } from 'vitest';
import type { SpanRow, TraceStore } from '../../src/contracts/trace.ts';
import { Failure } from '../../src/core/failure.ts';
import type { SessionId } from '../../src/core/ids.ts';
import type { Log } from '../../src/core/log.ts';
import { silentLog } from '../../src/core/log.ts';
import { createTracing, type Tracing } from '../../src/telemetry/tracer.ts';
import { FakeClock } from '../support/fake-clock.ts';

const SESSION = '20261120-00000001' as SessionId;
const OTHER = '20261120-00000002' as SessionId;
const SECRET = `sk-ant-api03-${'0123456789abcdef'.repeat(4)}`;

interface Memory {
  readonly tracing: Tracing;
  readonly clock: FakeClock;
  readonly rows: SpanRow[];
  readonly takenUp: (readonly SessionId[])[];
  /** While true nothing can be written. */
  full: boolean;
}

function memory(log: Log = silentLog): Memory {
  const clock = new FakeClock();
  const [rows, takenUp]: [SpanRow[], (readonly SessionId[])[]] = [[], []];
  const store: TraceStore = {
    write(spans, sessions) {
      if (made.full) throw new Failure('unavailable', 'The disk is full.');
      takenUp.push(sessions);
      for (const span of spans) {
        const at = rows.findIndex(({ spanId }) => spanId === span.spanId);
        rows.splice(at < 0 ? rows.length : at, 1, span);
      }
    },
    listOfSession: () => rows,
    deleteOld: () => 0,
  };
  const redact = (text: string) => text.replaceAll(SECRET, '[secret]');
  const made: Memory = {
    tracing: createTracing({ store, clock, log, redact }),
    clock,
    rows,
    takenUp,
    full: false,
  };
  return made;
}

test.each([2, -1])('a span lasts as long as it took when the clock is set by %d h', async (hours) => {
  const { tracing, clock, rows } = memory();
  const span = tracing.tracer.start({ name: 'shell:npm', kind: 'tool', session: SESSION });
  clock.jump(hours * 3_600_000);
  await clock.advance(40);
  span.end();
  tracing.flush();
  expect(rows.map(({ startMs, endMs }) => (endMs ?? 0) - startMs)).toEqual([40]);
});

test('a span has its input from the start, its output from the end, and a child its place below it', async () => {
  const { tracing, clock, rows } = memory();
  const { tracer } = tracing;
  const round = tracer.start({
    name: 'agent_round:1',
    kind: 'agent',
    session: SESSION,
    input: { iteration: 0 },
  });
  const call = tracer.start({ name: 'shell:npm', kind: 'tool', parent: round, attributes: { a: 1 } });
  const began = clock.nowMs();
  await clock.advance(40);
  call.set({ b: ['x'] });
  call.end({ output: { exit_code: 1 }, failed: true });
  call.end({ output: 'too late' });
  tracing.flush();
  const [parent, child] = rows;
  expect(rows).toEqual([
    {
      traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
      spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
      parentId: undefined,
      session: SESSION,
      name: 'agent_round:1',
      kind: 'agent',
      startMs: began,
      endMs: undefined,
      status: 'unset',
      input: '{"iteration":0}',
      output: undefined,
      attributes: '{}',
    },
    {
      traceId: parent?.traceId,
      spanId: child?.spanId,
      parentId: parent?.spanId,
      session: SESSION,
      name: 'shell:npm',
      kind: 'tool',
      startMs: began,
      endMs: began + 40,
      status: 'error',
      input: undefined,
      output: '{"exit_code":1}',
      attributes: '{"a":1,"b":["x"]}',
    },
  ]);
});

test('a session is one trace in every program, another session is another', () => {
  const traces = [memory(), memory()].map(({ tracing, rows }) => {
    for (const session of [SESSION, OTHER, undefined])
      tracing.tracer.start({ name: 'gateway:in', kind: 'system', session }).end();
    tracing.flush();
    return rows.map(({ traceId }) => traceId);
  });
  const [[one, other, none] = [], again = []] = traces;
  expect([again[0], again[1]]).toEqual([one, other]);
  expect(new Set([one, other, none, again[2]]).size).toBe(4);
});

test('nothing is written before it has gathered', () => {
  const { tracing, takenUp } = memory();
  for (let n = 0; n < 30; n += 1) tracing.tracer.start({ name: 'x', kind: 'tool', session: SESSION }).end();
  expect(takenUp).toEqual([]);
  tracing.flush();
  expect(takenUp).toEqual([[]]);
});

test('a session is taken up with its first run here, and only once', () => {
  const { tracing, takenUp } = memory();
  const run = () => tracing.tracer.start({ name: 'invoke_agent', kind: 'agent', session: SESSION }).end();
  tracing.tracer.start({ name: 'gateway:in', kind: 'system', session: SESSION }).end();
  tracing.flush();
  run();
  run();
  tracing.flush();
  run();
  tracing.flush();
  expect(takenUp).toEqual([[], [SESSION], []]);
});

test('what cannot be written is kept, said, and written when there is room', () => {
  const said: unknown[] = [];
  const made = memory({ ...silentLog, warn: (event, fields) => void said.push([event, fields]) });
  made.full = true;
  made.tracing.tracer.start({ name: 'x', kind: 'tool' }).end();
  made.tracing.flush();
  made.full = false;
  made.tracing.flush();
  expect([made.rows.length, said]).toEqual([
    1,
    [['telemetry.spans.kept', { count: 1, error: 'The disk is full.' }]],
  ]);
});

test('times that are given are kept, and an end is never before its start', async () => {
  const { tracing, rows } = memory();
  tracing.tracer.start({ name: 'hitl:approval', kind: 'user', startMs: 100 }).end({ endMs: 900 });
  tracing.tracer.start({ name: 'gateway:in', kind: 'system', startMs: 900 }).end({ endMs: 100 });
  await tracing.close();
  expect(rows.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
    [100, 900],
    [900, 900],
  ]);
});

test('a cron that fired says when it was due and what came of it', () => {
  const { tracing, rows } = memory();
  const fire = {
    id: '3',
    schedule: '0 9 * * 1-5',
    kind: 'cron',
    dueMs: 0,
    outcome: 'started',
    session: SESSION,
  };
  tracing.tracer.noteCronFire(fire);
  tracing.flush();
  expect(rows).toMatchObject([
    {
      name: 'cron:fire',
      kind: 'system',
      session: SESSION,
      input: '{"schedule":"0 9 * * 1-5","due":"1970-01-01T00:00:00.000Z"}',
      output: '{"outcome":"started"}',
    },
  ]);
});

test('secrets are taken out of names, inputs, outputs and attributes', () => {
  const { tracing, rows } = memory();
  const input = { command: `curl -H ${SECRET}`, deep: [{ key: SECRET }] };
  tracing.tracer
    .start({ name: `shell:${SECRET}`, kind: 'tool', input, attributes: { a: SECRET } })
    .end({ output: { text: `${'x'.repeat(990)}${SECRET}` } });
  tracing.flush();
  expect(JSON.stringify(rows)).not.toMatch(/sk-ant|0123456789/);
});

test.each([
  ['a long text', { text: 'x'.repeat(1_000_000) }],
  ['a long list', Array.from({ length: 10_000 }, (_, n) => n)],
  [
    'many long texts',
    Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`k${n}`, 'y'.repeat(5000)])),
  ],
  ['a deep value', Array.from({ length: 100 }).reduce<{ a: unknown }>((inner) => ({ a: inner }), { a: 1 })],
])('%s is cut, and what is stored is JSON all the same', (_, input) => {
  const { tracing, rows } = memory();
  tracing.tracer.start({ name: 'x', kind: 'tool', input: input as never }).end();
  tracing.flush();
  const stored = rows[0]?.input ?? '';
  expect([stored.length <= 8100, typeof JSON.parse(stored)]).toEqual([true, 'object']);
});

test('spans of a client library stand below what runs of their conversation', () => {
  const { tracing, rows } = memory();
  const round = tracing.tracer.start({ name: 'agent_round:1', kind: 'agent', session: SESSION });
  const theirs = tracing.modelSpans.getTracer('com.example.sdk', '1.0.0');
  tracing.tracer.setSpan(SESSION, round);
  const attributes = { 'gen_ai.conversation.id': SESSION, 'gen_ai.operation.name': 'chat', none: undefined };
  const span = theirs.startSpan('example.create', { attributes });
  span.setAttribute('gen_ai.usage.input_tokens', 7).setStatus({ code: 2, message: SECRET }).end();
  tracing.tracer.setSpan(SESSION, undefined);
  theirs.startSpan('example.create', { attributes: { 'gen_ai.conversation.id': SESSION } }).end();
  tracing.flush();
  expect(rows.map(({ name, parentId, status }) => [name, parentId === rows[0]?.spanId, status])).toEqual([
    ['agent_round:1', false, 'unset'],
    ['example.create', true, 'error'],
    ['example.create', false, 'ok'],
  ]);
  expect(JSON.parse(rows[1]?.attributes ?? '')).toEqual({
    'gen_ai.conversation.id': SESSION,
    'gen_ai.operation.name': 'chat',
    'gen_ai.usage.input_tokens': 7,
  });
});
