import * as z from 'zod';
import { tailOf } from '../base/text.ts';
import type { CommandOutput } from '../contracts/exec.ts';
import type { ToolAnswer } from '../contracts/tool.ts';
import { auditOf, durationOf, type EndedFate, headlineOf } from '../exec/command-end.ts';
import { testCounts } from './test-counts.ts';

/** What the model sees of one command, both streams together, in UTF-16 code units. */
export const MOST_OUTPUT = 30_000;
/** What is kept of an output for showing, both streams together, in UTF-16 code units; the rest is only in its file. */
export const KEPT_OUTPUT = 50_000;
/** The end of each stream that goes to chats and reports, in UTF-16 code units. */
export const MOST_DATA = 4_000;

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
    audit: auditOf({ fate, output, timeoutSeconds }),
  };
}

/** Both streams as the model reads them, and where the rest is. */
export function outputText({ stdout, stderr, bytes, folder }: CommandOutput): string {
  const parts = [stdout.trimEnd(), stderr.trim() === '' ? '' : `stderr:\n${stderr.trimEnd()}`];
  const shown = parts.filter((part) => part !== '').join('\n');
  const whole =
    bytes > MOST_OUTPUT
      ? `\nThe whole output (${bytes} bytes) is kept in ${folder} for 10 minutes after its end.`
      : '';
  return (shown === '' ? '(no output)' : shown) + whole;
}
