import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandPolicy, environmentOf, hostPlatform } from '../app/host-context.ts';
import { createRedaction } from '../app/redaction.ts';
import { MINUTE_MS, systemClock } from '../core/clock.ts';
import { codeOf, Failure, messageOf } from '../core/failure.ts';
import { makeFolder } from '../core/file-access.ts';
import { silentLog } from '../core/log.ts';
import { fault } from '../core/texts/faults.ts';
import type { OpenCommands } from '../features/command-files/cli/show-commands.ts';
import { type CommandFileParts, commandFiles } from '../features/command-files/files/open-command-files.ts';
import type { OpenMcp } from '../features/mcp/cli/show-servers.ts';
import { createConnections } from '../features/mcp/connection/connections.ts';
import { createLogins } from '../features/mcp/connection/login.ts';
import { createMcpFigures } from '../features/mcp/figures.ts';
import { createMcpStore } from '../features/mcp/mcp-store.ts';
import { createServers, type ServersParts } from '../features/mcp/servers.ts';
import type { OpenPolicy } from '../features/policy/cli/run-policy.ts';
import { hostProcesses } from '../processes/process-table.ts';
import { createSupervisor } from '../processes/supervisor.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { openExisting } from '../store/open.ts';
import { openSandbox } from './open-sandbox.ts';

/** Records of ended commands are kept as long as a running program's, because they may belong to one. */
const RECORD_AGE_MS = 10 * MINUTE_MS;

export const openPolicy: OpenPolicy = ({ settings, packageRoot, sandbox }, platform = hostPlatform()) =>
  commandPolicy(
    { settings, environment: environmentOf(settings), packageRoot, linked: () => [] },
    platform,
    sandbox,
  );

/** The command files of a project, with the policy, the sandbox and the redaction of its tasks. */
export const openCommands: OpenCommands = async ({ packageRoot }, workspace) => {
  const settings = await readSettings({ packageRoot, overrides: { PROJECT_ROOT: workspace } });
  const environment = environmentOf(settings);
  const linked = () => [];
  const { redactor, learnSecrets } = createRedaction(settings);
  const root = settings.workspace.projectRoot;
  const sandbox = await openSandbox(settings, packageRoot);
  const folder = join(settings.folders.data, 'processes');
  const supervisor = createSupervisor({
    redactor,
    learnSecrets,
    folder,
    environment,
    sandbox,
    clock: systemClock,
    processes: hostProcesses(),
    log: silentLog,
  });
  await learnSecrets(root);
  const policy = await commandPolicy({ settings, environment, packageRoot, linked }, hostPlatform(), sandbox);
  let hasStarted = false;
  const watched: CommandFileParts['supervisor'] = {
    async start(command) {
      makeRecords(folder);
      hasStarted = true;
      await supervisor.start(command);
    },
    wait: (id, signal) => supervisor.wait(id, signal),
    output: (id, limit) => supervisor.output(id, limit),
  };
  return {
    library: commandFiles({ folders: settings.folders, packageRoot, linked }, root, {
      redactor,
      learnSecrets,
      policy,
      supervisor: watched,
    }),
    async close() {
      if (hasStarted) await supervisor.collect(RECORD_AGE_MS);
    },
  };
};

/** @throws Failure `unavailable`, which is reported as the result of the command */
function makeRecords(folder: string): void {
  try {
    makeFolder(folder);
  } catch (error) {
    if (codeOf(error) === undefined) throw error;
    const why = fault('folder-not-made', folder, messageOf(error));
    throw new Failure('unavailable', why, { cause: error });
  }
}

/** The MCP servers of a project, with the sandbox, the policy and the decisions of its tasks. */
export const openMcp: OpenMcp = async ({ packageRoot, version }, workspace) => {
  const settings = await readSettings({ packageRoot, overrides: { PROJECT_ROOT: workspace } });
  const environment = environmentOf(settings);
  const { learn } = createRedaction(settings);
  const sandbox = await openSandbox(settings, packageRoot);
  const policy = await commandPolicy(
    { settings, environment, packageRoot, linked: () => [] },
    hostPlatform(),
    sandbox,
  );
  const { config, data } = settings.folders;
  const logins = createLogins(data, learn);
  const tracer = { start: () => ({ set: () => undefined, end: () => undefined }) };
  const connections = createConnections({
    sandbox,
    environment,
    logins,
    version,
    clock: systemClock,
    log: silentLog,
    tracer,
    figures: createMcpFigures(),
  });
  const { rows, closeRows } = decisionsIn(settings);
  return {
    project: settings.workspace.projectRoot,
    locale: settings.terminalLocale,
    // The user of the command line is the owner of this installation.
    servers: createServers({ config, rows, policy, environment, learn, isOwners: () => true }),
    connections,
    logins,
    async close() {
      await connections.close();
      closeRows();
    },
  };
};

const NO_DECISIONS: ServersParts['rows'] = { findAccepted: () => undefined, isOff: () => false };

/** Nobody has allowed anything where nothing is stored. */
function decisionsIn({ folders }: Settings): { readonly rows: ServersParts['rows']; closeRows(): void } {
  const path = join(folders.data, 'wasap.db');
  if (!existsSync(path)) return { rows: NO_DECISIONS, closeRows: () => undefined };
  return openExisting(path, (database) => ({
    rows: createMcpStore(database),
    closeRows: () => database.close(),
  }));
}
