import * as z from 'zod';
import type { CommandOutput, ProtectedChange } from '../contracts/exec.ts';
import type { ToolAnswer } from '../contracts/tool.ts';
import { tailOf } from '../core/text.ts';
import { auditOf, changeLine, durationOf, type EndedFate, headlineOf } from '../processes/command-end.ts';
import { readTestCommand } from './command-kinds.ts';
import { showsFailures, testCounts } from './test-counts.ts';

/** How much output of one command the model sees, both streams together, in UTF-16 code units. */
export const MAX_OUTPUT = 30_000;
/** How much is read for counting tests, in UTF-16 code units; in longer outputs nothing is counted. */
export const MAX_COUNTED = 4 * 1024 * 1024;
/**
 * How much output is kept for showing, both streams together, in UTF-16 code units; the rest is only in its file.
 */
export const KEPT_OUTPUT = 50_000;
/** How much of each stream's end goes to chats and reports, in UTF-16 code units. */
export const MAX_DATA = 4_000;

export const CommandData = z.object({
  /** Null while it runs, after its time limit, or when it was killed. */
  exit_code: z.int().nullable(),
  stdout: z.string(),
  stderr: z.string(),
  duration_ms: z.int(),
  process_id: z.string().optional(),
  /** True when its output depends on more than the project: the network, or background processes. */
  may_vary: z.literal(true).optional(),
  tests: z.object({ passed: z.int(), failed: z.int(), skipped: z.int() }).optional(),
  /** Set for a command that runs tests: whether its exit code is theirs, or may be that of something beside them. */
  test_run: z.enum(['exit-code', 'mixed', 'failed']).optional(),
  /** Protected files that it created or changed without permission. */
  protected: z.array(z.object({ path: z.string(), moved_to: z.string().optional() })).optional(),
});
export type CommandData = z.infer<typeof CommandData>;

export interface EndedCommand {
  readonly fate: EndedFate;
  readonly output: CommandOutput;
  /** All of its output, for counting tests; undefined when it is too long to be read at once. */
  readonly printed: string | undefined;
  /** As it was run, for recognising test runs. */
  readonly command: string;
  readonly timeoutSeconds: number;
  readonly mayVary: boolean;
}

/** A command that ran out of time or was killed also gets an answer: the model needs its output so far. */
export function commandAnswer({
  fate,
  output,
  printed,
  command,
  timeoutSeconds,
  mayVary,
}: EndedCommand): ToolAnswer<CommandData> {
  const exitCode = fate.kind === 'exited' ? fate.exitCode : undefined;
  const headline = headlineOf(fate, timeoutSeconds);
  return {
    text: `${headline}\n${outputText(output)}`,
    data: {
      exit_code: exitCode ?? null,
      stdout: tailOf(output.stdout, MAX_DATA),
      stderr: tailOf(output.stderr, MAX_DATA),
      duration_ms: durationOf(fate),
      ...(mayVary ? { may_vary: true } : {}),
      ...testData(command, exitCode === undefined ? undefined : printed),
      ...protectedData(output),
    },
    audit: auditOf({ fate, output, timeoutSeconds }),
  };
}

/** A killed run has not finished counting. */
function testData(command: string, printed: string | undefined): Pick<CommandData, 'tests' | 'test_run'> {
  const { runsTests, exitCodeTells } = readTestCommand(command);
  const tests = printed === undefined ? undefined : testCounts(command, printed);
  if (tests === undefined && !runsTests) return {};
  if (tests !== undefined) return { test_run: exitCodeTells ? 'exit-code' : 'mixed', tests };
  if (exitCodeTells) return { test_run: 'exit-code' };
  return { test_run: runsTests && showsFailures(printed ?? '') ? 'failed' : 'mixed' };
}

/** Both streams for the model, and where the rest is. */
export function outputText({ stdout, stderr, bytes, folder, changes = [] }: CommandOutput): string {
  const parts = [stdout.trimEnd(), stderr.trim() === '' ? '' : `stderr:\n${stderr.trimEnd()}`];
  const shown = parts.filter((part) => part !== '').join('\n');
  const whole =
    bytes > MAX_OUTPUT
      ? `\nThe whole output (${bytes} bytes) is kept in ${folder} for 10 minutes after its end.`
      : '';
  return [(shown === '' ? '(no output)' : shown) + whole, ...protectedLines(changes)].join('\n');
}

/** How many of them are named; a command that creates repositories by the hundred must not fill the answer. */
const MAX_NAMED = 20;

/** Changes that the model must report and not try again. */
function protectedLines(changes: readonly ProtectedChange[]): readonly string[] {
  const lines = changes.slice(0, MAX_NAMED).map(changeLine);
  const more = changes.length > MAX_NAMED ? [`and ${changes.length - MAX_NAMED} more`] : [];
  if (lines.length === 0) return [];
  const moved = changes.some(({ movedTo }) => movedTo !== undefined);
  return [
    'Protected files changed while this command ran, which nobody had approved:',
    ...[...lines, ...more].map((line) => `- ${line}`),
    `${moved ? 'What was moved would have run programs outside the sandbox; it is not to be put back. ' : ''}Tell the person.`,
  ];
}

function protectedData({ changes = [] }: CommandOutput): Pick<CommandData, 'protected'> {
  if (changes.length === 0) return {};
  return {
    protected: changes
      .slice(0, MAX_NAMED)
      .map(({ path, movedTo }) => (movedTo === undefined ? { path } : { path, moved_to: movedTo })),
  };
}
