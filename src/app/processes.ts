import { join } from 'node:path';
import type { Sandbox, Supervisor } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import { MINUTE_MS, systemClock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import {
  createProcessStarter,
  type ProcessStarter,
  startProgramsWith,
} from '../processes/process-starter.ts';
import { hostProcesses } from '../processes/process-table.ts';
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
