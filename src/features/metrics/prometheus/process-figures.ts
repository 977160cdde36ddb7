import { readdirSync } from 'node:fs';
import type { Model } from '../../../contracts/model.ts';
import type { Metrics } from '../metrics.ts';

/** Upper bounds in seconds: from an answer out of the cache to a long one with thinking. */
const BOUNDS = [0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300] as const;

/** Duration of the model's replies, retries included. */
export interface ModelLatency {
  /** The same model, measured. */
  timed<M extends Model>(model: M): M;
  text(): string;
}

/** @param nowMs a monotonic clock */
export function createModelLatency(nowMs: () => number = () => performance.now()): ModelLatency {
  const counts = new Array<number>(BOUNDS.length).fill(0);
  let [sum, all, faults] = [0, 0, 0];
  const note = (seconds: number): void => {
    sum += seconds;
    all += 1;
    for (const [index, bound] of BOUNDS.entries())
      if (seconds <= bound) counts[index] = (counts[index] ?? 0) + 1;
  };
  return {
    timed: (model) => ({
      ...model,
      async reply(request, onRetry) {
        const fromMs = nowMs();
        const answer = await model.reply(request, onRetry);
        if (answer.kind === 'reply') note((nowMs() - fromMs) / 1000);
        else faults += 1;
        return answer;
      },
    }),
    text() {
      const buckets = BOUNDS.map((bound, index) => `_bucket{le="${bound}"} ${counts[index]}`);
      const lines = [...buckets, `_bucket{le="+Inf"} ${all}`, `_sum ${sum}`, `_count ${all}`];
      const name = 'wasap_model_reply_seconds';
      return [
        `# HELP ${name} Time to a complete reply of the model, retries included.\n# TYPE ${name} histogram\n`,
        ...lines.map((line) => `${name}${line}\n`),
        counter('wasap_model_faults_total', 'Requests to the model that came to no reply.', faults),
      ].join('');
    },
  };
}

/**
 * Counters since the program started; they begin anew with the process, as Prometheus expects. Rows may decrease (a
 * finished task is resumed); a falling counter would look like a restart, so it keeps its value.
 */
export function createCounters(): (since: Metrics) => string {
  const most = new Map<string, number>();
  const kept = (name: string, help: string, value: number): string => {
    const now = Math.max(value, most.get(name) ?? 0);
    most.set(name, now);
    return counter(name, help, now);
  };
  return ({ commands, loops, sessions, spending, approvals }) =>
    [
      kept('wasap_commands_total', 'Commands attempted, refused ones included.', commands.executed),
      kept('wasap_commands_denied_total', 'Commands blocked.', commands.denied),
      kept('wasap_loop_detections_total', 'Warnings and breakers.', loops.detected),
      kept('wasap_sessions_completed_total', 'Tasks done.', sessions.completed),
      kept('wasap_approvals_total', 'Questions asked.', approvals.asked),
      kept('wasap_cost_dollars_total', 'Cost as far as prices are known.', spending.microUsd / 1_000_000),
      kept('wasap_input_tokens_total', 'Tokens that went in and were not cached.', spending.inputTokens),
      kept('wasap_output_tokens_total', 'Tokens that came out.', spending.outputTokens),
    ].join('');
}

export interface ProcessFacts {
  readonly version: string;
  readonly nodeVersion: string;
  /** In seconds since 1970. */
  readonly startedAt: number;
  readonly cpuSeconds: number;
  readonly residentBytes: number;
  /** Undefined where the system does not report it. */
  readonly openFiles: number | undefined;
}

export function processFacts(version: string): ProcessFacts {
  const { user, system } = process.cpuUsage();
  return {
    version,
    nodeVersion: process.versions.node,
    startedAt: Math.round(performance.timeOrigin) / 1000,
    cpuSeconds: (user + system) / 1_000_000,
    residentBytes: process.memoryUsage.rss(),
    openFiles: openFiles(),
  };
}

function openFiles(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    // Only Linux has that folder.
    return undefined;
  }
}

/** Under the names that every client library of Prometheus uses. */
export function processText(facts: ProcessFacts): string {
  const { version, nodeVersion, startedAt, cpuSeconds, residentBytes, openFiles: files } = facts;
  return [
    `# HELP wasap_build_info What runs.\n# TYPE wasap_build_info gauge\n`,
    `wasap_build_info{version="${version}",node="${nodeVersion}"} 1\n`,
    counter('process_cpu_seconds_total', 'Processor time of this program.', cpuSeconds),
    gauge('process_resident_memory_bytes', 'Memory that it holds.', residentBytes),
    gauge('process_start_time_seconds', 'When it started, since 1970.', startedAt),
    ...(files === undefined
      ? []
      : [gauge('process_open_fds', 'Files and sockets that it holds open.', files)]),
  ].join('');
}

function counter(name: string, help: string, value: number): string {
  return figure(name, 'counter', help, value);
}

function gauge(name: string, help: string, value: number): string {
  return figure(name, 'gauge', help, value);
}

function figure(name: string, type: 'counter' | 'gauge', help: string, value: number): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${name} ${value}\n`;
}
