import type { CommandFate, CommandOutput, FinalFate, ProtectedChange } from '../contracts/exec.ts';
import type { CommandAudit } from '../contracts/tool.ts';
import { cutAt } from '../core/text.ts';

/** A background command is killed after this. */
export const BACKGROUND_SECONDS = 30 * 60;

/** How much of the start of each stream the audit keeps, in UTF-16 code units. */
const MAX_PREVIEW = 500;

/** Exit code of a process that SIGKILL ended. */
const KILLED = 137;

/** A command that ran and ended in any way. */
export type EndedFate = Exclude<CommandFate, { kind: 'running' | 'never-ran' }>;

interface CommandEnd {
  readonly fate: FinalFate;
  readonly output: CommandOutput;
  readonly timeoutSeconds: number;
}

/** The audit entry about the end of a command. */
export function auditOf({ fate, output, timeoutSeconds }: CommandEnd): CommandAudit {
  const { stdout, stderr, bytes, changes = [] } = output;
  const troubles = [
    ...(fate.kind === 'exited' ? [] : [headlineOf(fate, timeoutSeconds)]),
    ...(changes.length === 0 ? [] : [`Protected files: ${changes.map(changeLine).join('; ')}`]),
  ];
  return {
    exitCode: fate.kind === 'exited' ? fate.exitCode : undefined,
    stdoutPreview: cutAt(stdout, MAX_PREVIEW),
    stderrPreview: cutAt(stderr, MAX_PREVIEW),
    durationMs: durationOf(fate),
    outputBytes: bytes,
    ...(troubles.length === 0 ? {} : { error: troubles.join(' · ') }),
  };
}

/** `created .git, moved to /data/...`. */
export function changeLine({ kind, path, movedTo }: ProtectedChange): string {
  return movedTo === undefined ? `${kind} ${path}` : `${kind} ${path}, moved to ${movedTo}`;
}

/** One line: `Exit code: 0 · 1.2 s`. */
export function headlineOf(fate: FinalFate, timeoutSeconds: number): string {
  switch (fate.kind) {
    case 'exited': {
      const killed = fate.exitCode === KILLED ? ' · killed, perhaps out of memory' : '';
      return `Exit code: ${fate.exitCode} · ${formatSeconds(fate.durationMs)}${killed}`;
    }
    case 'timed-out':
      return `Command timed out after ${timeoutSeconds}s`;
    case 'killed':
      return `Killed after ${formatSeconds(fate.durationMs)}: ${fate.reason}`;
    case 'interrupted':
      return 'The command vanished and its end is unknown. It may have taken effect; verify before repeating.';
    case 'never-ran':
      return 'The command never began.';
  }
}

/** Whole milliseconds; 0 when they were not measured. */
export function durationOf(fate: FinalFate): number {
  return 'durationMs' in fate ? Math.round(fate.durationMs) : 0;
}

function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
