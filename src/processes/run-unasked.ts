import type { CommandFate, Execution, Supervisor } from '../contracts/exec.ts';
import type { CommandFolders, CommandPolicy } from '../contracts/policy.ts';
import { isFailure } from '../core/failure.ts';
import { newProcessId, type ProcessId } from '../core/ids.ts';

export interface UnaskedParts {
  readonly policy: Pick<CommandPolicy, 'judge'>;
  readonly supervisor: Pick<Supervisor, 'start' | 'wait'>;
}

interface UnaskedCommand {
  readonly argv: readonly string[];
  readonly where: CommandFolders;
  readonly timeoutMs: number;
  /** Narrows what would run; undefined: it does not run, whatever the policy says. Missing = as it was judged. */
  readonly narrowed?: (execution: Execution) => Execution | undefined;
}

/** `not-permitted`: a person would have to be asked. `not-run`: there is no such program, or it is not wanted. */
type RunUnasked =
  | { readonly kind: 'ended'; readonly id: ProcessId; readonly fate: CommandFate }
  | { readonly kind: 'not-started'; readonly why: string }
  | { readonly kind: 'not-permitted' | 'not-run' };

/** Runs a command when no person can be asked: the policy judges it, and it runs only if that needs no question. */
export async function runUnasked(
  { argv, where, timeoutMs, narrowed = (execution) => execution }: UnaskedCommand,
  { policy, supervisor }: UnaskedParts,
  signal: AbortSignal,
): Promise<RunUnasked> {
  const judged = await policy.judge({ kind: 'argv', argv }, where);
  const execution = judged.execution && narrowed(judged.execution);
  if (execution === undefined) return { kind: 'not-run' };
  if (judged.verdict.kind !== 'allow') return { kind: 'not-permitted' };
  const id = newProcessId();
  try {
    await supervisor.start({ id, execution, cwd: where.root, folder: where.cwd, timeoutMs });
  } catch (error) {
    if (!isFailure(error)) throw error;
    return { kind: 'not-started', why: error.message };
  }
  return { kind: 'ended', id, fate: await supervisor.wait(id, signal) };
}
