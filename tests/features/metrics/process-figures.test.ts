import { expect, test } from 'vitest';
import type { Model, ModelAnswer } from '../../../src/contracts/model.ts';
import {
  createCounters,
  createModelLatency,
  processFacts,
  processText,
} from '../../../src/features/metrics/prometheus/process-figures.ts';
import { noFigures } from '../../support/no-figures.ts';

test('replies are counted by how long they took, and faults apart', async () => {
  const times = [0, 800, 1000, 13_000, 20_000, 21_000];
  const latency = createModelLatency(() => times.shift() ?? 0);
  const answers = [{ kind: 'reply' }, { kind: 'reply' }, { kind: 'fault' }] as ModelAnswer[];
  const model: Model = { name: 'fake', reply: async () => answers.shift() as ModelAnswer };
  const timed = latency.timed(model);
  for (let replies = 0; replies < 3; replies += 1) await timed.reply({} as never, () => undefined);
  expect(
    latency
      .text()
      .split('\n')
      .filter((line) => !line.startsWith('#')),
  ).toEqual([
    'wasap_model_reply_seconds_bucket{le="0.5"} 0',
    'wasap_model_reply_seconds_bucket{le="1"} 1',
    'wasap_model_reply_seconds_bucket{le="2.5"} 1',
    'wasap_model_reply_seconds_bucket{le="5"} 1',
    'wasap_model_reply_seconds_bucket{le="10"} 1',
    'wasap_model_reply_seconds_bucket{le="20"} 2',
    'wasap_model_reply_seconds_bucket{le="30"} 2',
    'wasap_model_reply_seconds_bucket{le="60"} 2',
    'wasap_model_reply_seconds_bucket{le="120"} 2',
    'wasap_model_reply_seconds_bucket{le="300"} 2',
    'wasap_model_reply_seconds_bucket{le="+Inf"} 2',
    'wasap_model_reply_seconds_sum 12.8',
    'wasap_model_reply_seconds_count 2',
    'wasap_model_faults_total 1',
    '',
  ]);
});

test('every line is one that Prometheus reads, and each figure tells its type', () => {
  const text = `${createCounters()(noFigures(0, 1))}${createModelLatency().text()}${processText(processFacts('1.2.3'))}`;
  const lines = text.trimEnd().split('\n');
  const odd = lines.filter(
    (line) =>
      !/^# (?:HELP [a-z_]+ .+\.|TYPE [a-z_]+ (?:counter|gauge|histogram))$/.test(line) &&
      !/^[a-z_]+(?:\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? [\d.e+-]+$/.test(line),
  );
  const untold = lines
    .filter((line) => !line.startsWith('#'))
    .map((line) => /^[a-z_]+/.exec(line)?.[0].replace(/_(?:bucket|sum|count)$/, '') ?? '')
    .filter((name) => !text.includes(`# TYPE ${name} `));
  expect({ odd, untold, build: text.includes('wasap_build_info{version="1.2.3",node="') }).toEqual({
    odd: [],
    untold: [],
    build: true,
  });
});

test('what a process holds is more than nothing', () => {
  const { cpuSeconds, residentBytes, startedAt } = processFacts('1.2.3');
  expect([
    cpuSeconds > 0,
    residentBytes > 10_000_000,
    Math.abs(startedAt - Date.now() / 1000) < 86_400,
  ]).toEqual([true, true, true]);
});

test('a counter never falls, also when a task that was done goes on', () => {
  const counters = createCounters();
  const figures = noFigures(0, 1);
  const done = (completed: number) => ({ ...figures, sessions: { ...figures.sessions, completed } });
  const told = [2, 1, 3].map(
    (completed) => /^wasap_sessions_completed_total (\d+)$/m.exec(counters(done(completed)))?.[1],
  );
  expect(told).toEqual(['2', '2', '3']);
});
