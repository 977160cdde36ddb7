import type { CommandFate, Supervisor } from '../../contracts/exec.ts';
import { unreachable } from '../../core/failure.ts';
import { newProcessId } from '../../core/ids.ts';
import { quoteOutput } from './judge.ts';
import type { CommandCheck } from './task.ts';

/** Limit for both streams together, in UTF-16 code units. */
const MAX_OUTPUT = 200_000;

export interface CheckPlace {
  readonly supervisor: Supervisor;
  /** Canonical path of the copy that is checked. */
  readonly folder: string;
  readonly signal: AbortSignal;
}

/** Runs all commands one after the other, and returns why the project does not pass. */
export async function commandReasons(
  checks: readonly CommandCheck[],
  place: CheckPlace,
): Promise<readonly string[]> {
  const reasons: string[] = [];
  for (const check of checks) {
    if (place.signal.aborted) break;
    const reason = await commandReason(check, place);
    if (reason !== undefined) reasons.push(`\`${check.run}\` ${reason}`);
  }
  return reasons;
}

async function commandReason(
  { run, exit, says, seconds }: CommandCheck,
  { supervisor, folder, signal }: CheckPlace,
): Promise<string | undefined> {
  const id = newProcessId();
  const execution = { kind: 'shell', line: run } as const;
  await supervisor.start({ id, execution, cwd: folder, timeoutMs: seconds * 1000 });
  const fate = await supervisor.wait(id, signal);
  const { stdout, stderr } = await supervisor.output(id, MAX_OUTPUT);
  const output = `${stdout}\n${stderr}`;
  if (fate.kind !== 'exited') return endText(fate, seconds);
  if (fate.exitCode !== exit) return `ended with ${fate.exitCode}, not ${exit}${tellingLine(output)}`;
  if (says !== undefined && !output.includes(says)) return `did not say "${says}"${tellingLine(output)}`;
  return undefined;
}

function endText(fate: Exclude<CommandFate, { kind: 'exited' }>, seconds: number): string {
  switch (fate.kind) {
    case 'timed-out':
      return `took longer than ${seconds} s`;
    case 'killed':
      return `was ended: ${fate.reason}`;
    case 'running':
    case 'interrupted':
    case 'never-ran':
      return 'was ended from outside';
    default:
      return unreachable(fate);
  }
}

/** Matches error lines of the usual test runners and compilers. */
const TELLING =
  /^\s*not ok\b|^(FAIL|ERROR|FAILED)\b|\b(error|Error|Assertion\w*)\b.*:|^\s*(wrong|expected)\b/u;

/** The most telling line, if there is one; else the last one. */
function tellingLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.find((one) => TELLING.test(one)) ?? lines.at(-1);
  return line === undefined ? ', without a word' : `: ${quoteOutput(line)}`;
}
