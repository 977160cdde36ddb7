import type { SubCommand } from '../contracts/sub-command.ts';
import { audit } from '../features/audit/cli/audit.ts';
import { cron } from '../features/cron/cli/cron.ts';
import { metricsSubCommand } from '../features/metrics/cli/metrics.ts';
import { trace } from '../features/tracing/cli/trace.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import { command } from './command.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor.ts';
import { evaluate } from './eval.ts';
import { exportSession } from './export.ts';
import { health } from './health.ts';
import { hook } from './hook.ts';
import { job } from './job.ts';
import { liveLink } from './live-link.ts';
import { pair } from './pair.ts';
import { people } from './people.ts';
import { policy } from './policy.ts';
import { restore } from './restore.ts';
import { secretary } from './secretary.ts';
import { sessions } from './sessions.ts';
import { setup } from './setup.ts';
import { start } from './start.ts';

/** In the order of `wasap --help`. */
export const subCommands: readonly SubCommand[] = [
  setup,
  start,
  pair,
  doctor,
  health,
  demo,
  people,
  policy,
  audit,
  metricsSubCommand(liveLink),
  sessions,
  trace,
  cron,
  command,
  secretary,
  hook,
  job,
  exportSession,
  backup,
  restore,
  check,
  evaluate,
];
