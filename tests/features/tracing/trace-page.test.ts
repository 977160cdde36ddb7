import { afterEach, expect, test } from 'vitest';
import type { SpanRow } from '../../../src/contracts/trace.ts';
import type { SessionId } from '../../../src/core/ids.ts';
import { type ConsoleRig, consoleRig, LOCAL } from '../../support/console-rig.ts';
import { sessionRecord } from '../../support/session-record.ts';

const ID = '20261120-00000001' as SessionId;

let rig: ConsoleRig;
afterEach(() => rig.close());

function span(number: number, change: Partial<SpanRow> = {}): SpanRow {
  return {
    traceId: '0'.repeat(32),
    spanId: String(number).padStart(16, '0'),
    parentId: undefined,
    session: ID,
    name: `step ${number}`,
    kind: 'agent',
    startMs: number * 1000,
    endMs: number * 1000 + 500,
    status: 'ok',
    input: undefined,
    output: undefined,
    attributes: '{}',
    ...change,
  };
}
const idOf = (number: number): string => span(number).spanId;

async function page(spans: readonly SpanRow[], query = ''): Promise<string> {
  rig = await consoleRig();
  rig.store.sessions.create(sessionRecord({ id: ID, state: { status: 'done' } }));
  rig.store.traces.write(spans, []);
  return (await rig.get(`/tasks/${ID}/trace${query}`, { cookie: await rig.enter(LOCAL) })).body;
}

const rowsIn = (html: string): readonly (readonly [string, string])[] =>
  [...html.matchAll(/<tr class="[^"]*">(.*?)<\/tr>/gs)].map(([, row = '']) => [
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
    /<rect x="(\d+)" y="0" width="(\d+)"/.exec(row)?.slice(1).join('+') ?? '',
  ]);

test('each step has its time and its bar on the scale of its run', async () => {
  const body = await page([
    span(0, { name: 'invoke_agent', endMs: 4000, output: '{"outcome":"done"}' }),
    span(1, { name: 'agent_round:1', parentId: idOf(0), startMs: 0, endMs: 2000 }),
    span(2, {
      name: 'shell:npm',
      parentId: idOf(1),
      startMs: 1000,
      endMs: 2000,
      status: 'error',
      output: '{"exit_code":1}',
    }),
    span(3, { name: 'agent_round:2', parentId: idOf(0), startMs: 2000, endMs: undefined, status: 'unset' }),
  ]);
  expect(rowsIn(body)).toEqual([
    ['invoke_agent · done +0 ms 4.0 s', '0+1000'],
    ['├ agent_round:1 +0 ms 2.0 s', '0+500'],
    ['│ └ ✗ shell:npm · 1 +1.0 s 1.0 s', '250+250'],
    ['└ agent_round:2 +2.0 s interrupted', '500+4'],
  ]);
});

test('of thousands of steps the runs and rounds are shown, and each round can be opened', async () => {
  const spans = [span(0, { name: 'invoke_agent', endMs: 9_000_000 })];
  for (let round = 1; round <= 300; round += 1) {
    const own = round * 20;
    spans.push(span(own, { name: `agent_round:${round}`, parentId: idOf(0) }));
    for (let call = 1; call <= 10; call += 1)
      spans.push(span(own + call, { name: `shell:call-${round}-${call}`, parentId: idOf(own) }));
  }
  const overview = await page(spans);
  const links = [...overview.matchAll(/href="(\/tasks\/[^"]+\?span=[0-9a-f]{16})"/g)].map(
    ([, to = '']) => to,
  );
  const round = await rig.get(links.at(-1) ?? '', { cookie: await rig.enter(LOCAL) });
  expect({
    rows: rowsIn(overview).length,
    hasCalls: overview.includes('shell:'),
    isLight: overview.length < 200_000,
    round: rowsIn(round.body).map(([text]) => text.split(' +')[0]),
  }).toEqual({
    rows: 201,
    hasCalls: false,
    isLight: true,
    round: [
      'agent_round:300',
      ...Array.from({ length: 10 }, (_, call) => `${call === 9 ? '└' : '├'} shell:call-300-${call + 1}`),
    ],
  });
});

test('names are only text, and a step of another task is not there', async () => {
  const other = '20261120-0000000b' as SessionId;
  const body = await page([span(0, { name: '<script>alert(1)</script>\u202e' })]);
  rig.store.sessions.create(sessionRecord({ id: other }));
  rig.store.traces.write([span(7, { session: other, name: 'a secret step' })], []);
  const cookie = await rig.enter(LOCAL);
  const odd = await Promise.all(
    [`?span=${idOf(7)}`, "?span=' OR 1=1", '?span=../..'].map((query) =>
      rig.get(`/tasks/${ID}/trace${encodeURI(query)}`, { cookie }),
    ),
  );
  expect([
    /<script>alert|\u202e/.test(body),
    odd.map(({ status, body: html }) => [status, html.includes('secret')]),
  ]).toEqual([false, Array(3).fill([200, false])]);
});

test('a task without times says so', async () => {
  expect(await page([])).toContain('There are no times for this task.');
});
