import * as z from 'zod';
import type { CallRecord } from '../../contracts/store.ts';
import { commandsInLine, gitCommandOf } from '../../policy/call-rules.ts';

/** How a command ended: its exit code; killed or out of time; or still running in the background. */
export type CommandEnd = number | 'stopped' | 'background';

/** One command line, however often it ran. */
export interface RanCommand {
  readonly line: string;
  /** Ends of its runs, oldest first. */
  readonly ends: readonly CommandEnd[];
}

const Input = z.object({ command: z.string(), args: z.array(z.string()).default([]) });
const Data = z.object({ exit_code: z.int().nullable(), process_id: z.string().optional() });
const Polled = z.object({
  processes: z.array(z.object({ id: z.string(), status: z.string(), exit_code: z.int().nullable() })),
});

export function ranCommands(calls: readonly CallRecord[]): readonly RanCommand[] {
  const ends = new Map<string, readonly CommandEnd[]>();
  for (const call of calls) {
    const ran = commandIn(call, calls);
    if (ran !== undefined) ends.set(ran.line, [...(ends.get(ran.line) ?? []), ran.end]);
  }
  return [...ends].map(([line, of]) => ({ line, ends: of }));
}

/** Undefined for a call that ran no command, or may not have. */
export function commandIn(
  { tool, input, result }: CallRecord,
  calls: readonly CallRecord[],
): { readonly line: string; readonly end: CommandEnd } | undefined {
  if (tool !== 'run_command' || result?.ok !== true) return undefined;
  const data = Data.safeParse(result.data);
  const asked = Input.safeParse(input);
  if (!data.success || !asked.success) return undefined;
  const line = [asked.data.command, ...asked.data.args].join(' ');
  const { exit_code: exitCode, process_id: process } = data.data;
  return { line, end: process === undefined ? (exitCode ?? 'stopped') : backgroundEnd(process, calls) };
}

/** Its state at the last look. */
function backgroundEnd(id: string, calls: readonly CallRecord[]): CommandEnd {
  const looks = calls
    .filter(({ tool, result }) => tool === 'manage_process' && result?.ok === true)
    .flatMap(({ result }) => Polled.safeParse(result?.data).data?.processes ?? [])
    .filter((process) => process.id === id);
  const last = looks.at(-1);
  if (last === undefined || last.status === 'running') return 'background';
  return last.exit_code ?? 'stopped';
}

/** Action of a git tool, done by a command that a person allowed. */
export type GitOperation = 'commit' | 'push' | 'pull-request';

const COMMITS: readonly string[] = ['am', 'cherry-pick', 'commit', 'merge', 'pull', 'rebase', 'revert'];

/** Git actions in a command line for which there is a tool as well. */
export function gitOperationsIn(line: string): ReadonlySet<GitOperation> {
  const operations = commandsInLine(line).map((words): GitOperation | undefined => {
    if (/^(?:gh pr create|hub pull-request)\b/.test(words.join(' '))) return 'pull-request';
    const subcommand = gitCommandOf(words)?.subcommand;
    if (subcommand === 'push') return 'push';
    return subcommand !== undefined && COMMITS.includes(subcommand) ? 'commit' : undefined;
  });
  return new Set(operations.filter((operation) => operation !== undefined));
}
