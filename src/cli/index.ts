import type { SubCommand } from '../contracts/sub-command.ts';
import { audit } from '../features/audit/cli/audit.ts';
import { backup } from '../features/backup/cli/backup.ts';
import { restore } from '../features/backup/cli/restore.ts';
import { cron } from '../features/cron/cli/cron.ts';
import { exportSubCommand } from '../features/export/cli/export.ts';
import type { DrawPlan } from '../features/export/cli/markdown.ts';
import { metricsSubCommand } from '../features/metrics/cli/metrics.ts';
import { sessions } from '../features/sessions/cli/sessions.ts';
import { trace } from '../features/tracing/cli/trace.ts';
import { check } from './check.ts';
import { command } from './command.ts';
import { demo } from './demo.ts';
import { doctor } from './doctor/doctor.ts';
import { evaluate } from './eval/eval.ts';
import { health } from './health.ts';
import { hook } from './hook.ts';
import { job } from './job.ts';
import { liveLink } from './live-link.ts';
import { pair } from './pair.ts';
import { people } from './people.ts';
import { policy } from './policy.ts';
import { secretary } from './secretary.ts';
import { setup } from './setup/setup.ts';
import { start } from './start.ts';

const drawPlan: DrawPlan = async (stored) => {
  const { drawStoredPlan } = await import('../features/jobs/plan/plan-mermaid.ts');
  return drawStoredPlan(stored);
};

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
  exportSubCommand(drawPlan),
  backup,
  restore,
  check,
  evaluate,
];
