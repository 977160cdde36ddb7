import * as z from 'zod';
import type { ConversationId } from '../../core/ids.ts';

const count = z.int().min(0);
const share = z.number().min(0).max(1).nullable();
const milliseconds = z.number().min(0).nullable();

/**
 * Metrics of a period, and the queues at its end. A value is null when it cannot be computed. Only numbers: no texts,
 * phone numbers or folders.
 */
export const Metrics = z.object({
  sinceMs: z.int(),
  untilMs: z.int(),
  commands: z.object({
    /** Rows of `agent_command_log`, including refused attempts, as the specification counts them. */
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
  /** Calls of tools of MCP servers; `failed`: the tool or the server said so, or nothing came. */
  mcp: z.object({ calls: count, failed: count, avgDurationMs: milliseconds }),
  /** Approvals asked in the period; `unanswered`: still open, expired or no longer needed. */
  approvals: z.object({
    asked: count,
    approved: count,
    rejected: count,
    unanswered: count,
    /** Time from the question to the answer: median and 95th percentile. */
    medianWaitMs: milliseconds,
    p95WaitMs: milliseconds,
  }),
  /** At the end of the period: unhandled messages, unsent messages, queued tasks. */
  queues: z.object({ inbox: count, outbox: count, sessions: count }),
  messages: z.object({
    /**
     * Messages to people that the channel refused for good; progress does not count, because a later one replaces it.
     */
    givenUp: count,
    /** Messages, in or out, that belong to no program: not even the next one will find them. */
    orphaned: count,
    /** Sum of the two. */
    lost: count,
    /** WhatsApp messages that cannot be decrypted; their authors were asked to write again. */
    unreadable: count,
  }),
  /** How often the program was blocked for more than 50 ms, and the longest time. */
  stops: z.object({ count, longestMs: milliseconds }),
  /** Whether a running program holds the link; the state of the connection is not stored. */
  whatsapp: z.enum(['unused', 'running', 'stopped']),
});
export type Metrics = z.infer<typeof Metrics>;

export interface MetricsPeriod {
  readonly sinceMs: number;
  readonly untilMs: number;
}

/**
 * Sums over the rows of a period: of the whole program, or only of the tasks, questions and messages of one
 * conversation.
 */
export interface MetricsReader {
  over(period: MetricsPeriod, conversation?: ConversationId): Metrics;
  /** The same in another thread. Throws Failure `unavailable` when they cannot be read. */
  overAside(period: MetricsPeriod, conversation?: ConversationId): Promise<Metrics>;
}
