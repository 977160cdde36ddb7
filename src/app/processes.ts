import { join } from 'node:path';
import type { Sandbox, Supervisor } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import type { Workspaces } from '../contracts/workspaces.ts';
import { MINUTE_MS, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { TestsEnd } from '../features/follow-ups/follow-ups-feature.ts';
import { readLine } from '../policy/parse-command-line.ts';
import {
  createProcessStarter,
  type ProcessStarter,
  startProgramsWith,
} from '../processes/process-starter.ts';
import { hostProcesses } from '../processes/process-table.ts';
import { runUnasked, type UnaskedParts } from '../processes/run-unasked.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import type { HostContext } from './host-context.ts';

/** Records of ended commands are kept for 10 minutes after their end, as the specification says of its registry. */
export const PROCESS_RECORD_AGE_MS = 10 * MINUTE_MS;

interface ProcessParts {
  readonly redactor: Redactor;
  learnSecrets(folder: string): Promise<void>;
  readonly sandbox: Sandbox | undefined;
  readonly log: Log;
}

/** What runs commands, and what starts every process of the program. */
export function openProcesses(
  { settings, environment, packageRoot, linked }: HostContext,
  { redactor, learnSecrets, sandbox, log }: ProcessParts,
): { readonly supervisor: Supervisor; readonly starter: ProcessStarter } {
  const starter = createProcessStarter(join(packageRoot, 'dist', 'processes', 'starter.cjs'));
  startProgramsWith(starter);
  const supervisor = createSupervisor({
    folder: join(settings.folders.data, 'processes'),
    environment,
    linked,
    redactor,
    learnSecrets,
    processes: hostProcesses(),
    sandbox,
    clock: systemClock,
    log,
  });
  return { supervisor, starter };
}

/** Longer tests are not run unasked. */
const LIMIT_MS = 10 * MINUTE_MS;

interface TestRunnerParts extends UnaskedParts {
  readonly workspaces: Pick<Workspaces, 'isRealFolder'>;
  readonly log: Log;
}

/** Runs a test command when no person can be asked. */
export function testRunner({
  policy,
  supervisor,
  workspaces,
  log,
}: TestRunnerParts): (project: string, line: string, signal: AbortSignal) => Promise<TestsEnd> {
  return async (project, line, signal) => {
    const argv = argvIn(line);
    if (argv === undefined || !workspaces.isRealFolder(project)) return 'unknown';
    const command = { argv, where: { root: project, cwd: project }, timeoutMs: LIMIT_MS };
    const ran = await runUnasked(command, { policy, supervisor }, signal);
    if (ran.kind === 'not-started') log.warn('follow-ups.tests.not_run', { error: ran.why });
    if (ran.kind !== 'ended' || ran.fate.kind !== 'exited') return 'unknown';
    return ran.fate.exitCode === 0 ? 'passed' : 'failed';
  };
}

/** Undefined for what more than one program would run. */
function argvIn(line: string): readonly string[] | undefined {
  const reading = readLine(line);
  return reading.kind === 'read' && reading.shape.kind === 'argv' ? reading.shape.argv : undefined;
}
