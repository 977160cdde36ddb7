import * as z from 'zod';
import type { CallRecord } from '../../contracts/store.ts';
import { cutMiddle } from './split-turns.ts';

export interface FailedRun {
  readonly command: string;
  /** As the model saw it. */
  readonly output: string;
}

const Ran = z.object({
  exit_code: z.int().nullable(),
  tests: z.object({ failed: z.int() }).optional(),
  /** The command runs tests, counted or not. */
  test_run: z.string().optional(),
  /** Set for a background command: its end is not known yet. */
  process_id: z.string().optional(),
});
const Command = z.object({ command: z.string(), args: z.array(z.string()).optional() });
const Look = z.object({ action: z.enum(['poll', 'log']) });
const Looked = z.object({
  processes: z.tuple([z.object({ id: z.string(), status: z.string(), exit_code: z.int().nullable() })]),
});

interface Run extends FailedRun {
  readonly failed: boolean;
  /** True when it is kept even if something else ran after it. */
  readonly stays: boolean;
}

/** A command in the background. */
interface WatchedCommand {
  readonly command: string;
  /** Its output, one entry a look. */
  readonly seen: string[];
}

/** Test runs and background commands that failed when they last ran; and the last command of all, if it failed. */
export function failedRuns(calls: readonly CallRecord[]): readonly FailedRun[] {
  const latest = new Map<string, Run>();
  const watched = new Map<string, WatchedCommand>();
  for (const call of calls) {
    const run = call.tool === 'run_command' ? ranIn(call, watched) : seenEndIn(call, watched);
    if (run === undefined) continue;
    // Deleted first, so that the order is that of the last runs.
    latest.delete(run.command);
    latest.set(run.command, run);
  }
  const runs = [...latest.values()];
  return runs
    .filter(({ failed, stays }, at) => failed && (stays || at === runs.length - 1))
    .map(({ command, output }) => ({ command, output }));
}

function ranIn({ input, result }: CallRecord, watched: Map<string, WatchedCommand>): Run | undefined {
  const command = Command.safeParse(input).data;
  const ran = Ran.safeParse(result?.data).data;
  if (command === undefined || ran === undefined || result === undefined) return undefined;
  const line = [command.command, ...(command.args ?? [])].join(' ');
  if (ran.process_id !== undefined) {
    watched.set(ran.process_id, { command: line, seen: [] });
    return undefined;
  }
  return {
    command: line,
    output: result.text,
    failed: ran.exit_code !== 0 || (ran.tests?.failed ?? 0) > 0,
    stays: (ran.tests ?? ran.test_run) !== undefined,
  };
}

/**
 * The first look that finds a background command ended; afterwards it is not watched, so that the same line may run
 * again.
 */
function seenEndIn(
  { tool, input, result }: CallRecord,
  watched: Map<string, WatchedCommand>,
): Run | undefined {
  if (tool !== 'manage_process' || result === undefined || !Look.safeParse(input).success) return undefined;
  const [process] = Looked.safeParse(result.data).data?.processes ?? [];
  const of = process === undefined ? undefined : watched.get(process.id);
  if (process === undefined || of === undefined) return undefined;
  of.seen.push(result.text);
  if (process.status === 'running') return undefined;
  watched.delete(process.id);
  // A killed command has no exit code: that says nothing about the tests.
  const failed = process.status === 'timed-out' || (process.exit_code ?? 0) !== 0;
  return { command: of.command, output: of.seen.join('\n'), failed, stays: true };
}

/** How runners mark the line that names a failing test; many print it among those of the tests that passed. */
const NAMES_FAILURE =
  /^\s*(?:not ok\b|--- FAIL:|FAIL(?:ED)?\b|\[FAIL|[\u00d7\u25cf\u2715-\u2718\u274c]|ERROR: \w+ \()|\bFAILED\b|<<< (?:FAILURE|ERROR)!/;
/** Share of the kept text for such lines. */
const NAMES_SHARE = 0.4;

/**
 * Shortens output to about `most` UTF-16 code units: its beginning, its end, and as many lines as fit that name a
 * failing test.
 */
export function cutOutput(output: string, most: number): string {
  if (output.length <= most) return output;
  const names = output.split('\n').filter((line) => NAMES_FAILURE.test(line));
  if (names.length === 0) return cutMiddle(output, most);
  const listed = cutMiddle(names.join('\n'), Math.floor(most * NAMES_SHARE));
  return ['What failed in it:', listed, 'The output:', cutMiddle(output, most - listed.length)].join('\n');
}
