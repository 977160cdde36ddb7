import type { LearnSecrets, Sandbox } from '../contracts/exec.ts';
import type { Redactor } from '../contracts/policy.ts';
import type { LinkedFolders } from '../contracts/worktrees.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Environment } from './command-environment.ts';
import type { ProcessTable } from './process-table.ts';

export interface SupervisorParts {
  /** Holds one folder per command; outside every workspace. */
  readonly folder: string;
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly learnSecrets?: LearnSecrets;
  /** Environment of commands; see `commandEnvironment`. */
  readonly environment: Environment;
  /** See `hostProcesses`. */
  readonly processes: ProcessTable;
  /** Without it commands have the rights of this program. */
  readonly sandbox?: Sandbox;
  readonly linked?: LinkedFolders;
  readonly log: Log;
}
