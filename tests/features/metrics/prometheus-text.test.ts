import { expect, test } from 'vitest';
import { LINK_WORDS } from '../../../src/channels/whatsapp/link-state.ts';
import type { Metrics } from '../../../src/features/metrics/metrics.ts';
import { prometheusText } from '../../../src/features/metrics/prometheus/serve-figures.ts';

const METRICS: Metrics = {
  sinceMs: 0,
  untilMs: 86_400_000,
  commands: { executed: 132, executedLastDay: 132, denied: 3, successRate: 0.75, avgDurationMs: 2440 },
  loops: { detected: 2, detectedLastDay: 2 },
  sessions: { completed: 4, unproven: 0 },
  spending: {
    microUsd: 1_204_000,
    unpriced: 1,
    inputTokens: 200,
    outputTokens: 92,
    cacheReadTokens: 700,
    cacheWriteTokens: 100,
    cacheShare: 0.7,
  },
  mcp: { calls: 9, failed: 2, avgDurationMs: 340 },
  approvals: {
    asked: 6,
    approved: 3,
    rejected: 1,
    unanswered: 2,
    medianWaitMs: 125_000,
    p95WaitMs: 3_900_000,
  },
  queues: { inbox: 1, outbox: 2, sessions: 3 },
  messages: { givenUp: 0, orphaned: 0, lost: 0, unreadable: 1 },
  stops: { count: 3, longestMs: 412 },
  whatsapp: 'running',
};

test('every figure in the text format, with nothing of anybody in it', async () => {
  await expect(prometheusText(METRICS, 'connected')).toMatchFileSnapshot('prometheus.golden.txt');
});

test('what there is nothing to work out from has no sample, and neither has a link that is not used', () => {
  const { commands, spending, approvals } = METRICS;
  const early: Metrics = {
    ...METRICS,
    commands: { ...commands, successRate: null, avgDurationMs: null },
    spending: { ...spending, cacheShare: null },
    mcp: { calls: 0, failed: 0, avgDurationMs: null },
    approvals: { ...approvals, medianWaitMs: null, p95WaitMs: null },
    whatsapp: 'unused',
  };
  const samples = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const gone = samples(prometheusText(METRICS, 'connected')).map((line) => line.split(' ')[0]);
  const left = samples(prometheusText(early, undefined)).map((line) => line.split(' ')[0]);
  expect(gone.filter((name) => !left.includes(name))).toEqual([
    'wasap_command_success_ratio_24h',
    'wasap_command_duration_seconds_24h',
    'wasap_cache_share_24h',
    'wasap_mcp_call_duration_seconds_24h',
    'wasap_approval_wait_seconds_24h{quantile="0.5"}',
    'wasap_approval_wait_seconds_24h{quantile="0.95"}',
    'wasap_whatsapp_open',
    ...LINK_WORDS.map((word) => `wasap_whatsapp_state{state="${word}"}`),
  ]);
});

test('each line is a comment, or a name, its labels and a number', () => {
  const lines = prometheusText(METRICS, 'connecting').split('\n').slice(0, -1);
  const shape =
    /^(# (HELP|TYPE) wasap_[a-z0-9_]+ .+|wasap_[a-z0-9_]+(\{[a-z]+="[a-z0-9_.]+"\})? \d+(\.\d+)?)$/;
  expect(lines.filter((line) => !shape.test(line))).toEqual([]);
});

test('quantiles stand in a summary, and nowhere else', () => {
  const lines = prometheusText(METRICS, 'connected').split('\n');
  const typed = lines.flatMap((line) => /^# TYPE (\w+) summary$/.exec(line)?.[1] ?? []);
  const named = lines.flatMap((line) => /^(\w+)\{quantile=/.exec(line)?.[1] ?? []);
  expect([typed, [...new Set(named)]]).toEqual([
    ['wasap_approval_wait_seconds_24h'],
    ['wasap_approval_wait_seconds_24h'],
  ]);
});
