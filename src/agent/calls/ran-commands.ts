import * as z from 'zod';
import type { CommandTrouble } from '../../contracts/run-events.ts';
import type { CallRecord } from '../../contracts/store.ts';
import { commandsInLine, gitCommandOf } from '../../policy/call-rules.ts';
import { callData } from './call-data.ts';

/** One command line, however often it ran. */
export interface RanCommand {
  readonly line: string;
  /** Ends of its runs, oldest first. */
  readonly ends: readonly CommandEnd[];
}

/** How a command ended: its exit code; killed or out of time; or still running in the background. */
export type CommandEnd = number | 'stopped' | 'background';

export function ranCommands(calls: readonly CallRecord[]): readonly RanCommand[] {
  const ends = new Map<string, readonly CommandEnd[]>();
  for (const call of calls) {
    const ran = commandIn(call, calls);
    if (ran !== undefined) ends.set(ran.line, [...(ends.get(ran.line) ?? []), ran.end]);
  }
  return [...ends].map(([line, of]) => ({ line, ends: of }));
}

const Input = z.object({ command: z.string(), args: z.array(z.string()).default([]) });
const Data = z.object({ exit_code: z.int().nullable(), process_id: z.string().optional() });

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

const Polled = z.object({
  processes: z.array(z.object({ id: z.string(), status: z.string(), exit_code: z.int().nullable() })),
});

/** Its state at the last look. */
function backgroundEnd(id: string, calls: readonly CallRecord[]): CommandEnd {
  const looks = callData(calls, 'manage_process', Polled)
    .flatMap(({ processes }) => processes)
    .filter((process) => process.id === id);
  const last = looks.at(-1);
  if (last === undefined || last.status === 'running') return 'background';
  return last.exit_code ?? 'stopped';
}

/**
 * First lines of results, as the specification words them, and the message for the person; `detail` is the group.
 */
const TROUBLES: readonly (readonly [RegExp, (detail: string) => CommandTrouble])[] = [
  [/^Command blocked: (.+?) is not allowed/, (command) => ({ kind: 'blocked', command })],
  [/^Command blacklisted: (.+)$/, (command) => ({ kind: 'blocked', command })],
  [/^Command rejected by user$/, () => ({ kind: 'rejected' })],
  [/^Command timed out after (\d+)s$/, (seconds) => ({ kind: 'timed-out', seconds: Number(seconds) })],
  [/^Too many background processes\. Kill one first\.$/, () => ({ kind: 'too-many' })],
  [/^Exit code: (137) /, (code) => ({ kind: 'killed', exitCode: Number(code) })],
  [/^The command cannot be read/, () => ({ kind: 'unreadable' })],
];

/** What a person should know about a command that did not run, or not to its end. Its output is never examined. */
export function troubleOf({ tool, result }: CallRecord): CommandTrouble | undefined {
  if (tool !== 'run_command' || result === undefined) return undefined;
  const [firstLine = ''] = result.text.split('\n', 1);
  for (const [pattern, toTrouble] of TROUBLES) {
    const found = pattern.exec(firstLine);
    if (found !== null) return toTrouble(found[1] ?? '');
  }
  return undefined;
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
