import type { Metrics } from '../../src/features/metrics/metrics.ts';

/** The figures of a period in which nothing was done. */
export function noFigures(sinceMs: number, untilMs: number): Metrics {
  return {
    sinceMs,
    untilMs,
    commands: { executed: 0, executedLastDay: 0, denied: 0, successRate: null, avgDurationMs: null },
    loops: { detected: 0, detectedLastDay: 0 },
    sessions: { completed: 0, unproven: 0 },
    spending: {
      microUsd: 0,
      unpriced: 0,
      inputTokens: 0,
      outputTokens: 0,
      cacheReadTokens: 0,
      cacheWriteTokens: 0,
      cacheShare: null,
    },
    mcp: { calls: 0, failed: 0, avgDurationMs: null },
    approvals: { asked: 0, approved: 0, rejected: 0, unanswered: 0, medianWaitMs: null, p95WaitMs: null },
    queues: { inbox: 0, outbox: 0, sessions: 0 },
    messages: { givenUp: 0, orphaned: 0, lost: 0, unreadable: 0 },
    stops: { count: 0, longestMs: null },
    whatsapp: 'unused',
  };
}
