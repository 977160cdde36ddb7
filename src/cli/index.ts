import type { AskForCode, SubCommand } from '../contracts/sub-command.ts';
import { audit } from '../features/audit/cli/audit.ts';
import { backup, restore } from '../features/backup/cli/backup.ts';
import { commandSubCommand } from '../features/command-files/cli/command.ts';
import type { OpenCommands } from '../features/command-files/cli/show-commands.ts';
import { cron } from '../features/cron/cli/cron.ts';
import { exportSubCommand } from '../features/export/cli/export.ts';
import type { DrawPlan } from '../features/export/cli/markdown.ts';
import { jobSubCommand } from '../features/jobs/cli/job.ts';
import type { DrawQr, OpenLock } from '../features/lock/cli/at-terminal.ts';
import { lockSubCommand } from '../features/lock/cli/lock.ts';
import { mcpSubCommand } from '../features/mcp/cli/mcp.ts';
import type { OpenMcp } from '../features/mcp/cli/show-servers.ts';
import { mcpServeSubCommand } from '../features/mcp-serve/cli/mcp-serve.ts';
import type { OpenMcpServe } from '../features/mcp-serve/cli/serve.ts';
import { metricsSubCommand } from '../features/metrics/cli.ts';
import { models } from '../features/models/cli/models.ts';
import { type OpenSharedPeople, peopleSubCommand } from '../features/people/cli/people.ts';
import { policySubCommand } from '../features/policy/cli/policy.ts';
import type { OpenPolicy } from '../features/policy/cli/run-policy.ts';
import { hook } from '../features/secretary/cli/hook.ts';
import { secretary } from '../features/secretary/cli/secretary.ts';
import { sessions } from '../features/sessions/cli/sessions.ts';
import { skillsSubCommand } from '../features/skills/cli/skills.ts';
import { trace } from '../features/tracing/cli/trace.ts';
import { webSubCommand } from '../features/web-console/cli.ts';
import { check } from './check/check.ts';
import { cell, cluster, front } from './cluster/cluster.ts';
import { completion } from './completion/completion.ts';
import { config } from './config/config.ts';
import { liveLink } from './control/control-client.ts';
import { demo } from './demo/demo.ts';
import { doctor } from './doctor/doctor.ts';
import { evaluate } from './eval/eval.ts';
import { health } from './health.ts';
import { logs } from './logs/logs.ts';
import { pair } from './pairing/pair.ts';
import type { GroupName } from './program-words.ts';
import { run } from './run/run.ts';
import { service } from './service/service.ts';
import { setup } from './setup/setup.ts';
import { runStart, start } from './start/start.ts';
import { uninstall } from './uninstall/uninstall.ts';

const drawPlan: DrawPlan = async (stored) => {
  const { drawStoredPlan } = await import('../features/jobs/plan/plan-mermaid.ts');
  return drawStoredPlan(stored);
};

/** They load what few of the sub-commands need. */
const openCommands: OpenCommands = async (host, workspace) => {
  const { openCommands: open } = await import('./open-project-parts.ts');
  return await open(host, workspace);
};

const openMcp: OpenMcp = async (host, workspace) => {
  const { openMcp: open } = await import('./open-project-parts.ts');
  return await open(host, workspace);
};

const openPolicy: OpenPolicy = async (grounds, platform) => {
  const { openPolicy: open } = await import('./open-project-parts.ts');
  return await open(grounds, platform);
};

const openSharedPeople: OpenSharedPeople = async (host, store) => {
  const { openSharedPeople: open } = await import('./cluster/shared-people.ts');
  return await open(host, store);
};

const openMcpServe: OpenMcpServe = async (host) => {
  const { openMcpServe: open } = await import('./open-mcp-serve.ts');
  return await open(host);
};

const drawQr: DrawQr = async (content) => {
  const { qrPicture } = await import('./pairing/qr-picture.ts');
  return qrPicture(content).text;
};

const openLock: OpenLock = async (host) => {
  const { openLock: open } = await import('./open-lock.ts');
  return await open(host);
};

const askForCode: AskForCode = async (host) => {
  const { askForCode: ask } = await import('../features/lock/cli/at-terminal.ts');
  await ask(host, openLock);
};

/** What `wasap --help` shows together, in its order; each by its name. */
export interface SubCommandGroup {
  readonly group: GroupName;
  readonly subCommands: Readonly<Record<string, SubCommand>>;
}

export const subCommandGroups: readonly SubCommandGroup[] = [
  { group: 'start', subCommands: { demo, start, web: webSubCommand(askForCode) } },
  {
    group: 'setUp',
    subCommands: {
      setup,
      config,
      models,
      pair,
      people: peopleSubCommand(askForCode, openSharedPeople),
      lock: lockSubCommand(openLock, drawQr),
      service,
      completion,
      backup,
      restore,
      uninstall,
    },
  },
  {
    group: 'lookInto',
    subCommands: {
      doctor,
      health,
      logs,
      sessions,
      export: exportSubCommand(drawPlan),
      trace,
      audit,
      metrics: metricsSubCommand(liveLink),
      policy: policySubCommand(openPolicy),
    },
  },
  {
    group: 'automate',
    subCommands: {
      run,
      job: jobSubCommand(runStart),
      cron,
      command: commandSubCommand(openCommands),
      skills: skillsSubCommand,
      mcp: mcpSubCommand(openMcp, [mcpServeSubCommand(openMcpServe, askForCode)]),
      secretary,
      hook,
    },
  },
  { group: 'severalMachines', subCommands: { front, cell, cluster } },
  { group: 'develop', subCommands: { check, eval: evaluate } },
];
