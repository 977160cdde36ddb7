import type { CommandFate, ProtectedChange, Sandbox, Supervisor } from '../contracts/exec.ts';
import { messageOf } from '../core/failure.ts';
import type { ProcessId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { changeLine } from './command-end.ts';

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
      log.warn('processes.command.protected', { id, changes: changes.map(changeLine) });
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
        log.error('processes.command.watch', { id: command.id, error: messageOf(error) }),
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
