import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandPolicy, environmentOf, hostPlatform } from '../app/host-context.ts';
import { createRedaction } from '../app/redaction.ts';
import { systemClock } from '../core/clock.ts';
import { silentLog } from '../core/log.ts';
import type { OpenMcp } from '../features/mcp/cli/show-servers.ts';
import { createConnections } from '../features/mcp/connection/connections.ts';
import { createLogins } from '../features/mcp/connection/login.ts';
import { createMcpFigures } from '../features/mcp/figures.ts';
import { createMcpStore } from '../features/mcp/rows/mcp-store.ts';
import { createServers, type ServersParts } from '../features/mcp/servers.ts';
import { readSettings, type Settings } from '../settings/settings.ts';
import { openExisting } from '../store/open.ts';
import { openSandbox } from './open-sandbox.ts';

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
