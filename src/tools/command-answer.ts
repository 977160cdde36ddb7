import * as z from 'zod';
import { cutAt, tailOf } from '../base/text.ts';
import type { CommandFate, CommandOutput } from '../contracts/exec.ts';
import type { CommandAudit, ToolAnswer } from '../contracts/tool.ts';
import { testCounts } from './test-counts.ts';

/** What the model sees of one command, both streams together, in UTF-16 code units. */
export const MOST_OUTPUT = 30_000;
/** The end of each stream that goes to chats and reports, in UTF-16 code units. */
const MOST_DATA = 4_000;
/** The beginning of each stream that the audit keeps, in UTF-16 code units. */
const MOST_PREVIEW = 500;
/** Exit code of a process that SIGKILL ended. */
const KILLED = 137;

export const CommandData = z.object({
  /** Null when there is none: still running, out of time, or killed. */
  exit_code: z.int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  duration_ms: z.int(),
  process_id: z.string().optional(),
  tests: z.object({ passed: z.int(), failed: z.int() }).optional(),
});
export type CommandData = z.infer<typeof CommandData>;

/** A command that came to an end, one way or another. */
export type EndedFate = Exclude<CommandFate, { kind: 'running' | 'never-ran' }>;

export interface EndedCommand {
  readonly fate: EndedFate;
  readonly output: CommandOutput;
  /** As it was run, for recognising test runs. */
  readonly command: string;
  readonly timeoutSeconds: number;
}

/** A command that ran out of time or was killed is an answer too: its output so far is what the model needs. */
export function commandAnswer({
  fate,
  output,
  command,
  timeoutSeconds,
}: EndedCommand): ToolAnswer<CommandData> {
  const exitCode = fate.kind === 'exited' ? fate.exitCode : undefined;
  const tests = testCounts(command, `${output.stdout}\n${output.stderr}`);
  const headline = headlineOf(fate, timeoutSeconds);
  return {
    text: `${headline}\n${outputText(output)}`,
    data: {
      exit_code: exitCode ?? null,
      stdout: tailOf(output.stdout, MOST_DATA),
      stderr: tailOf(output.stderr, MOST_DATA),
      duration_ms: durationOf(fate),
      ...(tests === undefined ? {} : { tests }),
    },
    audit: auditOf({ fate, output, command, timeoutSeconds }),
  };
}

/** One line: `Exit code: 0 · 1.2 s`. */
export function headlineOf(fate: EndedFate, timeoutSeconds: number): string {
  switch (fate.kind) {
    case 'exited': {
      const killed = fate.exitCode === KILLED ? ' · killed, perhaps out of memory' : '';
      return `Exit code: ${fate.exitCode} · ${seconds(fate.durationMs)}${killed}`;
    }
    case 'timed-out':
      return `Command timed out after ${timeoutSeconds}s`;
    case 'killed':
      return `Killed after ${seconds(fate.durationMs)}: ${fate.reason}`;
    case 'interrupted':
      return 'The command vanished and its end is unknown. It may have taken effect; verify before repeating.';
  }
}

/** Both streams as the model reads them, and where the rest is. */
export function outputText({ stdout, stderr, bytes, folder }: CommandOutput): string {
  const parts = [stdout.trimEnd(), stderr.trim() === '' ? '' : `stderr:\n${stderr.trimEnd()}`];
  const shown = parts.filter((part) => part !== '').join('\n');
  const whole = bytes > MOST_OUTPUT ? `\nThe whole output (${bytes} bytes) is kept in ${folder}.` : '';
  return (shown === '' ? '(no output)' : shown) + whole;
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Whole milliseconds; 0 when nobody measured them. */
function durationOf(fate: EndedFate): number {
  return fate.kind === 'interrupted' ? 0 : Math.round(fate.durationMs);
}

function auditOf({ fate, output, timeoutSeconds }: EndedCommand): CommandAudit {
  return {
    exitCode: fate.kind === 'exited' ? fate.exitCode : undefined,
    stdoutPreview: cutAt(output.stdout, MOST_PREVIEW),
    stderrPreview: cutAt(output.stderr, MOST_PREVIEW),
    durationMs: durationOf(fate),
    ...(fate.kind === 'exited' ? {} : { error: headlineOf(fate, timeoutSeconds) }),
  };
}
