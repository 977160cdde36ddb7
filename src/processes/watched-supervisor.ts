import type {
  CommandFate,
  CommandOutput,
  FinalFate,
  ProtectedChange,
  Sandbox,
  Supervisor,
} from '../contracts/exec.ts';
import type { CommandAudit } from '../contracts/tool.ts';
import { messageOf } from '../core/failure.ts';
import type { ProcessId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { cutAt } from '../core/text.ts';

/**
 * A supervisor that checks, at the end of each command, what it did to protected files, before the end is reported. A
 * command that ended without a running program is checked as well.
 */
export function createWatchedSupervisor(
  supervisor: Supervisor,
  sandbox: Sandbox,
  log: Pick<Log, 'warn' | 'error'>,
): Supervisor {
  const reported = new Set<ProcessId>();

  function changesAfter(id: ProcessId): readonly ProtectedChange[] {
    const changes = sandbox.changes(id);
    if (changes.length > 0 && !reported.has(id)) {
      reported.add(id);
      log.warn('exec.command.protected', { id, changes: changes.map(changeLine) });
    }
    return changes;
  }

  const looked = async (id: ProcessId, ending: Promise<CommandFate>): Promise<CommandFate> => {
    const fate = await ending;
    if (hasRun(fate)) changesAfter(id);
    return fate;
  };

  return {
    sandbox: () => supervisor.sandbox(),
    async start(command) {
      await supervisor.start(command);
      // Checked even without a waiter: what it left must not run in the meantime.
      looked(command.id, supervisor.wait(command.id, new AbortController().signal)).catch((error: unknown) =>
        log.error('exec.command.watch', { id: command.id, error: messageOf(error) }),
      );
    },
    wait: (id, signal) => looked(id, supervisor.wait(id, signal)),
    fate: (id) => looked(id, supervisor.fate(id)),
    kill: (id, reason) => looked(id, supervisor.kill(id, reason)),
    sizes: (id) => supervisor.sizes(id),
    async output(id, limit) {
      const fate = await supervisor.fate(id);
      const output = await supervisor.output(id, limit);
      const changes = hasRun(fate) ? changesAfter(id) : [];
      return changes.length === 0 ? output : { ...output, changes };
    },
    read: (id, from, limit) => supervisor.read(id, from, limit),
    async collect(ageMs) {
      const collected = await supervisor.collect(ageMs);
      for (const id of collected.removed) {
        // It may have ended while no program was running, and nobody asked since.
        changesAfter(id);
        sandbox.forget(id);
        reported.delete(id);
      }
      return collected;
    },
  };
}

function hasRun({ kind }: CommandFate): boolean {
  return kind !== 'running' && kind !== 'never-ran';
}

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
