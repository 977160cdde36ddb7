import * as z from 'zod';
import type { CallRecord } from '../../contracts/store.ts';

/** How a command ended: its exit code; killed or out of time; or still at it in the background. */
export type CommandEnd = number | 'stopped' | 'background';

/** One command line, however often it ran. */
export interface RanCommand {
  readonly line: string;
  /** Oldest first. */
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

/** Undefined for a call that ran no command, or of which is not known that it did. */
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

/** As the last look at it found it. */
function backgroundEnd(id: string, calls: readonly CallRecord[]): CommandEnd {
  const looks = calls
    .filter(({ tool, result }) => tool === 'manage_process' && result?.ok === true)
    .flatMap(({ result }) => Polled.safeParse(result?.data).data?.processes ?? [])
    .filter((process) => process.id === id);
  const last = looks.at(-1);
  if (last === undefined || last.status === 'running') return 'background';
  return last.exit_code ?? 'stopped';
}

/** Where a command of a line begins: not among the words that another one prints. */
const START = '(?:^|[;&|]\\s*)(?:\\w+=\\S*\\s+)*';
const GIT = `${START}git\\b(?:\\s+-\\S+(?:\\s+\\S+)?)*\\s+`;

/** Command lines that do what a tool does as well. */
export const BY_COMMAND = {
  commit: new RegExp(`${GIT}(?:commit|merge|rebase|cherry-pick|revert|am|pull)\\b`),
  push: new RegExp(`${GIT}push\\b`),
  'pull-request': new RegExp(`${START}(?:gh\\s+pr\\s+create|hub\\s+pull-request)\\b`),
} as const;
