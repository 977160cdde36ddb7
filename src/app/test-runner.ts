import type { Execution, Supervisor } from '../contracts/exec.ts';
import type { CommandPolicy } from '../contracts/policy.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import { isFailure } from '../core/failure.ts';
import { newProcessId } from '../core/ids.ts';
import type { Log } from '../core/log.ts';
import { MINUTE_MS } from '../core/time.ts';
import type { TestsEnd } from '../features/follow-ups/follow-up-worker.ts';
import { readLine } from '../policy/parse.ts';

/** Longer tests are not run unasked. */
const LIMIT_MS = 10 * MINUTE_MS;

interface TestRunnerParts {
  readonly policy: Pick<CommandPolicy, 'judge'>;
  readonly supervisor: Pick<Supervisor, 'start' | 'wait'>;
  readonly workspaces: Pick<Workspaces, 'isSame'>;
  readonly log: Log;
}

/** Runs a test command when no person can be asked: the policy judges it, and it runs only if that needs no question. */
export function testRunner(
  parts: TestRunnerParts,
): (project: string, line: string, signal: AbortSignal) => Promise<TestsEnd> {
  return async (project, line, signal) => {
    const execution = parts.workspaces.isSame(project)
      ? await allowedExecution(project, line, parts)
      : undefined;
    return execution === undefined
      ? 'unknown'
      : run(execution, project, { supervisor: parts.supervisor, log: parts.log, signal });
  };
}

async function allowedExecution(
  project: string,
  line: string,
  { policy }: Pick<TestRunnerParts, 'policy'>,
): Promise<Execution | undefined> {
  const reading = readLine(line);
  if (reading.kind === 'unparsable' || reading.shape.kind !== 'argv') return undefined;
  const { argv } = reading.shape;
  const { verdict, execution } = await policy.judge({ kind: 'argv', argv }, { root: project, cwd: project });
  return verdict.kind === 'allow' ? execution : undefined;
}

async function run(
  execution: Execution,
  project: string,
  { supervisor, log, signal }: Pick<TestRunnerParts, 'supervisor' | 'log'> & { readonly signal: AbortSignal },
): Promise<TestsEnd> {
  const id = newProcessId();
  try {
    await supervisor.start({ id, execution, cwd: project, timeoutMs: LIMIT_MS });
  } catch (error) {
    if (!isFailure(error)) throw error;
    log.warn('follow-ups.tests.not_run', { error: error.message });
    return 'unknown';
  }
  const fate = await supervisor.wait(id, signal);
  if (fate.kind !== 'exited') return 'unknown';
  return fate.exitCode === 0 ? 'passed' : 'failed';
}
