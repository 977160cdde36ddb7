import * as z from 'zod';
import type { ConversationId, SessionId } from '../base/ids.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1).nullable();
const milliseconds = z.number().min(0).nullable();

/**
 * How the agent did in a period, and what waits at its end. A figure is null while there is nothing to work it out from.
 * Only numbers: nobody's words, numbers or folders.
 */
export const Metrics = z.object({
  sinceMs: z.int(),
  untilMs: z.int(),
  commands: z.object({
    /** Rows of `agent_command_log`, refused attempts included, as the specification counts them. */
    executed: count,
    executedLastDay: count,
    denied: count,
    /** Share with exit code 0 among those with an exit code. */
    successRate: share,
    avgDurationMs: milliseconds,
  }),
  /** Warnings and breakers. */
  loops: z.object({ detected: count, detectedLastDay: count }),
  /** `unproven`: the model called them done, and their report did not. */
  sessions: z.object({ completed: count, unproven: count }),
  spending: z.object({
    microUsd: count,
    /** Tasks and talks whose model has no known price: their tokens count, their cost is missing. */
    unpriced: count,
    inputTokens: count,
    outputTokens: count,
    cacheReadTokens: count,
    cacheWriteTokens: count,
    /** Share of the model's input that came from its cache. */
    cacheShare: share,
  }),
  /** Those asked in the period; `unanswered`: by no person, whether still open, expired or no longer needed. */
  approvals: z.object({
    asked: count,
    approved: count,
    rejected: count,
    unanswered: count,
    /** From the question to the person's answer: half, and 95 of 100, took at most so long. */
    medianWaitMs: milliseconds,
    p95WaitMs: milliseconds,
  }),
  /** At the end of the period: messages not handled, messages not sent, tasks in line. */
  queues: z.object({ inbox: count, outbox: count, sessions: count }),
  messages: z.object({
    /** To people, that the channel refused for good; progress does not count, a later one says more. */
    givenUp: count,
    /** In or out, that no program has in hand: not even the next one will find them. */
    orphaned: count,
    /** The two together. */
    lost: count,
    /** That WhatsApp delivered and nobody can decrypt; whoever wrote one was asked to write it again. */
    unreadable: count,
  }),
  /** How often the program heard and said nothing for more than 50 ms, and how long at most. */
  stops: z.object({ count, longestMs: milliseconds }),
  /** Whether a running program holds the link; how the connection is at this moment is not stored. */
  whatsapp: z.enum(['unused', 'running', 'stopped']),
});
export type Metrics = z.infer<typeof Metrics>;

export interface MetricsPeriod {
  readonly sinceMs: number;
  readonly untilMs: number;
}

export interface MetricsStore {
  /** A warning or a breaker of the loop detection. */
  noteLoop(loop: {
    readonly session: SessionId;
    readonly action: 'warning' | 'circuit_breaker';
    readonly atMs: number;
  }): void;
  /** Covers the whole program; with a conversation, only its tasks, questions and messages. */
  /** What was counted until now. It need not outlive a power cut. */
  noteStops(stops: { readonly count: number; readonly longestMs: number; readonly atMs: number }): void;
  over(period: MetricsPeriod, conversation?: ConversationId): Metrics;
  /**
   * The same for a program that has other things to do meanwhile. Throws Failure `unavailable` when they cannot be read.
   */
  overAside(period: MetricsPeriod, conversation?: ConversationId): Promise<Metrics>;
}
